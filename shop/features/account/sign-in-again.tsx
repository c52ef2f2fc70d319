import { type ReactNode, useEffect, useRef, useState } from 'react';
import { signInPath } from '#domain/text/return-path.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toasts.tsx';
import { logOut } from './log-out.ts';

/**
 * In place of what gives another way into the account, or ends it: who finds an open session must not be able to.
 * `to`: the page that asks, to go on there. `children` say why, in a sentence. `focused`: it takes the place of a step
 * that had the focus.
 */
export function SignInAgain({ to, focused = false, children }: { to: string; focused?: boolean; children: ReactNode }) {
  const [busy, setBusy] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!focused) return;
    // In the next frame: a dialog that opens focuses something of its own first.
    const frame = requestAnimationFrame(() => text.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [focused]);
  const toast = useToast();
  return (
    <>
      <p
        ref={text}
        tabIndex={focused ? -1 : undefined}
        className={`max-w-prose text-ink-2 focus:outline-none ${focused ? '' : 'mt-3'}`}
      >
        {children} כדי לוודא שאלה אתם, היכנסו שוב עם קוד לטלפון, ומיד נחזור לכאן.
      </p>
      <Button
        className={focused ? undefined : 'mt-6'}
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
