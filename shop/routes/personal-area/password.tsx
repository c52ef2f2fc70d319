import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { MetaDescriptor } from 'react-router';
import { signInPath } from '#domain/text/return-path.ts';
import { toCustomer } from '#server/customers/profile.ts';
import { ownPassword } from '#server/customers/sign-in/password-reset.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { useToast } from '#ui/toasts.tsx';
import { contextOf } from '~/context.ts';
import { logOut } from '~/features/account/log-out.ts';
import { ChangePassword } from '~/features/account/password/change-password.tsx';
import { privateHeaders, sameAgain, signedInOrLogin } from '~/features/account/private-page.ts';
import { headOf } from '~/features/seo/head.ts';
import type { Route } from './+types/password.ts';

const PATH = '/personal-area/privacy/password';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const customer = toCustomer(signedInOrLogin(ctx, request));
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
        <SignInAgain />
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

/** Whoever finds an open session must not be able to plant a password in it. */
function SignInAgain() {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  return (
    <>
      <Words>עוד אין לחשבון סיסמה. כדי לשמור עליו, היכנסו שוב עם קוד לטלפון, ומיד נחזור לכאן.</Words>
      <Button
        className="mt-6"
        busy={busy}
        onClick={async () => {
          setBusy(true);
          await logOut(toast, signInPath(PATH));
          setBusy(false);
        }}
      >
        כניסה עם קוד לטלפון
      </Button>
    </>
  );
}
