import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { IN_DOUBT } from '#domain/orders/states.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Price } from '#ui/price.tsx';
import { DiscountRows } from '../../cart/totals.tsx';
import { DueAtHandover } from '../../order/due-at-handover.tsx';
import { OrderRefunds } from '../../order/order-refunds.tsx';
import { OrderTradeIn } from '../../order/order-trade-in.tsx';

const means: Record<Order['payment_method'], string> = {
  card: 'כרטיס אשראי',
  instalments: 'כרטיס אשראי בתשלומים',
  financing: 'מימון',
  deposit: 'דמי שריון',
};

type Props = {
  order: Order;
  /** Staff deal with a notice of its cancellation: the buyer has nothing to pay. */
  cancelling: boolean;
  /** Where the remainder is paid; `null`: nothing is to be paid now. */
  payPath: string | null;
};

/** The order's total, payment method and remainder. */
export function OrderBill({ order, cancelling, payPath }: Props) {
  const toPay = order.balance?.amount ?? order.amount_to_pay;
  return (
    <section aria-labelledby="bill" className="grid content-start gap-5 rounded-xl bg-ground-2 p-5 sm:p-8">
      <h2 id="bill" className="text-xl">
        סיכום
      </h2>
      <dl className="grid gap-2">
        <Row label="סכום ביניים">
          <Price value={order.total_cart_price} />
        </Row>
        <DiscountRows discounts={order.order_discounts} />
        <Row label={order.delivery.name || 'משלוח'}>
          {order.delivery.final_price > 0 ? (
            <Price value={order.delivery.final_price} />
          ) : (
            <span className="font-medium text-success">חינם</span>
          )}
        </Row>
        <div className="flex justify-between gap-4 border-t border-line-strong pt-3 text-lg font-bold">
          <dt>סה״כ כולל מע״מ</dt>
          <dd>
            <Price value={order.total_order_price} />
          </dd>
        </div>
        <Row label="אמצעי תשלום">
          {order.wallet ? <bdi>{order.wallet}</bdi> : means[order.payment_method]}
          {order.payments_count > 1 && ` (${order.payments_count})`}
          {order.card && (
            <>
              {' '}
              <bdi dir="ltr">•••• {order.card.last4}</bdi>
            </>
          )}
        </Row>
        {order.finance && (
          <Row label="המימון שביקשתם">
            {order.finance.months} × <Price value={order.finance.monthly} />
          </Row>
        )}
      </dl>
      {order.deposit !== null && ['paid', 'authorised'].includes(order.payment_status) && (
        <dl>
          <Row label={order.payment_status === 'paid' ? 'דמי שריון ששולמו' : 'דמי שריון שמורים בכרטיס'}>
            <Price value={order.deposit} />
          </Row>
        </dl>
      )}
      {order.finance && (
        <p className="text-xs text-ink-3">
          <bdi>{order.finance.plan.lender}</bdi>. {LOAN_WARNING}.
        </p>
      )}
      <OrderRefunds order={order} />
      <OrderTradeIn order={order} cancelling={cancelling} />
      {!order.returned && !cancelling && <DueAtHandover order={order} />}
      {toPay > 0 && payPath && (
        <div className="grid gap-3">
          <p className="flex items-baseline justify-between gap-4 font-semibold">
            <span>נותר לתשלום</span>
            <Price value={toPay} className="text-2xl font-black" />
          </p>
          <ButtonLink to={payPath} size="lg" wide>
            לתשלום
          </ButtonLink>
        </div>
      )}
      {toPay > 0 && order.in_doubt && <p className="font-semibold text-warning">{IN_DOUBT}</p>}
    </section>
  );
}

const Row = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 text-ink-2">
    <dt>
      <bdi>{label}</bdi>
    </dt>
    <dd className="text-end text-ink">{children}</dd>
  </div>
);
