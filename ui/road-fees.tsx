import { dueBeforeHandover, listed, roadPrice } from '#domain/catalogue/road-price.ts';
import { Price } from './price.tsx';

/** A line below a total and not part of it: a vehicle's fees, paid before the handover; nothing for other goods. `delivery`: the kind of it. */
export function RoadFees({ fees, delivery }: { fees: { name: string; price: number }[]; delivery: string }) {
  if (fees.length === 0) return null;
  return (
    <div className="grid gap-1 border-t border-line pt-3 text-sm">
      <dl>
        <div className="flex items-baseline justify-between gap-4 font-semibold">
          <dt>{dueBeforeHandover([delivery])}</dt>
          <dd className="tabular">
            <Price value={roadPrice(0, fees)} />
          </dd>
        </div>
      </dl>
      <p className="text-xs text-ink-3">
        {listed(fees.map(({ name }) => name))}. לא כלול בסכום שלמעלה, ומשלמים לפני המסירה.
      </p>
    </div>
  );
}
