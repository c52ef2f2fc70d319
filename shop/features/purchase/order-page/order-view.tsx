import { Printer, Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import type { Order } from '#contract/checkout/orders.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import { Price } from '#ui/price.tsx';
import { cancellationFrom, nameOfCancelling } from '~/features/order/cancellation-from.ts';
import { CancellationNotices } from '~/features/order/cancellation-notices.tsx';
import { endOf } from '~/features/order/ended.ts';
import { HandoverSteps } from '~/features/order/handover-steps.tsx';
import { OrderDocuments } from '~/features/order/order-documents.tsx';
import { isOrderInDoubt } from '~/features/order/order-in-doubt.ts';
import { Parcels } from '~/features/order/parcels.tsx';
import type { Seller } from '~/features/order/seller-on-paper.tsx';
import { type BuyerTasks, TaskSummary } from '~/features/order/tasks/task-summary.tsx';
import { Timeline } from '~/features/order/timeline.tsx';
import { track } from '~/track.ts';
import { emptyCalculation } from '../../cart/basket.ts';
import { cart } from '../../cart/cart-store.ts';
import { notBought } from '../../cart/line-changes.ts';
import { chooseTradeIn } from '../../finance/chosen-trade-in.ts';
import { completePurchase, isOver } from '../basket/purchase-state.ts';
import { PayOrder } from '../payment/pay-order.tsx';
import { AbandonOrder } from './abandon-order.tsx';
import { NextSteps } from './next-steps.tsx';
import { OrderDetails } from './order-details.tsx';
import { OrderHeading } from './order-heading.tsx';
import { OrderLines } from './order-lines.tsx';

type Props = {
  order: Order;
  tasks: BuyerTasks;
  cancelling: boolean;
  seller: Seller | null;
  secret: string;
  thanks: boolean;
};

/** An order after it was placed: right after the purchase, and later by its link. */
export function OrderView({ order: loaded, tasks, cancelling, seller, secret, thanks }: Props) {
  const [order, setOrder] = useState(loaded);
  const { revalidate } = useRevalidator();
  const isAccepted = order.status !== loaded.status && order.amount_to_pay === 0;
  // Paid here: its tasks begin.
  useEffect(() => {
    if (isAccepted) void revalidate();
  }, [isAccepted, revalidate]);
  useBought(order, secret);
  const placed = thanks && order.status !== 'cancelled' && order.amount_to_pay === 0;
  useEffect(() => {
    if (placed) track('order', order);
  }, [placed, order]);
  const payable = order.amount_to_pay > 0 && !isOrderInDoubt(order) && !cancelling;
  const open = endOf(order) === null;
  const heading = useRef<HTMLHeadingElement>(null);
  // The button that cancelled it is gone with it.
  const isAbandoned = order.status === 'cancelled' && loaded.status === 'payment';
  useEffect(() => {
    if (isAbandoned) heading.current?.focus();
  }, [isAbandoned]);
  return (
    <div className="print-flow page grid gap-10 pt-8 pb-16 lg:max-w-280 lg:pt-14 lg:pb-24 print:p-0">
      <OrderHeading order={order} cancelling={cancelling} seller={seller} thanks={thanks} titleRef={heading} />
      <CancellationNotices
        notices={order.cancellation_notices}
        pending={cancelling}
        className="mx-auto rounded-md bg-warning-wash px-4 py-3"
      />
      {payable && <PayOrder order={order} secret={secret} onOrder={setOrder} />}
      {order.balance && open && !cancelling && <Balance {...order.balance} />}
      {open && order.amount_to_pay === 0 && <Timeline order={order} />}
      <div className="print-flow grid gap-10 lg:grid-cols-[minmax(0,1fr)_27rem] lg:gap-x-14">
        {/* Words begin where those of the card beside them do; a card begins where that card does. */}
        <div className="print-flow grid content-start gap-10 lg:pt-7 lg:has-[>.bg-ground-2:first-child]:pt-0">
          {open && order.amount_to_pay === 0 && (
            <>
              <TaskSummary tasks={tasks} cancelling={cancelling} to={`/order/${encodeURIComponent(secret)}/tasks`} />
              {!cancelling && <Next order={order} tasks={tasks} />}
            </>
          )}
          <Parcels parcels={order.parcels} />
          <OrderDetails order={order} />
          <OrderDocuments documents={order.documents} />
        </div>
        <OrderLines order={order} cancelling={cancelling} />
      </div>
      <div className="flex flex-wrap justify-center gap-x-3 gap-y-4 max-sm:flex-col print:hidden">
        <ButtonLink to="/" size="lg" variant={payable ? 'secondary' : 'primary'}>
          המשך בקנייה
        </ButtonLink>
        <Button size="lg" variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" /> הדפסה
        </Button>
        {order.status === 'provided' && !order.returned && (
          <ButtonLink to={`/review/${secret}`} size="lg" variant="secondary">
            <Star aria-hidden className="size-5" /> כתיבת ביקורת
          </ButtonLink>
        )}
        {thanks && (
          <p className="w-full text-center text-sm text-ink-2">
            אפשר לחזור להזמנה מכל מכשיר: בקישור שבהודעה ששלחנו, או בדף{' '}
            <Link to={`/order?order=${order.number}`} className="underline">
              איפה ההזמנה שלי
            </Link>
            .
          </p>
        )}
        {order.status === 'payment' && order.hold_until !== null ? (
          <AbandonOrder secret={secret} onOrder={setOrder} />
        ) : (
          open && <CancellationLink order={order} secret={secret} />
        )}
      </div>
    </div>
  );
}

/** An accepted order that the shop and its buyer agreed to make larger. */
const Balance = ({ amount, path }: NonNullable<Order['balance']>) => (
  <section className="mx-auto grid justify-items-center gap-4 rounded-xl bg-warning-wash p-5 text-center sm:px-8 print:hidden">
    <p>
      ההזמנה עודכנה, ונותר לשלם <Price value={amount} className="font-bold" />.
    </p>
    <ButtonLink to={path} size="lg">
      לתשלום היתרה
    </ButtonLink>
  </section>
);

/** To the law's form, which the order's buyer finds filled in. */
function CancellationLink({ order, secret }: { order: Order; secret: string }) {
  return (
    <p className="w-full text-center">
      <Link
        to={`/cancellation?order=${order.number}`}
        state={cancellationFrom(order, `/order/${encodeURIComponent(secret)}`)}
        className="inline-flex min-h-11 items-center px-3 text-sm text-ink-2 underline hover:text-ink"
      >
        {nameOfCancelling(order, 'ביטול עסקה')}
      </Link>
    </p>
  );
}

/** A vehicle's papers say more than the general steps. */
function Next({ order, tasks }: { order: Order; tasks: BuyerTasks }) {
  const isVehicle = order.handover.length > 0 && order.status !== 'provided';
  return isVehicle ? <HandoverSteps order={order} tasks={tasks} /> : <NextSteps order={order} />;
}

/** Once nothing more is to be paid, what the order was made of is done with: its purchase, or its goods in the cart. */
function useBought(order: Order, secret: string): void {
  const over = isOver(order);
  const withOffer = order.trade_in !== null;
  useEffect(() => {
    const uid = over ? completePurchase(secret) : undefined;
    // The offer that it was placed with goes with no other order.
    if (uid !== undefined && withOffer) chooseTradeIn(null);
    if (uid === null) takeBought(order.lines);
  }, [over, secret, withOffer, order]);
}

/** Takes the goods of a paid order out of the cart that it was made of. Coupons and delivery were the order's. */
function takeBought(lines: Order['lines']): void {
  // Before the page's mount has read the storage it would be empty.
  cart.load();
  const items = notBought(cart.get().items, lines);
  cart.replace({ ...emptyCalculation, items });
  // Without a connection the sums come with the next change.
  if (items.length > 0) cart.change().catch(() => {});
}
