import { type ReactNode, useState } from 'react';
import { signInPath } from '#domain/text/return-path.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { logOut } from './log-out.ts';

/**
 * In place of what gives another way into the account: a person who finds an open session must not be able to add one.
 * `to`: the page that asks, to go on there. `children` say why, in a sentence.
 */
export function SignInAgain({ to, children }: { to: string; children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const toast = useToast();
  return (
    <>
      <p className="mt-3 max-w-prose text-ink-2">
        {children} כדי לשמור על החשבון, היכנסו שוב עם קוד לטלפון, ומיד נחזור לכאן.
      </p>
      <Button
        className="mt-6"
        busy={busy}
        onClick={async () => {
          setBusy(true);
          await logOut(toast, signInPath(to));
          setBusy(false);
        }}
      >
        כניסה עם קוד לטלפון
      </Button>
    </>
  );
}
