import { type ReactNode, useEffect, useRef } from 'react';
import { useFetcher, useNavigation } from 'react-router';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/form/field.tsx';
import { PasskeyButton } from '../../components/factors/passkey-button.tsx';
import type { SignInReply } from './sign-in.tsx';

type Props = {
  /** Where the sign-in leads. */
  back: string;
  /** The page's own reply, where it came without scripts. */
  first?: SignInReply | undefined;
  /** Over a page: it stays as it is, and is called back after the sign-in. */
  onDone?: () => void;
};

/** E-mail and password, then the second factor; or a passkey alone. */
export function SignInForm({ back, first, onDone }: Props) {
  const fetcher = useFetcher<SignInReply>();
  const reply = fetcher.data ?? first;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.isDone) onDone?.();
  }, [reply]);
  const hidden = { back, ...(onDone && { inline: 'on' }) };
  // While the page is read anew the reply stands already, and a second factor may be typed and sent; a redirect leads
  // away.
  const isLeaving = useNavigation().state !== 'idle';
  const busy = fetcher.state === 'submitting' || (fetcher.state === 'loading' && (!fetcher.data || isLeaving));
  const byPasskey = (response: string) =>
    fetcher.submit({ ...hidden, step: 'passkey', response }, { method: 'post', action: '/sign-in' });
  const fields = Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" {...{ name, value }} />);

  if (reply?.half)
    return (
      <fetcher.Form method="post" action="/sign-in" className="grid gap-4" key="code">
        {fields}
        <input type="hidden" name="step" value="code" />
        <input type="hidden" name="half" value={reply.half} />
        {reply.hasPasskey && <input type="hidden" name="hasPasskey" value="on" />}
        <Problem>{reply.message}</Problem>
        <CodeField />
        <Button type="submit" busy={busy}>
          כניסה
        </Button>
        {reply.hasPasskey && <PasskeyButton label="כניסה עם מפתח" purpose="sign-in" busy={busy} onAnswer={byPasskey} />}
      </fetcher.Form>
    );
  return (
    <div className="grid gap-4">
      <fetcher.Form method="post" action="/sign-in" className="grid gap-4" key="password">
        {fields}
        <input type="hidden" name="step" value="password" />
        <Problem>{reply?.message}</Problem>
        <TextField label="דוא״ל" name="email" type="email" autoComplete="username webauthn" required maxLength={200} />
        <TextField
          label="סיסמה"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          maxLength={500}
        />
        <Button type="submit" busy={busy}>
          המשך
        </Button>
      </fetcher.Form>
      <p className="flex items-center gap-3 text-sm text-ink-3 before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
        או
      </p>
      <PasskeyButton label="כניסה עם מפתח" purpose="sign-in" busy={busy} onAnswer={byPasskey} />
    </div>
  );
}

/** Has the focus when the second step comes. */
function CodeField() {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  return (
    <div ref={place}>
      <TextField
        label="קוד כניסה"
        name="code"
        hint="שש ספרות מאפליקציית הקודים, או אחד מקודי השחזור"
        autoComplete="one-time-code"
        dir="ltr"
        required
        maxLength={20}
      />
    </div>
  );
}

export function Problem({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="rounded-sm bg-danger-wash p-3 font-semibold text-danger empty:hidden">
      {children}
    </p>
  );
}
