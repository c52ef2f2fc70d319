import { Link2Off, type LucideIcon, Smartphone } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { signInPath } from '#domain/text/return-path.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { logOut } from '../log-out.ts';

type Frame = { title: string; icon?: LucideIcon; children: ReactNode };

export const ResetFrame = ({ title, icon: Icon, children }: Frame) => (
  <div className="page grid min-h-[60vh] content-center py-12 md:py-16">
    <div className="mx-auto w-full max-w-md">
      {Icon && (
        <span className="mb-6 grid size-16 place-items-center rounded-full bg-action-wash text-action-ink">
          <Icon aria-hidden strokeWidth={1.75} className="size-8" />
        </span>
      )}
      <h1 className="text-3xl font-black">{title}</h1>
      <div className="mt-4">{children}</div>
    </div>
  </div>
);

/** A spent, expired or unknown link, and what to do next. */
export const ResetInvalid = () => (
  <ResetFrame title="הקישור אינו תקף יותר" icon={Link2Off}>
    <p className="mb-6 text-ink-2">
      קישור לבחירת סיסמה תקף לשעה אחת ולשימוש אחד, ורק האחרון ששלחנו עובד. בקשו קישור חדש, או היכנסו עם קוד לטלפון.
    </p>
    <div className="grid gap-3">
      <ButtonLink to="/forgot-password" size="lg" wide>
        שליחת קישור חדש
      </ButtonLink>
      <ButtonLink to="/login" variant="secondary" wide>
        כניסה עם קוד לטלפון
      </ButtonLink>
    </div>
  </ResetFrame>
);

/** An unproved e-mail: before its link opens the account, the account's phone is proved once. */
export function SignInFirst({ token, signedIn }: { token: string; signedIn: boolean }) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  const signIn = signInPath(`/reset-password?token=${encodeURIComponent(token)}`);
  return (
    <ResetFrame title="נשאר לאמת את הטלפון" icon={Smartphone}>
      <p className="mb-6 text-ink-2">
        זו הפעם הראשונה שהכתובת הזו מאומתת. כדי לשמור על החשבון, היכנסו אליו קודם עם קוד לטלפון, ומיד נחזור לכאן.
      </p>
      {signedIn ? (
        <Button
          size="lg"
          wide
          busy={busy}
          onClick={async () => {
            setBusy(true);
            await logOut(toast, signIn);
            setBusy(false);
          }}
        >
          כניסה מחדש עם קוד
        </Button>
      ) : (
        <ButtonLink to={signIn} size="lg" wide>
          כניסה עם קוד לטלפון
        </ButtonLink>
      )}
    </ResetFrame>
  );
}
