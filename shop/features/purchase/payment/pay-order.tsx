import { useState } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { PAYING_TEXT } from '#domain/people/consent-texts.ts';
import { useToast } from '#ui/toasts.tsx';
import { call, messageOf } from '~/api.ts';
import { finishedPath, type PaymentPage, reopenOrder } from '../place-order.ts';
import { TermsText } from '../terms-text.tsx';
import { PayButton } from './pay-button.tsx';
import { PaymentPanel } from './payment-panel.tsx';

type Props = { order: Order; secret: string; onOrder: (order: Order) => void };

/** An unpaid order: a button that opens the gateway's page here. */
export function PayOrder({ order, secret, onOrder }: Props) {
  const [page, setPage] = useState<PaymentPage | null>(null);
  const [busy, setBusy] = useState(false);
  const toast = useToast();

  // A document of its own: this one's address may be a secret, and that one is measured.
  const finish = (paid: Order) => location.assign(finishedPath(paid, secret));

  async function open() {
    setBusy(true);
    try {
      const reopened = await reopenOrder(secret);
      onOrder(reopened.order);
      if (reopened.page) setPage(reopened.page);
      else if (reopened.order.paid_at !== null) finish(reopened.order);
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    }
    setBusy(false);
  }

  /** How it stands now: the goods may have been released meanwhile. */
  async function refresh() {
    setPage(null);
    onOrder(await call('GET /api/orders/get-order', { query: { secret } }));
  }

  if (page) {
    return (
      <div className="mx-auto w-full max-w-3xl print:hidden">
        <PaymentPanel secret={secret} order={order} page={page} onPaid={finish} onExpired={() => void refresh()} />
      </div>
    );
  }
  return (
    <div className="grid justify-items-center gap-3 print:hidden">
      <PayButton amount={order.amount_to_pay} payments={order.payments_count} busy={busy} onPay={open} />
      {order.asks_for_terms && (
        <p className="text-sm text-ink-2">
          <TermsText text={PAYING_TEXT} />
        </p>
      )}
    </div>
  );
}
