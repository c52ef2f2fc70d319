import { Lock } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { instalmentsText } from '#domain/money/instalments.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Price } from '#ui/price.tsx';
import { ApiError, call, messageOf } from '~/api.ts';
import { isOrderInDoubt, type PaymentPage } from '../placing.ts';
import { HoldCountdown } from './hold-countdown.tsx';
import { PaymentFrame } from './payment-frame.tsx';
import { Declined, InDoubt, PageProblem, Processing, Stopped } from './payment-states.tsx';
import { usePaymentWatch } from './use-payment-watch.ts';

type Props = {
  secret: string;
  order: Order;
  page: PaymentPage;
  onPaid: (order: Order) => void;
  /** The goods were released: it can only be ordered anew. */
  onExpired: () => void;
};

/** What stands in the place of the frame. */
type View = { name: 'frame' } | { name: 'processing' } | { name: 'stopped' } | { name: 'problem'; message: string };

const checkOrder = (body: { secret: string; returned: boolean }, signal: AbortSignal): Promise<Order> =>
  call('POST /api/orders/check-payment', { body }, { signal });

/** The gateway's page in its frame, watched until it is paid. A declined card gets a new page. */
export function PaymentPanel({ secret, order: first, page: firstPage, onPaid, onExpired }: Props) {
  const [order, setOrder] = useState(first);
  const [page, setPage] = useState(firstPage);
  const [view, setView] = useState<View>({ name: 'frame' });
  const [declined, setDeclined] = useState(first.payment_status === 'failed');
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  const part = useRef<HTMLElement>(null);
  const isInDoubt = isOrderInDoubt(order);
  const stage = isInDoubt ? null : view;
  const began = useRef(stage);
  // What had the focus (the frame, a button) makes room for something else.
  useEffect(() => {
    if (stage === began.current) return;
    part.current?.focus({ preventScroll: true });
    part.current?.scrollIntoView({ block: stage?.name === 'frame' ? 'start' : 'nearest' });
  }, [stage]);

  const renew = useCallback(async () => {
    try {
      setPage(await call('POST /api/receipts/get-payment-link', { body: { secret } }));
      setView({ name: 'frame' });
    } catch (error) {
      if (error instanceof ApiError && error.reply.error_code === 'ORDER_EXPIRED') onExpired();
      else setView({ name: 'problem', message: messageOf(error) });
    }
  }, [secret, onExpired]);

  usePaymentWatch(secret, checkOrder, (now, returned, cancelled) => {
    setOrder(now);
    if (now.paid_at !== null) return onPaid(now);
    if (now.status === 'cancelled') return onExpired();
    if (view.name !== 'frame' && view.name !== 'processing') return;
    // Told together with the new page: who reads it types into that one.
    if (now.payment_status === 'failed') return renew().then(() => setDeclined(true));
    if (now.payment_status === 'cancelled' || cancelled) return setView({ name: 'stopped' });
    if (returned) setView({ name: 'processing' });
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
      <div role="alert">{declined && view.name === 'frame' && <Declined />}</div>
      <div role="status" className="contents">
        {isInDoubt && <InDoubt />}
        {!isInDoubt && view.name === 'processing' && <Processing onBack={renew} />}
        {view.name === 'stopped' && <Stopped onBack={renew} />}
      </div>
      {view.name === 'problem' && <PageProblem message={view.message} onRetry={renew} />}
      {!isInDoubt && view.name === 'frame' && <PaymentFrame page={page} />}
    </section>
  );
}
