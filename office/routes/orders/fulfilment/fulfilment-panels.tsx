import { Printer } from 'lucide-react';
import { isOver } from '#domain/orders/states.ts';
import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import type { OrderPage } from '#server/office/orders/read-order.ts';
import { ButtonLink } from '#ui/button.tsx';
import { HandoverPanel } from './handover-panel.tsx';
import { VehiclesPanel } from './vehicles-panel.tsx';

type Props = {
  order: Pick<OrderPage['order'], 'uuid' | 'number' | 'status'>;
  fulfilment: Fulfilment;
  mayEdit: boolean;
  /** Every piece of it was given back. */
  isAllRefunded: boolean;
};

/** What the warehouse needs of an order: its sheets of paper, and of vehicles their numbers and checklist. */
export function FulfilmentPanels({ order, fulfilment, mayEdit, isAllRefunded }: Props) {
  // Of an order that came to nothing there is nothing to prepare; its papers stay in sight.
  const hasEnded = isOver(order.status) || isAllRefunded;
  if (hasEnded && fulfilment.files.length === 0) return null;
  return (
    <>
      {!hasEnded && (
        <div className="flex flex-wrap gap-2">
          {mayEdit && (
            <ButtonLink to={`/orders/${order.uuid}/edit`} variant="secondary" size="sm">
              עריכת פריטים
            </ButtonLink>
          )}
          <Sheet to={`/orders/${order.uuid}/picking`} label="רשימת ליקוט" />
          {fulfilment.vehicles.length > 0 && <Sheet to={`/orders/${order.uuid}/handover`} label="טופס מסירה" />}
        </div>
      )}
      <VehiclesPanel fulfilment={fulfilment} />
      <HandoverPanel order={order} fulfilment={fulfilment} />
    </>
  );
}

const Sheet = ({ to, label }: { to: string; label: string }) => (
  <ButtonLink to={to} variant="secondary" size="sm">
    <Printer aria-hidden className="size-4" />
    {label}
  </ButtonLink>
);
