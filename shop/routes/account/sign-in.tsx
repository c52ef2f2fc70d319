import { Heart, PackageSearch, Zap } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type MetaDescriptor, redirect, useNavigate } from 'react-router';
import { returnPath, signInPath } from '#domain/text/return-path.ts';
import { getHomePage } from '#server/content/home.ts';
import { socialWays } from '#server/customers/sign-in/social.ts';
import { ButtonLink } from '#ui/button.tsx';
import { usePageLeft } from '#ui/hooks/use-page-left.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';
import { contextOf } from '~/context.ts';
import { privateHeaders, sameAgain } from '~/features/account/private-page.ts';
import { SignInFlow, titleOf } from '~/features/account/sign-in/sign-in-flow.tsx';
import { SignInNotices } from '~/features/account/sign-in/sign-in-notices.tsx';
import { readSocialReply } from '~/features/account/sign-in/social.ts';
import { type Mode, type SignIn, useSignIn } from '~/features/account/sign-in/use-sign-in.ts';
import { headOf } from '~/features/seo/head.ts';
import { useStore } from '~/store.ts';
import type { Route } from './+types/sign-in.ts';

/** The ways in, by the page's name in `routes.ts`: one page that begins elsewhere. */
const pages: Record<string, { mode: Mode; title: string }> = {
  login: { mode: 'login', title: 'התחברות' },
  signup: { mode: 'signup', title: 'הרשמה' },
  'forgot-password': { mode: 'forgot', title: 'שכחתי את הסיסמה' },
};

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];
export const headers = privateHeaders;

export async function loader({ context, request, pattern }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const { mode, title } = pages[pattern] as (typeof pages)[string];
  const to = returnPath(new URL(request.url).searchParams.get('to'));
  // Who is signed in already goes on, but for a password, which they may have none of yet.
  if (ctx.customer && mode !== 'forgot') throw redirect(to, { headers: privateHeaders() });
  const { hero } = await getHomePage(ctx);
  return {
    mode,
    to,
    /** Whether one-time codes stay in the outbox instead of being sent. */
    demo: ctx.env.MODE === 'demo',
    ways: socialWays(ctx),
    image: hero.find((slide) => slide.product?.image)?.product?.image ?? null,
    head: headOf(ctx.store, { title, path: `/${pattern}`, noindex: true }),
  };
}

export const action = sameAgain;

type Data = Route.ComponentProps['loaderData'];

export default function SignInPage({ loaderData }: Route.ComponentProps) {
  const { mode } = loaderData;
  return (
    <>
      <Ways key={mode} {...loaderData} />
      {mode === 'login' && (
        <p className="page pt-6 pb-16 text-center max-lg:-mt-8 max-lg:pt-0">
          <Link to="/order" className="inline-flex min-h-11 items-center px-3 text-ink-2 underline hover:text-ink">
            הזמנתם בלי להירשם? איפה ההזמנה שלי
          </Link>
        </p>
      )}
    </>
  );
}

function Ways({ mode, to: initialTo, demo, ways, image }: Data) {
  const [to, setTo] = useState(initialTo);
  const navigate = useNavigate();
  const left = usePageLeft();
  const signIn = useSignIn(mode, () => void (left.current || navigate(to, { replace: true })));
  useSocialReply(signIn, setTo);
  return (
    <div className="lg:grid lg:min-h-[44rem] lg:grid-cols-2">
      <div className="grid content-center px-(--page-margin) py-12 md:py-16">
        <div className="mx-auto w-full max-w-md">
          <h1 className="text-3xl font-black">{titleOf(signIn)}</h1>
          <div className="mt-4">
            <SignInFlow signIn={signIn} ways={ways} to={to}>
              <OtherWays mode={mode} to={to} busy={signIn.busy} />
            </SignInFlow>
          </div>
          <noscript>
            <p className="mt-4 rounded-md bg-warning-wash px-4 py-3 text-warning">להתחברות נדרש JavaScript בדפדפן.</p>
          </noscript>
          {demo && signIn.step.name !== 'password' && <DemoNote />}
        </div>
      </div>
      <Reasons image={image} />
      <SignInNotices signIn={signIn} />
    </div>
  );
}

/** Handles the return from Google or Facebook once; it carries the target page. */
function useSocialReply(signIn: SignIn, goingTo: (to: string) => void): void {
  const [socialReply, setSocialReply] = useState<ReturnType<typeof readSocialReply>>(null);
  useEffect(() => {
    const read = readSocialReply();
    if (!read) return;
    goingTo(read.to);
    setSocialReply(read);
  }, [goingTo]);
  // Once the way on is known, which `comeBack` ends with.
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is taken once
  useEffect(() => {
    if (socialReply?.reply) void signIn.comeBack(socialReply.reply);
    else if (socialReply) signIn.fail('הכניסה בוטלה. אפשר לנסות שוב או להיכנס עם קוד לטלפון');
  }, [socialReply]);
}

/** `busy`: a step is being answered, which would be lost on the other page. */
function OtherWays({ mode, to, busy }: { mode: Mode; to: string; busy: boolean }) {
  const signup = mode === 'signup';
  return (
    <div className="mt-6 grid gap-4">
      <p className="text-ink-2">
        {signup ? 'כבר רשומים?' : 'עוד אין לכם חשבון?'}{' '}
        <Link
          to={signInPath(to, signup ? '/login' : '/signup')}
          replace
          aria-disabled={busy || undefined}
          onClick={(event) => busy && event.preventDefault()}
          className="inline-flex min-h-11 items-center font-semibold text-action-ink underline underline-offset-4 aria-disabled:text-ink-3"
        >
          {signup ? 'להתחברות' : 'להרשמה'}
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

/** In demo mode nothing is sent: says where codes and links are found. */
const DemoNote = () => (
  <p className="mt-8 rounded-md bg-ground-2 px-4 py-3 text-sm text-ink-2">
    אתר הדגמה: הודעות אינן נשלחות. הקוד או הקישור מופיעים בפקודה{' '}
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

/** Benefits of an account, with one of the store's vehicles. */
function Reasons({ image }: Pick<Data, 'image'>) {
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
