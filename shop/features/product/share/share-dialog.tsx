import { MessageCircle } from 'lucide-react';
import { useId } from 'react';
import { buttonLook } from '#ui/button.tsx';
import { Dialog, opensHere } from '#ui/dialog.tsx';

type Props = { name: string; url: string; open: boolean; onClose: () => void };

/** For browsers without sharing and clipboard. */
export default function ShareDialog({ name, url, open, onClose }: Props) {
  const id = useId();
  return (
    <Dialog open={open} onClose={onClose} title="שיתוף הקישור">
      <div className="grid gap-4 p-5">
        <div>
          <label htmlFor={id} className="mb-1.5 block text-sm font-medium text-ink-2">
            הקישור אל <bdi>{name}</bdi>, מסומן ומוכן להעתקה
          </label>
          <input
            id={id}
            ref={opensHere}
            readOnly
            dir="ltr"
            value={url}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onClick={({ currentTarget }) => currentTarget.select()}
            className="h-12 w-full rounded-md border border-line-strong bg-ground px-4"
          />
        </div>
        <a
          href={`https://wa.me/?text=${encodeURIComponent(`${name}\n${url}`)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonLook({ wide: true })}
        >
          <MessageCircle aria-hidden className="size-5" />
          <span>
            שליחה ב־<bdi>WhatsApp</bdi>
          </span>
        </a>
      </div>
    </Dialog>
  );
}
