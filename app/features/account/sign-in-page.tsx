import { Heart, PackageSearch, Zap } from 'lucide-react';
import { signInPath } from '#domain/return-path.ts';
import { useStore } from '~/store.ts';
import { ButtonLink } from '~/ui/button.tsx';
import { Link } from '~/ui/link.tsx';
import { Picture } from '~/ui/picture.tsx';
import { CodeStep } from './code-step.tsx';
import { DetailsStep } from './details-step.tsx';
import { PhoneStep } from './phone-step.tsx';
import { SignInNotices } from './sign-in-notices.tsx';
import { type SignIn, useSignIn } from './use-sign-in.ts';

export type SignInData = {
  to: string;
  /** Whether one-time codes stay in this installation instead of going to phones. */
  demo: boolean;
  image: { image_url: string; width?: number; height?: number } | null;
};

export function SignInPage({ mode, to, demo, image }: SignInData & { mode: 'login' | 'signup' }) {
  const signIn = useSignIn(mode, to);
  const { step } = signIn;
  const title = step.name === 'code' ? 'הזנת הקוד' : mode === 'signup' || step.name === 'details' ? 'הרשמה' : 'התחברות';
  return (
    <div className="lg:grid lg:min-h-[44rem] lg:grid-cols-2">
      <div className="grid content-center px-(--page-margin) py-12 md:py-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="text-3xl font-black">{title}</h1>
          <div className="mt-4">
            <StepOf signIn={signIn} mode={mode} />
          </div>
          <noscript>
            <p className="mt-4 rounded-md bg-warning-wash px-4 py-3 text-warning">להתחברות נדרש JavaScript בדפדפן.</p>
          </noscript>
          {step.name === 'phone' && <OtherWays mode={mode} to={to} />}
          {demo && <DemoNote />}
        </div>
      </div>
      <Reasons image={image} />
      <SignInNotices signIn={signIn} />
    </div>
  );
}

function StepOf({ signIn, mode }: { signIn: SignIn; mode: 'login' | 'signup' }) {
  const { step, phone, busy, problem } = signIn;
  if (step.name === 'details') return <DetailsStep busy={busy} problem={problem} onDetails={signIn.register} />;
  if (step.name === 'code') {
    return (
      <CodeStep
        phone={phone}
        code={signIn.code}
        onCode={signIn.setCode}
        busy={busy}
        error={problem}
        resendAt={signIn.resendAt}
        remaining={signIn.remaining}
        onVerify={signIn.verify}
        onResend={() => signIn.send(phone)}
        onChangePhone={signIn.toPhone}
      />
    );
  }
  return (
    <>
      <p className="mb-6 text-ink-2">
        {mode === 'signup'
          ? 'נשלח קוד חד־פעמי לטלפון, בלי סיסמה לזכור.'
          : 'נכנסים עם קוד חד־פעמי שנשלח לטלפון, בלי סיסמה.'}
      </p>
      <PhoneStep
        phone={phone}
        busy={busy}
        problem={problem}
        onPhone={signIn.send}
        onInvalid={() => signIn.show('invalid-phone')}
      />
    </>
  );
}

function OtherWays({ mode, to }: { mode: 'login' | 'signup'; to: string }) {
  return (
    <div className="mt-8 grid gap-4">
      <p className="text-ink-2">
        {mode === 'login' ? 'עוד אין לכם חשבון?' : 'כבר רשומים?'}{' '}
        <Link
          to={signInPath(to, mode === 'login' ? '/signup' : '/login')}
          replace
          className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4"
        >
          {mode === 'login' ? 'להרשמה' : 'להתחברות'}
        </Link>
      </p>
      {to.startsWith('/purchase') && (
        <div className="border-t border-line pt-6">
          <p className="mb-3 text-ink-2">אפשר גם לקנות בלי חשבון. ההזמנה תחכה כאן אם תירשמו בהמשך.</p>
          <ButtonLink to={to} variant="secondary" wide>
            המשך כאורחים
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** In demo mode nothing leaves the machine, so it says where the code is to be found. */
const DemoNote = () => (
  <p className="mt-8 rounded-md bg-ground-2 px-4 py-3 text-sm text-ink-2">
    אתר הדגמה: הודעות אינן נשלחות לטלפון. הקוד מופיע בפקודה{' '}
    <code dir="ltr" className="inline-block rounded-sm bg-ground-3 px-1.5 py-0.5 text-xs text-ink">
      npm run store -- outbox list
    </code>
  </p>
);

const reasons = [
  { icon: Heart, text: 'הדגמים שאהבתם שמורים בכל מכשיר' },
  { icon: PackageSearch, text: 'מצב כל הזמנה, משלב התשלום ועד המסירה' },
  { icon: Zap, text: 'רכישה מהירה יותר בפעם הבאה' },
];

/** What an account is good for, before the store's own vehicle. */
function Reasons({ image }: Pick<SignInData, 'image'>) {
  const { store } = useStore();
  return (
    <aside
      aria-label={`מה נותן חשבון ב${store.name}`}
      className="hidden content-center gap-10 bg-ground-2 px-12 py-16 lg:grid"
    >
      {image && (
        <Picture
          image={image}
          alt=""
          sizes="45vw"
          priority
          className="mx-auto aspect-4/3 w-full max-w-2xl object-contain"
        />
      )}
      <ul className="mx-auto grid max-w-2xl gap-4 text-lg">
        {reasons.map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-4">
            <Icon aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-action-ink" />
            {text}
          </li>
        ))}
      </ul>
    </aside>
  );
}
