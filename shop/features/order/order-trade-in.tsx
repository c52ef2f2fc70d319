import type { Order } from '#contract/checkout/orders.ts';
import { tradeInRest } from '#domain/money/trade-in-credit.ts';
import { AFTER_TRADE_IN_LABEL, TRADE_IN_LABEL } from '#domain/people/trade-in-questions.ts';
import { Price } from '#ui/price.tsx';
import { endOf } from './ended.ts';

type Props = {
  order: Order;
  /** Staff deal with a notice of the order's cancellation: the vehicle isn't waited for. */
  cancelling: boolean;
};

/**
 * The used vehicle that the order was placed with. What the inspection has confirmed is one of the order's discounts.
 */
export function OrderTradeIn({ order, cancelling }: Props) {
  const { trade_in: tradeIn, total_order_price: total } = order;
  // Of an order that has ended the vehicle isn't waited for any more.
  if (!tradeIn || (tradeIn.state === 'estimated' && endOf(order))) return null;
  const { name, state, low, credit, reason } = tradeIn;
  return (
    <section aria-labelledby="order-trade-in" className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 id="order-trade-in" className="font-semibold">
        טרייד־אין: <bdi>{name}</bdi>
      </h3>
      {state === 'estimated' && (
        <>
          <dl className="grid gap-2">
            <Row label={TRADE_IN_LABEL} value={-credit} />
            <Row label={AFTER_TRADE_IN_LABEL} value={total - credit} strong />
          </dl>
          {!cancelling && (
            <p className="text-xs text-ink-3">
              הביאו את הרכב לבדיקה בסניף לפני המסירה. לאחריה הזיכוי יירשם בהזמנה, ומה ששולם ביתר יוחזר.{' '}
              {tradeInRest(low, credit)}
            </p>
          )}
        </>
      )}
      {state === 'confirmed' && <p className="text-success">הרכב נבדק, והזיכוי כלול בסכום ההזמנה.</p>}
      {state === 'rejected' && <p className="text-ink-2">לאחר בדיקת הרכב לא נרשם זיכוי, וההזמנה במחיר המלא.</p>}
      {state !== 'estimated' && reason && (
        <p className="text-ink-2">
          <bdi>{reason}</bdi>
        </p>
      )}
    </section>
  );
}

const Row = ({ label, value, strong = false }: { label: string; value: number; strong?: boolean }) => (
  <div className={strong ? 'flex justify-between gap-4 font-bold' : 'flex justify-between gap-4'}>
    <dt className="min-w-0">{label}</dt>
    <dd>
      <Price value={value} />
    </dd>
  </div>
);
