import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { formatLongDate } from '#domain/text/format.ts';
import { Price } from '#ui/price.tsx';

/** What of the order's money went back, when, and what is kept of it as the fee of its cancellation. */
export function OrderRefunds({ order: { refunds, payment_status, cancellation_fee } }: { order: Order }) {
  if (refunds.length === 0) return null;
  const fees = refunds.reduce((sum, { done, fee }) => sum + (done ? fee : 0), 0);
  // A fee may go back, too.
  const fee = payment_status === 'refunded' ? 0 : (cancellation_fee ?? fees);
  return (
    <section aria-labelledby="order-refunds" className="grid gap-2 border-t border-line pt-4 text-sm">
      <h3 id="order-refunds" className="font-semibold">
        החזרים
      </h3>
      <dl className="grid gap-2">
        {refunds.map(({ id, amount, at, done, to }) => (
          <Row
            key={id}
            label={
              <>
                {done ? `הוחזר ב־${formatLongDate(at)}` : 'החזר בטיפול'}
                {to?.wallet && (
                  <>
                    , ל־<bdi>{to.wallet}</bdi>
                  </>
                )}
                {to?.last4 && !to.wallet && (
                  <>
                    , לכרטיס <bdi dir="ltr">•••• {to.last4}</bdi>
                  </>
                )}
              </>
            }
          >
            <Price value={amount} className="font-semibold" />
          </Row>
        ))}
        {fee > 0 && (
          <Row label="דמי ביטול שנוכו">
            <Price value={fee} />
          </Row>
        )}
      </dl>
    </section>
  );
}

const Row = ({ label, children }: { label: ReactNode; children: ReactNode }) => (
  <div className="flex justify-between gap-4">
    <dt className="min-w-0">{label}</dt>
    <dd>{children}</dd>
  </div>
);
