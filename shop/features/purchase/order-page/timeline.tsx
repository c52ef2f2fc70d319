import { Check, ClipboardCheck, CreditCard, Truck, Wrench } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { stagesDone } from '#domain/orders/states.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';

const stages = {
  payment: { name: 'תשלום', icon: CreditCard },
  accepted: { name: 'התקבלה', icon: ClipboardCheck },
  in_process: { name: 'בטיפול', icon: Wrench },
  delivery: { name: 'מסירה', icon: Truck },
};

/** Of an order that waits for its financing, and is charged nothing here. */
const financed: Partial<Record<keyof typeof stages, string>> = { payment: 'אישור המימון', accepted: 'אושרה' };
const nameOf = (stage: keyof typeof stages, { payment_method }: Order): string =>
  (payment_method === 'financing' && financed[stage]) || stages[stage].name;

/** With large letters on a phone the stages stand one below the other. */
const large = '@max-[16rem]:justify-items-start @max-[16rem]:before:hidden';

/** The four stages of an order, with the time at which each was reached. */
export function Timeline({ order }: { order: Order }) {
  const current = stagesDone(order.status);
  return (
    <section aria-label="שלבי הטיפול בהזמנה" className="@container mx-auto w-full max-w-3xl">
      <ol className="flex @max-[16rem]:grid @max-[16rem]:gap-4">
        {order.timeline.map(({ stage, at }, i) => {
          const { icon: Icon } = stages[stage];
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
              <span
                className={classNames(
                  'grid size-12 place-items-center rounded-full',
                  done
                    ? 'bg-success-wash text-success'
                    : reached
                      ? 'bg-ground-2 text-ink shadow-[inset_0_0_0_2px_currentColor]'
                      : 'bg-ground-2 text-ink-3',
                )}
              >
                {done ? (
                  <Check aria-hidden className="size-5" />
                ) : (
                  <Icon aria-hidden className={classNames('size-5', stage === 'delivery' && 'rtl:-scale-x-100')} />
                )}
              </span>
              <span className={classNames('text-sm', reached ? 'font-bold' : 'text-ink-3')}>
                {nameOf(stage, order)}
              </span>
              {reached && at ? (
                <time dateTime={at} className="tabular text-xs text-ink-3">
                  <bdi dir="ltr">{formatDate(at)}</bdi> <bdi dir="ltr">{formatTime(at)}</bdi>
                </time>
              ) : (
                <span className="sr-only">עוד לא</span>
              )}
            </li>
          );
        })}
      </ol>
    </section>
  );
}
