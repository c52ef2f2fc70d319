import { dueBeforeHandover, listed, roadPrice } from '#domain/catalogue/road-price.ts';
import { Price } from './price.tsx';

type Props = { fees: { name: string; price: number }[]; delivery: string; total: number };

/**
 * Lines below a total and not part of it: a vehicle's fees, paid before the handover, and what it comes to with them; nothing for other
 * goods. `delivery`: the kind of it.
 */
export function RoadFees({ fees, delivery, total }: Props) {
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
        <div className="flex items-baseline justify-between gap-4">
          <dt>סה״כ עם העלויות האלה</dt>
          <dd className="tabular">
            <Price value={roadPrice(total, fees)} />
          </dd>
        </div>
      </dl>
      <p className="text-xs text-ink-3">
        {listed(fees.map(({ name }) => name))}. לא כלול בסה״כ ההזמנה, ומשלמים לפני המסירה.
      </p>
    </div>
  );
}
