import { useLocation } from 'react-router';
import { signInPath } from '#domain/return-path.ts';
import { Link } from '~/ui/link.tsx';

/** Guests go on as they are; who has an account is led there and back. What was chosen and typed stays. */
export function GuestNote() {
  const { pathname, search } = useLocation();
  return (
    <p className="rounded-lg bg-ground-2 px-5 py-4 text-ink-2">
      ממשיכים כאורחים, בלי הרשמה. יש לכם חשבון?{' '}
      <Link
        to={signInPath(`${pathname}${search}`)}
        className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
      >
        כניסה ומילוי הפרטים
      </Link>
    </p>
  );
}
