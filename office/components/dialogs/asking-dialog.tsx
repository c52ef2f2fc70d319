import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type Props = ComponentProps<typeof Dialog> & {
  /** What is on its way isn't closed away: its outcome is told. */
  isBusy?: () => boolean;
};

/**
 * A dialog that asks before Escape, a press beside it or its cross throws away what was typed in it, or a secret that is shown once
 * (`data-once`). Its own buttons close it at once.
 */
export function AskingDialog({ open, onClose, isBusy, children, ...dialog }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const typed = useRef<HTMLFormElement | null>(null);
  const [question, setQuestion] = useState('');
  const stay = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened anew, nothing is typed yet
  useEffect(() => {
    typed.current = null;
    setQuestion('');
  }, [open]);
  useEffect(() => {
    if (question) stay.current?.querySelector('button')?.focus();
  }, [question]);
  const close = () => {
    if (!open) return onClose();
    const asked = box.current?.querySelector('[data-once]')
      ? 'מה שמוצג כאן לא יוצג שוב.'
      : typed.current?.isConnected
        ? 'מה שהוקלד כאן לא נשמר, והוא יאבד.'
        : '';
    if (!asked && !isBusy?.()) return onClose();
    // Escape has closed it by now.
    const element = box.current?.closest('dialog');
    if (element && !element.open) element.showModal();
    if (!isBusy?.()) setQuestion(asked);
  };
  const onInput = ({ target }: FormEvent) => {
    typed.current = (target as HTMLInputElement).form ?? typed.current;
  };
  return (
    <Dialog open={open} onClose={close} {...dialog}>
      <div ref={box} onInput={onInput}>
        {question && (
          <div
            ref={stay}
            role="alert"
            className="grid gap-3 border-b border-line bg-warning-wash px-5 py-3 text-warning"
          >
            <p>{question}</p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => setQuestion('')}>
                להישאר
              </Button>
              <Button size="sm" variant="secondary" onClick={onClose}>
                לסגור בכל זאת
              </Button>
            </div>
          </div>
        )}
        {children}
      </div>
    </Dialog>
  );
}
