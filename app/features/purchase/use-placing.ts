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
  isUnanswered,
  type OpenedOrder,
  type PaymentPage,
  placeOrder,
  reopenOrder,
  unansweredBody,
} from './placing.ts';
import { readOpenOrder, writeAttempt, writeOpenOrder } from './purchase-storage.ts';

export type Phase =
  | { name: 'form' }
  /** The form is dimmed and blocked while the order is on its way. */
  | { name: 'placing' }
  /** No answer, or the gateway is down: what was sent is kept and can be sent again. */
  | { name: 'unanswered'; body: CreateOrderBody | null; message: string }
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
    (found: OpenedOrder) => {
      const { basket: now } = latest.current;
      writeOpenOrder({ secret: found.secret, uid: now.choice.uid, made_of: contentsOf(now) });
      if (found.page) setPhase({ name: 'paying', order: found.order, secret: found.secret, page: found.page });
      else navigate(finishedPath(found.order, found.secret));
    },
    [navigate],
  );

  const place = useCallback(
    async (body: CreateOrderBody) => {
      setPhase({ name: 'placing' });
      try {
        opened(await placeOrder(body));
      } catch (error) {
        setPhase(phaseOf(error, body, latest.current));
      }
    },
    [opened],
  );

  const reopen = useCallback(
    async (secret: string) => {
      setPhase({ name: 'placing' });
      try {
        const found = await reopenOrder(secret);
        if (found.order.status !== 'cancelled') return opened(found);
        writeOpenOrder(null);
        setPhase({ name: 'form' });
      } catch (error) {
        if (isUnanswered(error)) return setPhase({ name: 'unanswered', body: null, message: messageOf(error) });
        writeOpenOrder(null);
        setPhase({ name: 'form' });
      }
    },
    [opened],
  );

  /** What this tab was in the middle of. */
  const resume = useCallback(() => {
    const order = readOpenOrder();
    const { basket: now } = latest.current;
    const body = unansweredBody();
    if (body) void place(body);
    else if (order && order.uid === now.choice.uid && order.made_of === contentsOf(now)) void reopen(order.secret);
  }, [place, reopen]);

  const resumed = useRef(false);
  const loaded = basket.ready && basket.quote !== null && !basket.calculating;
  useEffect(() => {
    if (!loaded || resumed.current) return;
    resumed.current = true;
    resume();
  }, [loaded, resume]);

  const edit = useCallback(async () => {
    const open = readOpenOrder();
    writeAttempt(null);
    writeOpenOrder(null);
    setPhase({ name: 'form' });
    if (!open) return;
    const order = await giveUp(open.secret);
    if (!order?.paid_at) return;
    // Paid a moment before.
    writeOpenOrder(open);
    navigate(finishedPath(order, open.secret));
  }, [navigate]);

  return {
    phase,
    place,
    edit: () => void edit(),
    retry: (body: CreateOrderBody | null) => (body ? void place(body) : resume()),
  };
}

function phaseOf(error: unknown, body: CreateOrderBody, { basket, onFieldErrors }: Options): Phase {
  if (isUnanswered(error)) return { name: 'unanswered', body, message: messageOf(error) };
  const { reply } = error as ApiError;
  if (reply.error_code === 'CART_CHANGED' && basket.quote) {
    const after = reply.details as CalcCart;
    const before = basket.quote;
    basket.takeOver(after);
    return { name: 'changed', before, after };
  }
  onFieldErrors(errorsFromServer(reply.fields ?? []), reply.message);
  return { name: 'form' };
}
