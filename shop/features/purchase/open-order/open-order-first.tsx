import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreateOrderBody } from '#contract/checkout/orders.ts';
import { useToast } from '#ui/toasts.tsx';
import { forgetKnownOrder, onKnownOrder, readKnownOrder } from '../../order/known-order.ts';
import {
  abandonPurchase,
  CLOSED,
  findPurchaseState,
  hasOpenPurchase,
  order,
  type PurchaseState,
  resubmitOrder,
} from '../basket/purchase-state.ts';
import { madeOf, writeDone } from '../basket/purchase-storage.ts';
import { PurchaseStateContext } from '../basket/use-purchase-state.ts';
import { Loading } from '../loading.tsx';
import { finishedPath } from '../placing.ts';
import { Finished } from './finished.tsx';
import { OpenPayment } from './open-payment.tsx';
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
 * Shows an open order instead of the steps, whatever the basket and the stock are: the order itself holds the goods that are
 * missing there. Without an open order it shows the steps (`children`).
 */
export function OpenOrderFirst({ uid, account, children }: Props) {
  const [phase, setPhase] = useState<Phase>({ name: 'unknown' });
  const navigate = useNavigate();
  const toast = useToast();
  const opened = useRef(Date.now());
  const now = useRef(phase);
  now.current = phase;
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
    const { current } = now;
    // What was bought is no news of another purchase, opened in its place.
    const isOfAnother = current.name === 'bought' && current.done.uid !== uid;
    if (current.name !== 'unknown' && current.name !== 'free' && !isOfAnother) return;
    if (hasOpenPurchase(account)) void ask();
    else setPhase({ name: 'free' });
  }, [uid, account, ask]);

  // Another tab has ordered, or this page comes out of the browser's own cache.
  useEffect(() => {
    const again = () => {
      if (now.current.name === 'free' && readKnownOrder()) void ask();
    };
    const onShow = (event: PageTransitionEvent) => event.persisted && again();
    const stop = onKnownOrder(again);
    window.addEventListener('pageshow', onShow);
    return () => {
      stop();
      window.removeEventListener('pageshow', onShow);
    };
  }, [ask]);

  const place = useCallback(
    async (body: CreateOrderBody) => {
      setPhase({ name: 'placing' });
      const { state, refused } = await order(body, madeOf(uid), opened.current);
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
            opened.current = Date.now();
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
