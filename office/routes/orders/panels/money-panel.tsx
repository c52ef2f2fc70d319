import { paymentStateNames } from '#domain/people/order-states.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { Badge, Facts, Panel } from '../../../components/panel.tsx';
import { Moment, Money, paymentTones } from '../../../components/texts.tsx';

/** The money trail: what came, what went back, what is left and what is still due. */
export function MoneyPanel({ page: { payments, sums } }: { page: OrderPage }) {
  return (
    <Panel title="תשלומים">
      <Facts
        facts={[
          ['שולם אונליין', <Money key="paid" agorot={sums.paid} />],
          ['תפוס בכרטיס', sums.held > 0 && <Money key="held" agorot={sums.held} />],
          ['זוכה', sums.back > 0 && <Money key="back" agorot={sums.back} />],
          ['נותר', sums.back > 0 && <Money key="left" agorot={sums.left} />],
        ]}
      />
      <ul className="grid gap-2">
        {payments.map((payment) => (
          <li key={payment.uuid} className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
            <Money agorot={payment.takenAgorot ?? payment.amountAgorot} />
            <Badge tone={paymentTones[payment.status]}>{paymentStateNames[payment.status]}</Badge>
            {payment.last4 && (
              <bdi className="text-sm text-ink-3">
                {payment.cardBrand} {payment.last4}
              </bdi>
            )}
            <span className="ms-auto text-sm text-ink-3">
              <Moment at={payment.settledAt ?? payment.createdAt} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
