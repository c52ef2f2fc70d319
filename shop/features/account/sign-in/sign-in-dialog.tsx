import { type ReactNode, useRef, useState } from 'react';
import { Button, LinkButton } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useFirstFieldFocus } from '../focus-first-field.ts';
import { NoticeBody } from '../notice-dialog.tsx';
import { SignInFlow, titleOf } from './sign-in-flow.tsx';
import { closeNotice, noticeOf } from './sign-in-notices.tsx';
import type { SocialWays } from './social.ts';
import { type Mode, useSignIn } from './use-sign-in.ts';

type Props = {
  open: boolean;
  onClose: () => void;
  /** A customer is signed in now; the dialog is still open. */
  onIn: () => void;
  ways: SocialWays;
  /** Where Google and Facebook return to. */
  to: string;
};

/** Sign-in over a page that must not be left. Reopened, it is at the same step. */
export default function SignInDialog(props: Props) {
  const [mode, setMode] = useState<Mode>('login');
  return <OfMode key={mode} mode={mode} onMode={setMode} {...props} />;
}

function OfMode({ mode, onMode, open, onClose, onIn, ways, to }: Props & { mode: Mode; onMode: (mode: Mode) => void }) {
  const signIn = useSignIn(mode, onIn);
  const notice = noticeOf(signIn, () => closeNotice(signIn));
  const content = useRef<HTMLDivElement>(null);
  useFirstFieldFocus(content, open);
  return (
    <Dialog open={open} onClose={onClose} title={notice?.title ?? titleOf(signIn)} width="w-full sm:w-[28rem]">
      {notice ? (
        <NoticeBody key={notice.title} {...notice} />
      ) : (
        <div ref={content} className="p-5 sm:p-6">
          <SignInFlow signIn={signIn} ways={ways} to={to}>
            <Switch
              disabled={signIn.busy}
              question={mode === 'signup' ? 'כבר רשומים?' : 'עוד אין לכם חשבון?'}
              onClick={() => onMode(mode === 'signup' ? 'login' : 'signup')}
            >
              {mode === 'signup' ? 'להתחברות' : 'להרשמה'}
            </Switch>
            <div className="mt-2 border-t border-line pt-5">
              <Button variant="quiet" wide onClick={onClose}>
                המשך כאורחים
              </Button>
            </div>
          </SignInFlow>
        </div>
      )}
    </Dialog>
  );
}

type SwitchProps = { question: string; disabled: boolean; onClick: () => void; children: ReactNode };

/** Not while a step is being answered: the answer would be lost. */
const Switch = ({ question, disabled, onClick, children }: SwitchProps) => (
  <p className="mt-4 text-ink-2">
    {question}{' '}
    <LinkButton disabled={disabled} onClick={onClick}>
      {children}
    </LinkButton>
  </p>
);
