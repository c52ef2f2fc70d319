import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '~/ui/button.tsx';
import { classNames } from '~/ui/class-names.ts';
import { Dialog, opensHere } from '~/ui/dialog.tsx';

type Action = { label: string; onPress: () => void };
export type Notice = {
  title: string;
  icon?: LucideIcon;
  /** Something has gone well: not in the store's colour, which may be red. */
  good?: boolean;
  text: ReactNode;
  action: Action;
  other?: Action;
};

/** One thing to know and one thing to do. */
export function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  return (
    <Dialog
      open={notice !== null}
      onClose={onClose}
      title={notice?.title ?? ''}
      width="w-[calc(100%-2rem)] sm:w-[26rem]"
    >
      {notice && <NoticeBody key={notice.title} {...notice} />}
    </Dialog>
  );
}

/** A drawn sign above the words, and the action that has the focus: a dialog puts it on its first button, which only closes it. */
export function NoticeBody({ text, action, other, icon: Icon, good }: Notice) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const first = content.current?.querySelector('button') ?? null;
    // For a dialog that opens with this, and for one that is open already.
    opensHere(first);
    first?.focus();
  }, []);
  return (
    <div ref={content} className="grid gap-6 p-5 sm:p-6">
      {Icon && (
        <span
          className={classNames(
            'grid size-16 place-items-center justify-self-center rounded-full',
            good ? 'bg-success-wash text-success' : 'bg-action-wash text-action-ink',
          )}
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-8" />
        </span>
      )}
      <div className="text-ink-2">{text}</div>
      <div className="grid gap-2">
        <Button wide onClick={action.onPress}>
          {action.label}
        </Button>
        {other && (
          <Button wide variant="quiet" onClick={other.onPress}>
            {other.label}
          </Button>
        )}
      </div>
    </div>
  );
}
