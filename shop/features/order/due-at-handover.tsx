import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { dueBeforeHandover, listed, roadPrice } from '#domain/catalogue/road-price.ts';
import { Price } from '#ui/price.tsx';

/**
 * All that is paid before the handover, in one sum: what a deposit leaves of the total, and the vehicles' fees, which
 * are no part of it. Nothing for other goods.
 */
export function DueAtHandover({ order }: { order: Order }) {
  const { road_fees: fees, road_price_name: name, delivery, rest, refunds, total_order_price: total } = order;
  if (fees.length === 0 && rest === 0) return null;
  const beforeCredit = order.trade_in?.state === 'estimated' ? ', לפני הזיכוי' : '';
  const due = `${dueBeforeHandover([delivery.kind])}${beforeCredit}`;
  return (
    <div className="grid gap-1 border-t border-line pt-3 text-sm">
      <dl className="grid gap-1">
        {rest > 0 && fees.length > 0 && (
          <>
            <Row label="יתרת ההזמנה" value={rest} />
            {fees.map(({ name, price }) => (
              <Row key={name} label={<bdi>{name}</bdi>} value={price} />
            ))}
          </>
        )}
        <Row label={fees.length > 0 ? due : `יתרה ${due}`} value={roadPrice(rest, fees)} strong />
        {/* The order's total has what was given back, too. */}
        {fees.length > 0 && refunds.length === 0 && (
          <Row label={`${name}${beforeCredit}`} value={roadPrice(total, fees)} />
        )}
      </dl>
      {fees.length > 0 && (
        <p className="text-xs text-ink-3">
          {listed(fees.map(({ name }) => name))}. לא כלול בסה״כ ההזמנה, ומשלמים לפני המסירה.
        </p>
      )}
    </div>
  );
}

const Row = ({ label, value, strong = false }: { label: ReactNode; value: number; strong?: boolean }) => (
  <div
    className={
      strong ? 'flex items-baseline justify-between gap-4 font-semibold' : 'flex items-baseline justify-between gap-4'
    }
  >
    <dt>{label}</dt>
    <dd className="tabular">
      <Price value={value} />
    </dd>
  </div>
);
