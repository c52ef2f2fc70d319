import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MetaDescriptor } from 'react-router';
import { toCustomer } from '#server/customers/profile.ts';
import { ownPassword } from '#server/customers/sign-in/password-reset.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { ChangePassword } from '~/features/account/password/change-password.tsx';
import { personalContext, privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInAgain } from '~/features/account/sign-in-again.tsx';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/password.ts';

const PATH = '/personal-area/privacy/password';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = personalContext({ context, request });
  const customer = toCustomer(ctx.customer);
  return {
    customer,
    password: await ownPassword(ctx),
    head: headOf(ctx.store, { title: 'סיסמה', path: PATH, noindex: true }),
  };
}

export const action = sameAgain;

export default function PasswordPage({ loaderData: { customer, password } }: Route.ComponentProps) {
  const { email } = customer;
  return (
    <>
      <Link to="/personal-area/privacy" className="inline-flex min-h-11 items-center gap-1 text-ink-2 hover:text-ink">
        <ChevronRight aria-hidden className="size-5" />
        פרטיות ואבטחה
      </Link>
      <h1 className="mt-2 text-3xl font-black">{password.exists ? 'החלפת הסיסמה' : 'בחירת סיסמה'}</h1>
      {email === null ? (
        <NoEmail />
      ) : password.exists || password.fresh ? (
        <>
          <Words>
            לכניסה עם{' '}
            <bdi dir="ltr" className="font-semibold break-all text-ink">
              {email}
            </bdi>
            . אחרי השמירה החשבון ינותק מכל מכשיר אחר.
          </Words>
          <ChangePassword customer={{ ...customer, email }} exists={password.exists} />
          {password.exists && (
            <Link
              to="/forgot-password"
              className="mt-4 inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
            >
              שכחתי את הסיסמה
            </Link>
          )}
        </>
      ) : (
        <SignInAgain to={PATH}>עוד אין לחשבון סיסמה.</SignInAgain>
      )}
    </>
  );
}

const Words = ({ children }: { children: ReactNode }) => <p className="mt-3 max-w-prose text-ink-2">{children}</p>;

const NoEmail = () => (
  <>
    <Words>סיסמה עובדת יחד עם דוא״ל, ובפרטים שלכם עוד אין כתובת. הוסיפו אותה וחזרו לכאן.</Words>
    <ButtonLink to="/personal-area/edit-details/general" className="mt-6">
      הוספת דוא״ל
    </ButtonLink>
  </>
);
