import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { Dialog, opensHere } from '#ui/dialog.tsx';
import { classNames } from '#ui/hooks/class-names.ts';

/** `destroys`: irreversible; then the focus is on the way back. */
type Action = { label: string; destroys?: boolean; onPress: () => void };
export type Notice = {
  title: string;
  icon?: LucideIcon;
  /** Success, in a neutral colour: the store's may be red. */
  good?: boolean;
  text: ReactNode;
  action: Action;
  other?: Action;
};

const DANGER = 'bg-danger! text-ground! hover:bg-[color-mix(in_oklch,var(--danger),black_15%)]!';

/** One message and one action. */
export function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  return (
    <Dialog open={notice !== null} onClose={onClose} title={notice?.title ?? ''} width="w-full sm:w-[26rem]">
      {notice && <NoticeBody key={notice.title} {...notice} />}
    </Dialog>
  );
}

/** Icon, text, and the action that gets the focus: a dialog would focus its first button, which only closes it. */
export function NoticeBody({ text, action, other, icon: Icon, good }: Notice) {
  const content = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const buttons = [...(content.current?.querySelectorAll('button') ?? [])];
    const safe = (action.destroys ? buttons.at(-1) : buttons[0]) ?? null;
    // For a dialog that opens with this body, and for one that is already open.
    opensHere(safe);
    safe?.focus();
  }, [action.destroys]);
  return (
    <div ref={content} className="grid gap-6 p-5">
      <div className="flex items-center gap-4">
        {Icon && (
          <span
            className={classNames(
              'grid size-14 shrink-0 place-items-center rounded-full',
              good ? 'bg-success-wash text-success' : 'bg-action-wash text-action-ink',
            )}
          >
            <Icon aria-hidden strokeWidth={1.75} className="size-7" />
          </span>
        )}
        <div className="min-w-0 text-ink-2">{text}</div>
      </div>
      <div className="grid gap-2">
        <Button wide className={action.destroys ? DANGER : undefined} onClick={action.onPress}>
          {action.label}
        </Button>
        {other && (
          <Button wide variant={action.destroys ? 'secondary' : 'quiet'} onClick={other.onPress}>
            {other.label}
          </Button>
        )}
      </div>
    </div>
  );
}
