import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';

const titles: Record<number, string> = {
  403: 'אין הרשאה לדף הזה',
  404: 'הדף או הרשומה לא נמצאו, או שייכים לחנות שאינה שלכם',
};

type Props = { status: number; code?: string | undefined; message?: string | undefined };

/** Replaces a page: no permission, not found, or an error of ours. */
export function ErrorView({ status, code, message }: Props) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Empty
        heading="h1"
        title={code === 'PROVE_AGAIN' ? 'צריך להזדהות שוב' : (titles[status] ?? 'משהו השתבש')}
        action={
          code === 'PROVE_AGAIN' ? (
            <ButtonLink to="/account">להזדהות בדף החשבון</ButtonLink>
          ) : (
            <ButtonLink to="/">לדף הבית</ButtonLink>
          )
        }
      >
        {message ?? 'אפשר לנסות שוב. אם התקלה חוזרת, פנו למי שמתפעל את המערכת.'}
      </Empty>
    </div>
  );
}
