import type { ReactNode } from 'react';
import type { FinanceQuote } from '#contract/catalogue/finance-models.ts';
import type { Order } from '#contract/checkout/orders.ts';
import { ILLUSTRATION, LOAN_WARNING } from '#domain/money/finance-texts.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { Price } from '#ui/price.tsx';
import { BusinessDetail, ContactDetail, CourierRemarks, Detail } from '../../order/detail-rows.tsx';

/** Who ordered, how it is delivered and how it is paid. */
export function OrderDetails({ order }: { order: Order }) {
  const { customer, delivery, business } = order;
  return (
    <section aria-labelledby="order-details-title" className="grid gap-4">
      <h2 id="order-details-title" className="text-xl">
        פרטי ההזמנה
      </h2>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Detail title="תאריך">
          <bdi dir="ltr">{formatDate(order.created_at)}</bdi>, <bdi dir="ltr">{formatTime(order.created_at)}</bdi>
        </Detail>
        <Detail title="תשלום">{paymentText(order)}</Detail>
        <ContactDetail title="על שם" customer={customer} />
        <Detail title="משלוח ומסירה">
          {delivery.name}
          {(delivery.address ?? delivery.branch) && (
            <>
              <br />
              <bdi>{delivery.address ?? delivery.branch}</bdi>
            </>
          )}
          {delivery.branch_address && (
            <>
              <br />
              <bdi>{delivery.branch_address}</bdi>
            </>
          )}
          <CourierRemarks delivery={delivery} />
        </Detail>
        <BusinessDetail business={business} />
      </dl>
    </section>
  );
}

function paymentText({
  payment_method,
  payments_count,
  finance,
  wallet,
  card,
  paid_at,
  payment_status,
  status,
}: Order): ReactNode {
  if (payment_method === 'financing') return finance ? <OrderFinance quote={finance} /> : 'בקשת מימון, ללא חיוב';
  const how =
    payment_method === 'deposit'
      ? 'דמי שריון'
      : payments_count > 1
        ? `${payments_count} תשלומים ללא ריבית`
        : 'תשלום אחד';
  if (paid_at === null) {
    const unpaid = status === 'cancelled' ? 'לא בוצע תשלום' : 'טרם בוצע תשלום';
    return payment_method === 'card' && payments_count === 1 ? unpaid : `${how}, ${unpaid}`;
  }
  return (
    <>
      {how}
      {payment_status === 'authorised' && ', שמורים בכרטיס ועוד לא חויבו'}
      {wallet && (
        <>
          <br />
          דרך <bdi>{wallet}</bdi>
        </>
      )}
      {card && (
        <>
          <br />
          {/* One run: two isolates side by side would stand in the page's direction, the number before the brand. */}
          כרטיס{' '}
          <bdi dir="ltr">
            {card.brand} •••• {card.last4}
          </bdi>
        </>
      )}
    </>
  );
}

/** The financing that an order asks for. */
function OrderFinance({ quote }: { quote: FinanceQuote }) {
  return (
    <>
      בקשת מימון, ללא חיוב
      <br />
      מקדמה <Price value={quote.down} />
      {quote.trade_in && (
        <>
          {' '}
          (מתוכה <Price value={quote.trade_in} /> הרכב שלכם, בכפוף לבדיקה)
        </>
      )}{' '}
      ועוד {quote.months} תשלומים של <Price value={quote.monthly} className="font-semibold" />
      {quote.balloon > 0 && (
        <>
          {' '}
          ותשלום בלון של <Price value={quote.balloon} />
        </>
      )}
      <br />
      ריבית אפקטיבית <bdi dir="ltr">{quote.effective_rate}%</bdi>, סך התשלומים <Price value={quote.total_payments} />
      <br />
      <bdi>{quote.plan.lender}</bdi>
      <span className="mt-2 block text-xs text-ink-3">
        {ILLUSTRATION}. {LOAN_WARNING}.
      </span>
    </>
  );
}
