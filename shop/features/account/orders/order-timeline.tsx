import { Check } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { orderStageLabel, stagesDone } from '#domain/orders/states.ts';
import { formatLongDate, formatTime } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

type State = 'done' | 'current' | 'ahead';

const circles: Record<State, string> = {
  done: 'bg-success text-ground',
  current: 'bg-ground text-ink shadow-[inset_0_0_0_2px_currentColor]',
  ahead: 'bg-ground-3 text-ink-3',
};
const spoken: Record<State, string> = { done: 'הושלם', current: 'עכשיו', ahead: 'בהמשך' };

/** The four stages of an order with their times, and the current one. Vertical on a phone. */
export function OrderTimeline({ order }: { order: Order }) {
  const done = stagesDone(order.status);
  return (
    <ol className="grid sm:grid-cols-[1fr_1fr_1fr_auto]">
      {order.timeline.map(({ stage, at }, index) => (
        <Stage
          key={stage}
          number={index + 1}
          label={orderStageLabel[stage]}
          at={at}
          state={index < done ? 'done' : index === done ? 'current' : 'ahead'}
          last={index === order.timeline.length - 1}
        />
      ))}
    </ol>
  );
}

type StageProps = { number: number; label: string; at: string | null; state: State; last: boolean };

function Stage({ number, label, at, state, last }: StageProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="relative flex gap-4 pb-6 last:pb-0 sm:flex-col sm:gap-3 sm:pb-0"
    >
      {!last && (
        <span
          aria-hidden
          className={classNames(
            'absolute start-[1.1875rem] top-10 bottom-0 w-0.5 sm:start-10 sm:end-0 sm:top-[1.1875rem] sm:bottom-auto sm:h-0.5 sm:w-auto',
            state === 'done' ? 'bg-success' : 'bg-line',
          )}
        />
      )}
      <span
        aria-hidden
        className={classNames(
          'tabular grid size-10 shrink-0 place-items-center rounded-full font-bold',
          circles[state],
        )}
      >
        {state === 'done' ? <Check className="size-5" /> : number}
      </span>
      <div className="pt-1.5 sm:pt-0">
        <p className={state === 'ahead' ? 'text-ink-3' : 'font-semibold'}>
          {label}
          <span className="sr-only"> – {spoken[state]}</span>
        </p>
        {state !== 'ahead' && at && (
          <p className="text-sm text-ink-2">
            {formatLongDate(at)}, <bdi dir="ltr">{formatTime(at)}</bdi>
          </p>
        )}
      </div>
    </li>
  );
}
