import type { Order } from '#contract/checkout/orders.ts';

/** Papers and steps before a vehicle's handover, in sequence. */
export function HandoverSteps({ order: { handover: steps, handover_title } }: { order: Order }) {
  if (steps.length === 0) return null;
  return (
    <section aria-labelledby="handover-title" className="print-flow grid gap-4">
      <h2 id="handover-title" className="text-xl">
        {handover_title}
      </h2>
      <ol className="print-flow grid gap-5">
        {steps.map(({ title, text }, at) => (
          <li key={text} className="grid grid-cols-[2rem_1fr] gap-4">
            <span
              aria-hidden
              className="tabular grid size-8 place-items-center rounded-full bg-action-wash text-sm font-bold text-action-ink"
            >
              {at + 1}
            </span>
            <div className="max-w-[65ch] pt-0.5">
              <p className="font-semibold">{title}</p>
              <p className="text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
