import { type ComponentProps, type FormEvent, useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

type Props = ComponentProps<typeof Dialog> & {
  /** Stays open while a call is pending, so that its outcome is shown. */
  isBusy?: () => boolean;
  /** Where it stays open after a save: another value for each of them. */
  saved?: unknown;
};

/**
 * A dialog that asks before Escape, a press beside it or its cross throws away what was typed in it, or a secret that
 * is shown once (`data-once`). Its own buttons close it at once.
 */
export function AskingDialog({ open, onClose, isBusy, saved, children, ...dialog }: Props) {
  const box = useRef<HTMLDivElement>(null);
  /** The last field that was typed in. */
  const typedField = useRef<HTMLElement | null>(null);
  const [question, setQuestion] = useState('');
  const asking = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened anew or saved, nothing is typed yet
  useEffect(() => {
    typedField.current = null;
    setQuestion('');
  }, [open, saved]);
  useEffect(() => {
    if (question) asking.current?.querySelector('button')?.focus();
  }, [question]);
  const close = () => {
    if (!open) return onClose();
    const warning = box.current?.querySelector('[data-once]')
      ? 'מה שמוצג כאן לא יוצג שוב.'
      : typedField.current?.isConnected
        ? 'מה שהוקלד כאן לא נשמר, והוא יאבד.'
        : '';
    if (!warning && !isBusy?.()) return onClose();
    // Escape has closed it by now.
    const element = box.current?.closest('dialog');
    if (element && !element.open) element.showModal();
    if (isBusy?.()) return;
    setQuestion(warning);
    // Asked before, it has the focus no more: Escape closes a dialog all the same.
    asking.current?.querySelector('button')?.focus();
  };
  const stay = () => {
    setQuestion('');
    (typedField.current ?? box.current?.querySelector<HTMLElement>('[data-once] :is(input, button)'))?.focus();
  };
  const onInput = ({ target }: FormEvent) => {
    if ((target as HTMLInputElement).form) typedField.current = target as HTMLElement;
  };
  return (
    <Dialog open={open} onClose={close} {...dialog}>
      <div ref={box} onInput={onInput}>
        {question && (
          <div
            ref={asking}
            role="alert"
            className="grid gap-3 border-b border-line bg-warning-wash px-5 py-3 text-warning"
          >
            <p>{question}</p>
            <div className="flex flex-wrap gap-2">
              <Button size="sm" onClick={stay}>
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
