import { type ComponentProps, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import type { ActionReply } from '../load.ts';
import { ActionForm } from './action-form.tsx';

type Props = {
  /** On the button that opens it, and its title. */
  label: string;
  /** Of which row, for readers: other buttons of the page say the same. */
  about?: string;
  title?: string;
  call: string;
  /** Another page's action. */
  action?: string;
  /** On the button that does it. */
  submit: string;
  danger?: boolean;
  /** As of `ActionForm`. */
  draftable?: boolean;
  variant?: 'primary' | 'secondary' | 'quiet';
  width?: string;
  /** Stays open once it was done, to show what came of it. */
  stays?: boolean;
  onReply?: (reply: ActionReply) => void;
  children?: ComponentProps<typeof ActionForm>['children'];
};

/** A button that asks before it acts: the dialog names what it is about and holds the call's fields. */
export function ActionDialog({
  label,
  about,
  title = label,
  variant = 'secondary',
  width,
  stays,
  onReply,
  children,
  ...form
}: Props) {
  const [open, setOpen] = useState(false);
  const isStale = useRef(false);
  const isBusy = useRef(false);
  const box = useRef<HTMLDivElement>(null);
  const { revalidate } = useRevalidator();
  const close = () => {
    setOpen(false);
    // What somebody else saved meanwhile is what the dialog opens with the next time.
    if (isStale.current) void revalidate();
    isStale.current = false;
  };
  /** What is on its way isn't closed away: its outcome is told. Escape closes it all the same, and it opens anew. */
  const closeUnlessBusy = () => {
    if (!isBusy.current) return close();
    const dialog = box.current?.closest('dialog');
    if (dialog && !dialog.open) dialog.showModal();
  };
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </Button>
      <Dialog open={open} onClose={closeUnlessBusy} title={title} {...(width && { width })}>
        <div ref={box} className="p-5">
          {open && (
            <ActionForm
              {...form}
              onDone={(reply) => {
                onReply?.(reply);
                if (!stays) close();
              }}
              onRefused={({ code }) => {
                isStale.current ||= code === 'CHANGED_MEANWHILE';
              }}
              onBusy={(busy) => {
                isBusy.current = busy;
              }}
              onCancel={close}
            >
              {children}
            </ActionForm>
          )}
        </div>
      </Dialog>
    </>
  );
}
