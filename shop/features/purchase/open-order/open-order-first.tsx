import { Pencil } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreateOrderBody, Order } from '#contract/checkout/orders.ts';
import { Button } from '#ui/button.tsx';
import { useTitle } from '#ui/hooks/use-title.ts';
import { useToast } from '#ui/toasts.tsx';
import { useStore } from '~/store.ts';
import { forgetKnownOrder, onKnownOrder, readKnownOrder } from '../../order/known-order.ts';
import {
  abandonPurchase,
  CLOSED,
  findPurchaseState,
  hasOpenPurchase,
  order,
  type PurchaseState,
  PurchaseStateContext,
  resubmitOrder,
} from '../basket/purchase-state.ts';
import { madeOf, writeDone } from '../basket/purchase-storage.ts';
import { Loading } from '../loading.tsx';
import { OrderDetails } from '../order-page/order-details.tsx';
import { OrderLines } from '../order-page/order-lines.tsx';
import { PaymentPanel } from '../payment/payment-panel.tsx';
import { finishedPath, type PaymentPage } from '../place-order.ts';
import { StepBar } from '../step-bar.tsx';
import { stepsOf } from '../steps.ts';
import { Finished } from './finished.tsx';
import { Unanswered } from './unanswered.tsx';

/** `unknown`: storage has not been read; `asking`, `placing`, `leaving`: a call is on its way. */
type Phase = PurchaseState | { name: 'unknown' | 'asking' | 'placing' | 'leaving' };

type Props = {
  /** Whose purchase was opened: of a product, a configuration, or (`null`) the cart. */
  uid: string | null;
  /** The account's order that waits for payment: its secret. */
  account: string | null;
  children: ReactNode;
};

/**
 * Shows an open order instead of the steps, whatever the basket and the stock are: the order itself holds the goods
 * that are missing there. Without an open order it shows the steps (`children`).
 */
export function OpenOrderFirst({ uid, account, children }: Props) {
  const [phase, setPhase] = useState<Phase>({ name: 'unknown' });
  const navigate = useNavigate();
  const toast = useToast();
  const openedAt = useRef(Date.now());
  const currentPhase = useRef(phase);
  currentPhase.current = phase;
  const returned = useRef(false);
  if (phase.name === 'paying' || phase.name === 'unanswered' || phase.name === 'bought') returned.current = true;

  const show = useCallback(
    (state: PurchaseState) => {
      if (state.name === 'free' && state.message) toast({ kind: 'danger', title: state.message });
      setPhase(state);
      if (state.name === 'finished') navigate(finishedPath(state.order, state.secret));
    },
    [navigate, toast],
  );

  const ask = useCallback(async () => {
    setPhase({ name: 'asking' });
    show(await findPurchaseState(uid, account));
  }, [uid, account, show]);

  // Before the first paint, so that the steps don't show for a moment what is missing because it was ordered.
  useLayoutEffect(() => {
    const { current } = currentPhase;
    // What was bought is no news of another purchase, opened in its place.
    const isOfAnother = current.name === 'bought' && current.done.uid !== uid;
    if (current.name !== 'unknown' && current.name !== 'free' && !isOfAnother) return;
    if (hasOpenPurchase(account)) void ask();
    else setPhase({ name: 'free' });
  }, [uid, account, ask]);

  // Another tab has ordered, or this page comes out of the browser's own cache.
  useEffect(() => {
    const askIfOrdered = () => {
      if (currentPhase.current.name === 'free' && readKnownOrder()) void ask();
    };
    const onShow = (event: PageTransitionEvent) => event.persisted && askIfOrdered();
    const stop = onKnownOrder(askIfOrdered);
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onShow);
    };
  }, [ask]);

  const place = useCallback(
    async (body: CreateOrderBody) => {
      setPhase({ name: 'placing' });
      const { state, refused } = await order(body, madeOf(uid), openedAt.current);
      show(state);
      return refused;
    },
    [uid, show],
  );

  async function leave(secret: string | null, of: string | null, announcement?: string) {
    setPhase({ name: 'leaving' });
    const state = await abandonPurchase(secret, of);
    if (state.name === 'free' && announcement) toast({ kind: 'success', title: announcement });
    // Back to the details of what was ordered, where no other purchase was opened.
    if (state.name === 'free' && (uid === null || uid === of))
      navigate(`/purchase?${new URLSearchParams({ ...(of !== null && { uid: of }), step: '4' })}`, { replace: true });
    show(state);
  }

  async function retry(body: CreateOrderBody | null) {
    if (!body) return ask();
    setPhase({ name: 'asking' });
    const { state, refused } = await resubmitOrder(body);
    show(refused ? { name: 'free', message: refused.message } : state);
  }

  function expired(secret: string) {
    forgetKnownOrder(secret);
    show({ name: 'free', message: CLOSED });
  }

  const isFree = phase.name === 'free' || phase.name === 'placing';
  const placing = phase.name === 'placing';
  const value = useMemo(() => ({ isFree, placing, place, returned: returned.current }), [isFree, placing, place]);

  switch (phase.name) {
    case 'asking':
    case 'finished':
      return <Waiting />;
    case 'leaving':
      return <Waiting text="חוזרים לפרטים…" />;
    case 'paying':
      return (
        <OpenPayment
          key={phase.secret}
          {...phase}
          opened={uid}
          onPaid={(paid) => navigate(finishedPath(paid, phase.secret))}
          onExpired={() => expired(phase.secret)}
          onLeave={(announcement) => void leave(phase.secret, phase.uid ?? null, announcement)}
        />
      );
    case 'bought':
      return (
        <Finished
          done={phase.done}
          onAgain={() => {
            openedAt.current = Date.now();
            writeDone(null);
            setPhase({ name: 'free' });
          }}
        />
      );
    case 'unanswered':
      return (
        <Unanswered
          message={phase.message}
          earlier={phase.earlier}
          onRetry={() => void retry(phase.body)}
          onEdit={() => void leave(null, uid)}
        />
      );
    default:
      return <PurchaseStateContext value={value}>{children}</PurchaseStateContext>;
  }
}

const Waiting = ({ text }: { text?: string }) => (
  <div className="page py-10">
    <Loading text={text} />
  </div>
);

type OpenPaymentProps = {
  order: Order;
  secret: string;
  /** `null`: its cancellation was requested, and there is nothing to pay for now. */
  page: PaymentPage | null;
  /** Whose purchase the order was; none where it was placed on another device. */
  uid: string | null | undefined;
  /** Whose purchase was opened. */
  opened: string | null;
  onPaid: (order: Order) => void;
  onExpired: () => void;
  /** `said`: what to tell once it is given up. */
  onLeave: (said?: string) => void;
};

/**
 * The end of step 4: the order as it was placed, and the gateway's page. Drawn of the order alone, so that a reload
 * shows the same.
 */
function OpenPayment({ order, secret, page, uid, opened, onPaid, onExpired, onLeave }: OpenPaymentProps) {
  const { store } = useStore();
  useTitle(`${page ? 'תשלום' : 'הביטול בטיפול'} | ${store.name}`);
  const isOpenHere = page !== null && uid !== undefined && (uid === opened || opened === null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (!page) heading.current?.focus();
  }, [page]);
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
            <h1 id="step-title" ref={heading} tabIndex={-1} className="text-2xl focus:outline-none">
              {isOpenHere ? 'תשלום' : page ? 'יש לכם הזמנה שמחכה לתשלום' : 'הביטול בטיפול'}
            </h1>
            <p className="text-ink-2">
              הזמנה{' '}
              <bdi dir="ltr" className="tabular font-semibold">
                {order.number}
              </bdi>{' '}
              {isOpenHere && 'נרשמה. נשאר רק לשלם.'}
              {page && !isOpenHere && 'נרשמה. כדי להזמין דבר אחר, שלמו עליה או ותרו עליה קודם.'}
              {!page && 'לא שולמה, ובינתיים אין צורך לשלם. כדי להזמין דבר אחר כבר עכשיו, אפשר לוותר עליה.'}
            </p>
          </header>
          {page && <PaymentPanel secret={secret} order={order} page={page} onPaid={onPaid} onExpired={onExpired} />}
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
