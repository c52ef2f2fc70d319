import { CircleAlert, Lock, RotateCw } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Order } from '#contract/orders.ts';
import { ApiError, call, messageOf } from '~/api.ts';
import { Button } from '~/ui/button.tsx';
import { Price } from '~/ui/price.tsx';
import { HoldCountdown } from './hold-countdown.tsx';
import type { PaymentPage } from './placing.ts';
import { usePaymentWatch } from './use-payment-watch.ts';

type Props = {
  secret: string;
  order: Order;
  page: PaymentPage;
  onPaid: (order: Order) => void;
  /** The goods were let go: it can only be ordered anew. */
  onExpired: () => void;
};

/** The gateway's page in its frame, watched until it is paid. A declined card gets a new page. */
export function PaymentPanel({ secret, order: first, page: firstPage, onPaid, onExpired }: Props) {
  const [order, setOrder] = useState(first);
  const [page, setPage] = useState<PaymentPage | null>(firstPage);
  const [declined, setDeclined] = useState(first.payment_status === 'failed');
  const [problem, setProblem] = useState('');
  /** The frame is back, and the gateway has not decided yet. */
  const [processing, setProcessing] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  useEffect(() => title.current?.focus(), []);

  const renew = useCallback(async () => {
    setProblem('');
    setProcessing(false);
    try {
      setPage(await call('POST /api/receipts/get-payment-link', { body: { secret } }));
    } catch (error) {
      if (error instanceof ApiError && error.reply.error_code === 'ORDER_EXPIRED') return onExpired();
      setProblem(messageOf(error));
      setPage(null);
    }
  }, [secret, onExpired]);

  usePaymentWatch({
    secret,
    enabled: true,
    onOrder(now, returned) {
      setOrder(now);
      if (now.paid_at !== null) return onPaid(now);
      if (now.status === 'cancelled') return onExpired();
      const justDeclined = now.payment_status === 'failed' && (returned || order.payment_status !== 'failed');
      if (justDeclined) {
        setDeclined(true);
        void renew();
      } else if (returned) {
        setProcessing(true);
      }
    },
  });

  return (
    <section aria-labelledby="payment-title" className="grid gap-4">
      <header className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="payment-title" ref={title} tabIndex={-1} className="flex items-center gap-2 text-xl focus:outline-none">
          <Lock aria-hidden className="size-5 text-ink-3" /> תשלום מאובטח
        </h2>
        <p className="text-lg">
          לתשלום <Price value={order.amount_to_pay} className="font-bold" />
        </p>
      </header>
      {order.hold_until && <HoldCountdown until={order.hold_until} secret={secret} onExtended={setOrder} />}
      <div role="alert">
        {declined && (
          <p className="flex items-start gap-3 rounded-lg bg-danger-wash p-4 font-medium text-danger">
            <CircleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
            התשלום לא אושר. אפשר לנסות שוב או לשלם בכרטיס אחר. ההזמנה שמורה ולא חויבתם.
          </p>
        )}
      </div>
      {processing && <Processing onBack={renew} />}
      {!processing && page && (
        <iframe
          key={page.url}
          src={page.url}
          title="תשלום מאובטח בעמוד של חברת הסליקה"
          allow="payment"
          height={800}
          className="h-[800px] w-full rounded-lg bg-ground-2 shadow-[0_0_0_1px_var(--line)]"
        />
      )}
      {!processing && !page && (
        <div className="grid justify-items-start gap-4 rounded-lg bg-warning-wash p-6">
          <p className="text-warning">{problem}</p>
          <Button variant="secondary" onClick={renew}>
            <RotateCw aria-hidden className="size-5" /> ניסיון נוסף
          </Button>
        </div>
      )}
    </section>
  );
}

function Processing({ onBack }: { onBack: () => void }) {
  return (
    <div
      role="status"
      className="grid min-h-64 content-center justify-items-center gap-4 rounded-lg bg-ground-2 p-6 text-center"
    >
      <span aria-hidden className="size-8 animate-spin rounded-full border-3 border-action-ink border-e-transparent" />
      <p className="font-semibold">מעבדים את התשלום… אין לסגור את החלון</p>
      <Button variant="quiet" onClick={onBack}>
        חזרה לעמוד התשלום
      </Button>
    </div>
  );
}
