import type { OrderPage } from '#server/office/orders/read-order.ts';
import { Facts, Panel } from '../../../components/panel.tsx';
import { Phone } from '../../../components/texts.tsx';

/** Who ordered, and where it goes. */
export function CustomerPanel({ page: { order, branch, addressLine } }: { page: OrderPage }) {
  const business = order.business as { name: string; number: string } | null;
  return (
    <Panel title="לקוח ומסירה">
      <Facts
        facts={[
          ['שם', <bdi key="name">{`${order.firstName} ${order.lastName}`.trim()}</bdi>],
          [
            'טלפון',
            order.phone && (
              <a key="phone" href={`tel:${order.phone}`} className="text-action-ink underline">
                <Phone e164={order.phone} />
              </a>
            ),
          ],
          [
            'דוא״ל',
            order.email && (
              <a key="email" href={`mailto:${order.email}`} className="break-all text-action-ink underline">
                <bdi>{order.email}</bdi>
              </a>
            ),
          ],
          ['חשבונית על שם', business && <bdi key="business">{`${business.name} ${business.number}`}</bdi>],
          ['מסירה', order.deliveryName],
          ['סניף', branch],
          ['כתובת', addressLine && <bdi key="address">{addressLine}</bdi>],
          ['הערות', order.remarks && <bdi key="remarks">{order.remarks}</bdi>],
        ]}
      />
    </Panel>
  );
}
