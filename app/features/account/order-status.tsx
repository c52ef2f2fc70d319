import { Ban, CircleCheck, ClipboardCheck, CreditCard, type LucideIcon, RotateCcw, Truck, Wrench } from 'lucide-react';
import type { OrderStatus as Status } from '#contract/orders.ts';
import { orderStatusLabel } from '#domain/order-status.ts';
import { classNames } from '~/ui/class-names.ts';

const icons: Record<Status, LucideIcon> = {
  payment: CreditCard,
  accepted: ClipboardCheck,
  in_process: Wrench,
  delivery_in_process: Truck,
  provided: CircleCheck,
  cancelled: Ban,
  refunded: RotateCcw,
};

const colours: Partial<Record<Status, string>> = {
  payment: 'bg-warning-wash text-warning',
  cancelled: 'bg-danger-wash text-danger',
  refunded: 'bg-ground-3 text-ink-2',
};

export function OrderStatus({ status }: { status: Status }) {
  const Icon = icons[status];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold',
        colours[status] ?? 'bg-success-wash text-success',
      )}
    >
      <Icon aria-hidden strokeWidth={2} className="size-4" />
      {orderStatusLabel[status]}
    </span>
  );
}
