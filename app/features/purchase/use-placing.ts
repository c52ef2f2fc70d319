import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { CreateOrderBody, Order } from '#contract/orders.ts';
import type { CalcCart } from '#contract/sales.ts';
import { type ApiError, messageOf } from '~/api.ts';
import { type Basket, contentsOf, type Quote } from './basket.ts';
import { errorsFromServer, type FieldErrors } from './customer-form.ts';
import {
  finishedPath,
  giveUp,
  isRefusal,
  isUnanswered,
  type OpenedOrder,
  openOrderOf,
  type PaymentPage,
  placeOrder,
  reopenOrder,
  unansweredClick,
  withdraw,
} from './placing.ts';
import { type MadeOf, readAttempt, readOpenOrder, writeOpenOrder } from './purchase-storage.ts';

export type Phase =
  | { name: 'form' }
  /** The form is dimmed and blocked while the order is on its way. */
  | { name: 'placing' }
  /** Likewise while an order is let go, on the way back to the details. */
  | { name: 'leaving' }
  /**
   * No answer, or the gateway is down: what was sent is kept and can be sent again. `earlier`: it was another purchase, or so
   * long ago that nothing is sent before the shopper says so.
   */
  | { name: 'unanswered'; body: CreateOrderBody | null; message: string; earlier?: true }
  /** Nothing is to be paid now, and the goods are held only once the phone is proved. */
  | { name: 'proving'; body: CreateOrderBody }
  /** The total moved between cart and order. */
  | { name: 'changed'; before: Quote; after: CalcCart }
  | { name: 'paying'; order: Order; secret: string; page: PaymentPage };

type Options = { basket: Basket; onFieldErrors: (errors: FieldErrors, message: string) => void };

/** From the click on 'order' to the payment page, over lost answers, changed prices and reloads. */
export function usePlacing({ basket, onFieldErrors }: Options) {
  const [phase, setPhase] = useState<Phase>({ name: 'form' });
  const navigate = useNavigate();
  const latest = useRef({ basket, onFieldErrors });
  latest.current = { basket, onFieldErrors };

  const opened = useCallback(
    (found: OpenedOrder, { uid, made_of }: MadeOf) => {
      writeOpenOrder({ secret: found.secret, uid, made_of });
      if (found.page) setPhase({ name: 'paying', order: found.order, secret: found.secret, page: found.page });
      else navigate(finishedPath(found.order, found.secret));
    },
    [navigate],
  );

  const place = useCallback(
    async (body: CreateOrderBody) => {
      setPhase({ name: 'placing' });
      const made = madeOf(latest.current.basket);
      try {
        opened(await placeOrder(body, made), made);
      } catch (error) {
        setPhase(phaseOf(error, body, latest.current));
      }
    },
    [opened],
  );

  /** The click of another purchase, at the shopper's wish. Its order has a page of its own; what is bought here stays. */
  const placeEarlier = useCallback(
    async (body: CreateOrderBody) => {
      setPhase({ name: 'placing' });
      try {
        const { secret } = await placeOrder(body, madeOf(latest.current.basket));
        navigate(`/order/${encodeURIComponent(secret)}`);
      } catch (error) {
        if (isUnanswered(error))
          return setPhase({ name: 'unanswered', body, message: messageOf(error), earlier: true });
        latest.current.onFieldErrors({}, messageOf(error));
        setPhase({ name: 'form' });
      }
    },
    [navigate],
  );

  const reopen = useCallback(async () => {
    const open = readOpenOrder();
    if (!open) return setPhase({ name: 'form' });
    setPhase({ name: 'placing' });
    try {
      const found = await reopenOrder(open.secret);
      if (found.order.status !== 'cancelled') return opened(found, open);
    } catch (error) {
      if (!isRefusal(error, 'ORDER_NOT_FOUND') && !isRefusal(error, 'ORDER_EXPIRED'))
        return setPhase({ name: 'unanswered', body: null, message: messageOf(error) });
    }
    writeOpenOrder(null);
    setPhase({ name: 'form' });
  }, [opened]);

  /** What this tab was in the middle of. */
  const resume = useCallback(() => {
    const now = madeOf(latest.current.basket);
    const click = unansweredClick(now);
    if (click?.same) void place(click.body);
    else if (click) setPhase({ name: 'unanswered', body: click.body, message: EARLIER, earlier: true });
    else if (openOrderOf(now)) void reopen();
  }, [place, reopen]);

  const resumed = useRef(false);
  const loaded = basket.ready && basket.quote !== null && !basket.calculating;
  useEffect(() => {
    if (!loaded || resumed.current) return;
    resumed.current = true;
    resume();
  }, [loaded, resume]);

  /** Back to the details; what was ordered is let go first, unless it was paid a moment before or is in doubt. */
  const edit = useCallback(async () => {
    const open = readOpenOrder();
    const attempt = readAttempt();
    if (open || attempt) setPhase({ name: 'leaving' });
    try {
      const kept = await withdraw();
      if (kept && attempt) return opened(kept, attempt);
    } catch {
      // It is asked for again before another order takes its place.
    }
    try {
      const kept = open && (await giveUp(open.secret));
      if (kept) return opened(kept, open);
    } catch (error) {
      return setPhase({ name: 'unanswered', body: null, message: messageOf(error) });
    }
    writeOpenOrder(null);
    setPhase({ name: 'form' });
  }, [opened]);

  function retry() {
    if (phase.name !== 'unanswered') return;
    if (!phase.body) void reopen();
    else void (phase.earlier ? placeEarlier(phase.body) : place(phase.body));
  }

  const prove = (body: CreateOrderBody) => setPhase({ name: 'proving', body });

  return { phase, place, prove, edit: () => void edit(), retry };
}

const EARLIER = 'הזמנה קודמת נשלחה ולא התקבלה עליה תשובה, ומאז השתנה תוכן הרכישה או שעבר זמן רב.';

const madeOf = (basket: Basket): MadeOf => ({ uid: basket.choice.uid, made_of: contentsOf(basket) });

function phaseOf(error: unknown, body: CreateOrderBody, { basket, onFieldErrors }: Options): Phase {
  if (isUnanswered(error)) return { name: 'unanswered', body, message: messageOf(error) };
  const { reply } = error as ApiError;
  if (reply.error_code === 'PHONE_NOT_PROVED' || (body.phone_ticket && reply.error_code === 'TICKET_INVALID'))
    return { name: 'proving', body };
  if (reply.error_code === 'CART_CHANGED' && basket.quote) {
    const after = reply.details as CalcCart;
    const before = basket.quote;
    basket.takeOver(after);
    return { name: 'changed', before, after };
  }
  onFieldErrors(errorsFromServer(reply.fields ?? []), reply.message);
  return { name: 'form' };
}
