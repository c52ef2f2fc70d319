import { Printer } from 'lucide-react';
import type { Fulfilment } from '#server/office/fulfilment/read-fulfilment.ts';
import { ButtonLink } from '#ui/button.tsx';
import { HandoverPanel } from './handover-panel.tsx';
import { VehiclesPanel } from './vehicles-panel.tsx';

type Props = { order: { uuid: string; number: string }; fulfilment: Fulfilment; mayEdit: boolean };

/** What the warehouse needs of an order: its sheets of paper, and of vehicles their numbers and checklist. */
export function FulfilmentPanels({ order, fulfilment, mayEdit }: Props) {
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {mayEdit && (
          <ButtonLink to={`/orders/${order.uuid}/edit`} variant="secondary" size="sm">
            עריכת פריטים
          </ButtonLink>
        )}
        <Sheet to={`/orders/${order.uuid}/picking`} label="רשימת ליקוט" />
        {fulfilment.vehicles.length > 0 && <Sheet to={`/orders/${order.uuid}/handover`} label="טופס מסירה" />}
      </div>
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
