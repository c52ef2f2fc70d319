import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';

const titles: Record<number, string> = {
  403: 'אין הרשאה לעמוד הזה',
  404: 'העמוד או הרשומה לא נמצאו, או שייכים לחנות שאינה שלכם',
};

/** Whatever stands in place of a page: no permission, not found, a fault of ours. */
export function ErrorView({ status, message }: { status: number; message?: string | undefined }) {
  return (
    <div className="grid min-h-[60dvh] place-items-center">
      <Empty title={titles[status] ?? 'משהו השתבש'} action={<ButtonLink to="/">לעמוד הבית</ButtonLink>}>
        {message ?? 'אפשר לנסות שוב. אם התקלה חוזרת, פנו למי שמתפעל את המערכת.'}
      </Empty>
    </div>
  );
}
