import { Pencil } from 'lucide-react';
import type { Order } from '#contract/checkout/orders.ts';
import { Button } from '#ui/button.tsx';
import { useTitle } from '#ui/hooks/use-title.ts';
import { useStore } from '~/store.ts';
import { OrderDetails } from '../order-page/order-details.tsx';
import { OrderLines } from '../order-page/order-lines.tsx';
import { PaymentPanel } from '../payment/payment-panel.tsx';
import type { PaymentPage } from '../placing.ts';
import { StepBar } from '../step-bar.tsx';
import { stepsOf } from '../steps.ts';

type Props = {
  order: Order;
  secret: string;
  page: PaymentPage;
  /** Whose purchase the order was; none where it was placed on another device. */
  uid: string | null | undefined;
  /** Whose purchase was opened. */
  opened: string | null;
  onPaid: (order: Order) => void;
  onExpired: () => void;
  /** `said`: what to tell once it is given up. */
  onLeave: (said?: string) => void;
};

/** The end of step 4: the order as it was placed, and the gateway's page. Drawn of the order alone, so that a reload shows the same. */
export function OpenPayment({ order, secret, page, uid, opened, onPaid, onExpired, onLeave }: Props) {
  const { store } = useStore();
  useTitle(`תשלום | ${store.name}`);
  const isOpenHere = uid !== undefined && (uid === opened || opened === null);
  return (
    <div className="page grid grid-cols-1 gap-6 pt-6 pb-12 lg:gap-10 lg:pt-10 lg:pb-24">
      {isOpenHere && (
        <div className="mx-auto w-full max-w-3xl">
          <StepBar steps={stepsOf(uid)} current={4} lastOpen={4} />
        </div>
      )}
      <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-16">
        <div className="grid content-start gap-8">
          <header className="grid gap-3">
            <h1 id="step-title" tabIndex={-1} className="text-2xl focus:outline-none">
              {isOpenHere ? 'תשלום' : 'יש לכם הזמנה שמחכה לתשלום'}
            </h1>
            <p className="text-ink-2">
              הזמנה{' '}
              <bdi dir="ltr" className="tabular font-semibold">
                {order.number}
              </bdi>{' '}
              נרשמה. {isOpenHere ? 'נשאר רק לשלם.' : 'כדי להזמין דבר אחר, שלמו עליה או ותרו עליה קודם.'}
            </p>
          </header>
          <PaymentPanel secret={secret} order={order} page={page} onPaid={onPaid} onExpired={onExpired} />
          <OrderDetails order={order} />
          <div className="grid justify-items-start gap-2">
            <Button variant="secondary" onClick={() => onLeave(isOpenHere ? undefined : 'ההזמנה בוטלה בלי חיוב')}>
              {isOpenHere ? (
                <>
                  <Pencil aria-hidden className="size-4" /> שינוי הפרטים
                </>
              ) : (
                'ויתור על ההזמנה'
              )}
            </Button>
            <p className="text-sm text-ink-3">ההזמנה תבוטל בלי חיוב והפריטים ישוחררו. אפשר יהיה להזמין אותם מחדש.</p>
          </div>
        </div>
        <OrderLines order={order} />
      </div>
    </div>
  );
}
