import { type ComponentProps, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { Button } from '#ui/button.tsx';
import type { ActionReply } from '../../load.ts';
import { ActionForm } from '../action-form.tsx';
import { AskingDialog } from './asking-dialog.tsx';

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
  draftable?: boolean | 'endless';
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
  const [savedReply, setSavedReply] = useState<ActionReply>();
  const isStale = useRef(false);
  const isBusy = useRef(false);
  const { revalidate } = useRevalidator();
  const close = () => {
    setOpen(false);
    // The next time the dialog opens with what another person saved meanwhile.
    if (isStale.current) void revalidate();
    isStale.current = false;
  };
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        {label}
        {about && <span className="sr-only">: {about}</span>}
      </Button>
      <AskingDialog
        {...{ open, saved: savedReply, title }}
        onClose={close}
        isBusy={() => isBusy.current}
        {...(width && { width })}
      >
        <div className="p-5">
          {open && (
            <ActionForm
              {...form}
              onDone={(reply) => {
                onReply?.(reply);
                if (stays) setSavedReply(reply);
                else close();
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
      </AskingDialog>
    </>
  );
}
