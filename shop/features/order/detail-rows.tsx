import type { ReactNode } from 'react';
import type { Order } from '#contract/checkout/orders.ts';

/** A row of a description list of an order. */
export const Detail = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-ink-3">{title}</dt>
    <dd>{children}</dd>
  </div>
);

export const ContactDetail = ({ title, customer }: { title: string; customer: Order['customer'] }) => (
  <Detail title={title}>
    <bdi>
      {customer.first_name} {customer.last_name}
    </bdi>
    <br />
    <bdi dir="ltr">{customer.phone}</bdi>
    <br />
    <bdi dir="ltr" className="wrap-anywhere">
      {customer.email}
    </bdi>
  </Detail>
);

/** Nothing where the buyer wrote none. */
export const CourierRemarks = ({ delivery: { courier_remarks } }: Pick<Order, 'delivery'>) =>
  courier_remarks && (
    <span className="block text-sm wrap-anywhere">
      הערות לשליח: <bdi>{courier_remarks}</bdi>
    </span>
  );

/** Nothing of a private buyer. */
export const BusinessDetail = ({ business }: Pick<Order, 'business'>) =>
  business && (
    <Detail title="חשבונית על שם">
      <bdi>{business.name}</bdi>, <bdi dir="ltr">{business.number}</bdi>
    </Detail>
  );
