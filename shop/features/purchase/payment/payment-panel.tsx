import { Lock } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { instalmentsText } from '#domain/money/instalments.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';
import { call } from '~/api.ts';
import { isOrderInDoubt } from '~/features/order/order-in-doubt.ts';
import { isRefusal, type PaymentPage } from '../place-order.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { PaymentView, usePaymentView } from './payment-view.tsx';
import { usePaymentWatch } from './use-payment-watch.ts';

type Props = {
  secret: string;
  order: Order;
  page: PaymentPage;
  onPaid: (order: Order) => void;
  /** The goods were released: it can only be ordered anew. */
  onExpired: () => void;
};

const checkOrder = (body: { secret: string; returned: boolean }, signal: AbortSignal): Promise<Order> =>
  call('POST /api/orders/check-payment', { body }, { signal });

/** The gateway's page in its frame, watched until it is paid. */
export function PaymentPanel({ secret, order: first, page, onPaid, onExpired }: Props) {
  const [order, setOrder] = useState(first);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const getPage = () =>
    call('POST /api/receipts/get-payment-link', { body: { secret } }).catch((error) => {
      if (!isRefusal(error, 'ORDER_EXPIRED')) throw error;
      onExpired();
      return null;
    });
  const isDeclined = first.payment_status === 'failed';
  const { view, declined, part, open, follow } = usePaymentView(page, isDeclined, getPage, isOrderInDoubt(order));

  usePaymentWatch(secret, checkOrder, (checkedOrder, ...back) => {
    setOrder(checkedOrder);
    if (checkedOrder.paid_at !== null) return onPaid(checkedOrder);
    if (checkedOrder.status === 'cancelled') return onExpired();
    return follow(checkedOrder.payment_status, ...back);
  });

  return (
    <section
      ref={part}
      tabIndex={-1}
      aria-labelledby="payment-title"
      className="grid scroll-mt-24 gap-4 focus:outline-none"
    >
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="payment-title" ref={title} tabIndex={-1} className="text-xl focus:outline-none">
          <Lock aria-hidden className="me-1 inline size-5 align-[-0.125em] text-ink-3" /> תשלום מאובטח
        </h2>
        <p
          className={classNames(
            'text-lg',
            order.amount_to_pay === order.total_order_price && order.payments_count === 1 && 'max-lg:hidden',
          )}
        >
          לתשלום <Price value={order.amount_to_pay} className="font-bold" />
          {order.payments_count > 1 && (
            <span className="block text-sm text-ink-2">
              ב־{instalmentsText(order.amount_to_pay, order.payments_count)}
            </span>
          )}
        </p>
      </header>
      {order.hold_seconds !== null && <HoldCountdown order={order} secret={secret} onExtended={setOrder} />}
      <PaymentView view={view} declined={declined} onOpen={open} />
    </section>
  );
}
