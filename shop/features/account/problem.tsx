import { formatWait } from '#domain/calendar/wait.ts';
import { useCountdown } from './sign-in/use-countdown.ts';

type Props = { text?: string /** When it may be tried again; 0 if at once. */; waitUntil?: number };

/** What the server refused, in its own words; where there is a wait, the time runs down to the moment when it is over. */
export function Problem({ text, waitUntil = 0 }: Props) {
  const left = useCountdown(waitUntil);
  return (
    <div role="alert" className="empty:hidden">
      {text && waitUntil === 0 && <p className={look}>{text}</p>}
      {text && waitUntil > 0 && left > 0 && (
        <p className={look}>
          {/* Said once, as the server put it; shown as the time runs. */}
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
