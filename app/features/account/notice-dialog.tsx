import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '~/ui/button.tsx';
import { Dialog } from '~/ui/dialog.tsx';

type Action = { label: string; onPress: () => void };
export type Notice = { title: string; text: ReactNode; action: Action; other?: Action };

/** One thing to know and one thing to do. */
export function NoticeDialog({ notice, onClose }: { notice: Notice | null; onClose: () => void }) {
  const content = useRef<HTMLDivElement>(null);
  const title = notice?.title;
  // The dialog puts the focus on its first button, which only closes it; what is to be done comes first.
  useEffect(() => {
    if (title) content.current?.querySelector('button')?.focus();
  }, [title]);
  return (
    <Dialog open={notice !== null} onClose={onClose} title={title ?? ''} width="w-[calc(100%-2rem)] sm:w-[26rem]">
      {notice && (
        <div ref={content} className="grid gap-6 p-5 sm:p-6">
          <div className="text-ink-2">{notice.text}</div>
          <div className="grid gap-2">
            <Button wide onClick={notice.action.onPress}>
              {notice.action.label}
            </Button>
            {notice.other && (
              <Button wide variant="quiet" onClick={notice.other.onPress}>
                {notice.other.label}
              </Button>
            )}
          </div>
        </div>
      )}
    </Dialog>
  );
}
