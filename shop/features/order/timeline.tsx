import { Check, ClipboardCheck, CreditCard, type LucideIcon, Truck, Wrench } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { orderStageLabel, stagesDone } from '#domain/orders/states.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

type Stage = Order['timeline'][number]['stage'];

const icons: Record<Stage, LucideIcon> = {
  payment: CreditCard,
  accepted: ClipboardCheck,
  in_process: Wrench,
  delivery: Truck,
};

/** Of an order that waits for its financing, and is charged nothing here. */
const financed: Partial<Record<Stage, string>> = { payment: 'אישור המימון', accepted: 'אושרה' };
const nameOf = (stage: Stage, { payment_method }: Order): string =>
  (payment_method === 'financing' && financed[stage]) || orderStageLabel[stage];

/** With large letters on a phone the stages stand one below the other. */
const large = '@max-[16rem]:justify-items-start @max-[16rem]:before:hidden';

/** The four stages of an order, with the time at which each was reached: on its own page and in the personal area. */
export function Timeline({ order }: { order: Order }) {
  const current = stagesDone(order.status);
  return (
    <section aria-label="שלבי ההזמנה" className="@container mx-auto w-full max-w-3xl">
      <ol className="flex @max-[16rem]:grid @max-[16rem]:gap-4">
        {order.timeline.map(({ stage, at }, i) => {
          const done = i < current;
          const reached = i <= current;
          return (
            <li
              key={stage}
              aria-current={i === current ? 'step' : undefined}
              className={classNames(
                'relative grid flex-1 content-start justify-items-center gap-1 text-center',
                large,
                i > 0 &&
                  'before:absolute before:top-[1.45rem] before:start-[calc(-50%+1.9rem)] before:end-[calc(50%+1.9rem)] before:h-0.5',
                i > 0 && (reached ? 'before:bg-success' : 'before:bg-line'),
              )}
            >
              <Mark stage={stage} state={done ? 'done' : reached ? 'current' : 'ahead'} />
              <span className={classNames('text-sm', reached ? 'font-bold' : 'text-ink-3')}>
                {nameOf(stage, order)}
                <span className="sr-only"> – {done ? 'הושלם' : reached ? 'עכשיו' : 'בהמשך'}</span>
              </span>
              {reached && at && (
                <time dateTime={at} className="tabular text-xs text-ink-3">
                  <bdi dir="ltr">{formatDate(at)}</bdi> <bdi dir="ltr">{formatTime(at)}</bdi>
                </time>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}

const marks = {
  done: 'bg-success-wash text-success',
  current: 'bg-ground-2 text-ink shadow-[inset_0_0_0_2px_currentColor]',
  ahead: 'bg-ground-2 text-ink-3',
};

function Mark({ stage, state }: { stage: Stage; state: keyof typeof marks }) {
  const Icon = state === 'done' ? Check : icons[stage];
  return (
    <span className={classNames('grid size-12 place-items-center rounded-full', marks[state])}>
      <Icon aria-hidden className={classNames('size-5', Icon === Truck && 'rtl:-scale-x-100')} />
    </span>
  );
}
