import { KeyRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { Problem } from '../problem.tsx';
import { DetailsStep } from './details-step.tsx';
import facebook from './facebook.svg';
import { ForgotStep } from './forgot-step.tsx';
import google from './google.svg';
import { PasswordStep } from './password-step.tsx';
import { CodeStep, PhoneStep } from './phone-steps.tsx';
import type { SocialName, SocialWays } from './social.ts';
import type { SignIn } from './use-sign-in.ts';

const socialNetworks: Record<SocialName, { name: string; icon: string }> = {
  google: { name: 'Google', icon: google },
  facebook: { name: 'Facebook', icon: facebook },
};

type SocialProps = { ways: SocialWays; disabled: boolean; onPress: (name: SocialName) => void };

function SocialButtons({ ways, disabled, onPress }: SocialProps) {
  return ways.map((way) => (
    <Button key={way} variant="secondary" wide aria-disabled={disabled || undefined} onClick={() => onPress(way)}>
      <img src={socialNetworks[way].icon} alt="" width={20} height={20} />
      <span>
        המשך עם <bdi>{socialNetworks[way].name}</bdi>
      </span>
    </Button>
  ));
}

const titles = { password: 'כניסה עם סיסמה', forgot: 'שכחתי את הסיסמה', code: 'הזנת הקוד', details: 'הרשמה' };

export function titleOf({ step, mode, newcomer }: SignIn): string {
  if (step.name !== 'phone') return titles[step.name];
  if (newcomer) return 'אימות הטלפון';
  return mode === 'signup' ? 'הרשמה' : 'התחברות';
}

type Props = {
  signIn: SignIn;
  ways: SocialWays;
  /** Where Google and Facebook return to. */
  to: string;
  /** Below the sign-in options: sign-up, or continuing without. */
  children: ReactNode;
};

/**
 * One step of the sign-in, shared by its page and the dialog over a purchase. No other step can be chosen while one is
 * being answered: the answer would be shown in the other.
 */
export function SignInFlow({ signIn, ways, to, children }: Props) {
  const { step, busy } = signIn;
  const problem = <Problem text={signIn.problem} waitUntil={signIn.waitUntil} />;
  switch (step.name) {
    case 'code':
      return (
        <CodeStep
          phone={signIn.phone}
          code={signIn.code}
          onCode={signIn.setCode}
          busy={busy}
          error={signIn.problem}
          resendAt={signIn.resendAt}
          remaining={signIn.remaining}
          isNew={signIn.isNewCode}
          onVerify={signIn.verify}
          onResend={() => signIn.send(signIn.phone)}
          onChangePhone={signIn.toPhone}
        />
      );
    case 'details':
      return (
        <DetailsStep
          busy={busy}
          problem={problem}
          known={signIn.newcomer ?? signIn.buyer}
          details={signIn.details}
          onDetails={signIn.register}
        />
      );
    case 'password':
      return (
        <>
          <PasswordStep email={signIn.email} busy={busy} problem={problem} onEnter={signIn.enter} />
          <div className="mt-2 flex flex-wrap justify-between gap-x-4">
            <LinkButton disabled={busy} onClick={signIn.toForgot}>
              שכחתי את הסיסמה
            </LinkButton>
            <LinkButton disabled={busy} onClick={signIn.toPhone}>
              כניסה עם קוד לטלפון
            </LinkButton>
          </div>
        </>
      );
    case 'forgot':
      return (
        <>
          <ForgotStep email={signIn.email} busy={busy} problem={problem} onForgot={signIn.forgot} />
          <div className="mt-2 flex flex-wrap justify-between gap-x-4">
            <LinkButton disabled={busy} onClick={signIn.toPassword}>
              כניסה עם סיסמה
            </LinkButton>
            <LinkButton disabled={busy} onClick={signIn.toPhone}>
              כניסה עם קוד לטלפון
            </LinkButton>
          </div>
        </>
      );
    default:
      return (
        <>
          <p className="mb-6 text-ink-2">{leadOf(signIn)}</p>
          <PhoneStep
            phone={signIn.phone}
            isBack={signIn.isBack || signIn.phone !== ''}
            busy={busy}
            problem={problem}
            onPhone={signIn.send}
            onInvalid={() => signIn.show('invalid-phone')}
          />
          {!signIn.newcomer && (signIn.mode !== 'signup' || ways.length > 0) && (
            <div className="mt-6 grid gap-3">
              <p className="flex items-center gap-4 text-sm text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
                או
              </p>
              {signIn.mode !== 'signup' && (
                <Button
                  variant="secondary"
                  wide
                  aria-disabled={busy || undefined}
                  onClick={busy ? undefined : signIn.toPassword}
                >
                  <KeyRound aria-hidden className="size-5" />
                  כניסה עם דוא״ל וסיסמה
                </Button>
              )}
              <SocialButtons ways={ways} disabled={busy} onPress={(way) => !busy && signIn.goTo(way, to)} />
            </div>
          )}
          {children}
        </>
      );
  }
}

function leadOf({ mode, newcomer }: SignIn): string {
  if (newcomer) return 'עוד לא הכרנו. נאמת את הטלפון בקוד, ובפעם הבאה הכניסה הזו תספיק.';
  return mode === 'signup'
    ? 'נשלח קוד חד־פעמי לטלפון, בלי סיסמה לזכור.'
    : 'נכנסים עם קוד חד־פעמי שנשלח לטלפון, בלי סיסמה.';
}
