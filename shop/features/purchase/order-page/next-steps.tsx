import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { financingSteps } from '~/features/order/financing-steps.tsx';

/** What happens now, in the order in which it happens. */
export function NextSteps({ order }: { order: Order }) {
  if (order.status === 'provided') return null;
  return (
    <section aria-labelledby="next-title" className="print-flow grid gap-4">
      <h2 id="next-title" className="text-xl">
        מה קורה עכשיו
      </h2>
      <ol className="print-flow grid gap-4">
        {stepsOf(order).map((step, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <li key={i} className="grid grid-cols-[2rem_1fr] gap-4">
            <span
              aria-hidden
              className="tabular grid size-8 place-items-center rounded-full bg-action-wash text-sm font-bold text-action-ink"
            >
              {i + 1}
            </span>
            <p className="max-w-[65ch] pt-0.5">{step}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function stepsOf(order: Order): ReactNode[] {
  const { delivery, payment_method, customer } = order;
  const phone = (
    <bdi dir="ltr" className="font-semibold">
      {customer.phone}
    </bdi>
  );
  const branch = delivery.branch ? <bdi className="font-semibold">{delivery.branch}</bdi> : 'הסניף שבחרתם';
  if (payment_method === 'financing') {
    return [
      ...financingSteps(order),
      delivery.kind === 'COURIER' ? 'ההזמנה יוצאת אליכם.' : <>קובעים מועד מסירה ב{branch}.</>,
    ];
  }
  switch (delivery.kind) {
    case 'COURIER':
      return [
        'מכינים את ההזמנה ומתאמים את מועד האספקה.',
        ...(payment_method === 'deposit' ? ['את היתרה משלמים לפני המסירה.'] : []),
        <>מתקשרים ל־{phone} לפני ההגעה.</>,
        <>
          ההזמנה נמסרת בכתובת: <bdi className="font-semibold">{delivery.address}</bdi>
        </>,
      ];
    case 'PICKUP':
      return [
        'מכינים את ההזמנה לאיסוף.',
        <>
          נעדכן ב־{phone} כשהיא מחכה לכם ב{branch}.
        </>,
        'מגיעים עם תעודה מזהה ומספר ההזמנה.',
      ];
    default:
      return [
        <>נציג יתקשר ל־{phone} לתיאום המסמכים ומועד המסירה.</>,
        ...(payment_method === 'deposit' ? ['את היתרה משלמים בסניף לפני המסירה.'] : []),
        <>מסירה והדרכה ב{branch}. מגיעים עם תעודה מזהה ומספר ההזמנה.</>,
      ];
  }
}
