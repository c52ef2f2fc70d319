import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import type { TaskState as State } from '#domain/orders/handover-tasks.ts';
import { financingSteps } from './financing-steps.tsx';
import { TaskState } from './tasks/task-state.tsx';
import { type BuyerTasks, visitInWords } from './tasks/task-summary.tsx';

type Step = { title: string; text: ReactNode; state?: State | undefined; words?: string };
type Props = { order: Order; tasks: BuyerTasks };

/**
 * Papers and steps before a vehicle's handover, in sequence, a lender's decision first, with how those stand that the
 * buyer does here. The last one is the handover itself.
 */
export function HandoverSteps({ order, tasks: { tasks, visit } }: Props) {
  const { handover, handover_title } = order;
  if (handover.length === 0) return null;
  const steps: Step[] = handover.map((step, at) => {
    if (visit && at === handover.length - 1) {
      const text = `המסירה נקבעה ל${visitInWords(visit.starts_at)}, בתיאום עם סניף ${visit.branch}.`;
      return { ...step, text, state: 'checked' as const, words: 'המועד נקבע' };
    }
    return { ...step, state: tasks.find(({ title }) => title === step.title)?.state };
  });
  if (order.status === 'payment' && order.payment_method === 'financing')
    steps.unshift({
      title: 'אישור המימון',
      text: financingSteps(order).map((text, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never moves
        <p key={i}>{text}</p>
      )),
    });
  return (
    <section aria-labelledby="handover-title" className="print-flow grid gap-4">
      <h2 id="handover-title" className="text-xl">
        {handover_title}
      </h2>
      <ol className="print-flow grid gap-5">
        {steps.map(({ title, text, state, ...words }, at) => (
          <li key={title} className="grid grid-cols-[2rem_1fr] gap-4">
            <span
              aria-hidden
              className="tabular grid size-8 place-items-center rounded-full bg-action-wash text-sm font-bold text-action-ink"
            >
              {at + 1}
            </span>
            <div className="max-w-[65ch] pt-0.5">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                {title}
                {state && <TaskState state={state} {...words} />}
              </p>
              <div className="text-ink-2">{text}</div>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
