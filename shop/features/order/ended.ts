import type { Order } from '#contract/checkout/orders.ts';
import { FEE_MAY_APPLY, lessFee, PARTLY_BACK, REFUND_DAYS, SETTLED_DIRECTLY } from '#domain/orders/cancellation.ts';
import { formatExactPrice } from '#domain/text/format.ts';

/**
 * How an order ended, and where its money is. `isInDoubt`: money came after its goods were gone, so that a person
 * decides.
 */
export type Ended = { title: string; text: string; isInDoubt?: true };

/** `null` while the order goes on. The one place that says of an ended order whether its buyer was charged. */
export function endOf(order: Order): Ended | null {
  const { status, payment_status, paid_at, in_doubt, timeline } = order;
  const accepted = timeline.some(({ stage, at }) => stage === 'accepted' && at !== null);
  if (status === 'refunded')
    return payment_status === 'cancelled'
      ? { title: 'ההזמנה בוטלה', text: 'המסגרת ששמרנו בכרטיס שוחררה, ולא חויבתם.' }
      : { title: 'ההזמנה זוכתה', text: BACK };
  if (status !== 'cancelled') return order.returned ? { title: 'ההזמנה זוכתה', text: returnedMoneyOf(order) } : null;
  if ((paid_at !== null || in_doubt) && !accepted)
    return {
      title: 'התשלום התקבל וההזמנה בבדיקה',
      text: 'התשלום הגיע אחרי שהפריטים כבר שוחררו. נחזור אליכם בהקדם עם פתרון או עם החזר מלא.',
      isInDoubt: true,
    };
  const isSent = timeline.some(({ stage, at }) => stage === 'delivery' && at !== null);
  if (paid_at === null && isSent) return { title: 'ההזמנה בוטלה', text: SETTLED_DIRECTLY };
  return { title: 'ההזמנה בוטלה', text: paid_at === null ? NOT_CHARGED : moneyOf(order) };
}

const NOT_CHARGED = 'לא חויבתם. הפריטים שוחררו, ואפשר להזמין שוב.';
const BACK_SOON = `הסכום ששילמתם יוחזר לאמצעי התשלום בתוך ${REFUND_DAYS} ימים לכל היותר.`;
const BACK = 'הסכום הוחזר לאמצעי התשלום שלכם.';

/** Where the money of an order is whose pieces were all given back. */
const returnedMoneyOf = ({ payment_status, cancellation_fee: fee }: Order): string =>
  payment_status === 'refunded' ? BACK : fee === null ? PARTLY_BACK : lessFee(formatExactPrice(fee));

/** Where the money of a cancelled order is that was paid. */
function moneyOf(order: Order): string {
  const { cancellation_notices: notices } = order;
  switch (order.payment_status) {
    case 'paid':
      return notices.length > 0 ? `${BACK_SOON} ${FEE_MAY_APPLY}` : BACK_SOON;
    case 'partly_refunded':
    case 'refunded':
      return returnedMoneyOf(order);
    default:
      return NOT_CHARGED;
  }
}
