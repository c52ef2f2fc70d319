import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';
import { formatLongDate } from '#domain/text/format.ts';

/** What comes before everything else while an order waits for its lender. */
export const financingSteps = ({ customer, hold_until }: Order): ReactNode[] => [
  <>
    נציג מימון יתקשר ל־
    <bdi dir="ltr" className="font-semibold">
      {customer.phone}
    </bdi>{' '}
    ויציג את תנאי ההצעה.
    {hold_until && <> הפריטים שמורים עבורכם עד {formatLongDate(hold_until)}.</>}
  </>,
  'אחרי אישור הגוף המממן חותמים על המסמכים. עד אז אין חיוב ואין התחייבות.',
];
