import { useLocation } from 'react-router';
import { signInPath } from '#domain/text/return-path.ts';
import { Link } from '#ui/link.tsx';

/** Guests go on as they are; who has an account signs in over the page. The link is for another tab, and before scripts have come. */
export function GuestNote({ onSignIn }: { onSignIn: () => void }) {
  const { pathname, search } = useLocation();
  return (
    <p className="rounded-lg bg-ground-2 px-5 py-4 text-ink-2">
      ממשיכים כאורחים, בלי הרשמה. יש לכם חשבון?{' '}
      <Link
        to={signInPath(`${pathname}${search}`)}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onSignIn();
        }}
        className="-my-2.5 inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
      >
        כניסה ומילוי הפרטים
      </Link>
    </p>
  );
}
