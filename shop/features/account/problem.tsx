import { formatWait } from '#domain/calendar/wait.ts';
import { useSecondsLeft } from '#ui/hooks/use-seconds-left.ts';

type Props = { text?: string /** When it may be tried again; 0 if at once. */; waitUntil?: number };

/** The server's refusal; with a wait, a countdown to its end. */
export function Problem({ text, waitUntil = 0 }: Props) {
  const left = useSecondsLeft(waitUntil);
  return (
    <div role="alert" className="empty:hidden">
      {text && waitUntil === 0 && <p className={look}>{text}</p>}
      {text && waitUntil > 0 && left > 0 && (
        <p className={look}>
          {/* Announced once, as the server worded it; the countdown is visual only. */}
          <span className="sr-only">{text}</span>
          <span aria-hidden className="tabular">
            יותר מדי ניסיונות. אפשר לנסות שוב בעוד {formatWait(left)}
          </span>
        </p>
      )}
    </div>
  );
}

const look = 'rounded-md bg-danger-wash px-4 py-3 font-medium text-danger';
