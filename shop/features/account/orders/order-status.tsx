import {
  Ban,
  CircleCheck,
  ClipboardCheck,
  CreditCard,
  type LucideIcon,
  RotateCcw,
  Store,
  Truck,
  Wrench,
} from 'lucide-react';
import { orderStatusLabel, type OrderStatus as Status } from '#domain/orders/states.ts';
import { classNames } from '#ui/hooks/class-names.ts';

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

type Props = {
  status: Status;
  /** To be paid online; 0 for an order paid by financing. */
  due: number;
  /** It is picked up at a branch. */
  atBranch: boolean;
  /** Staff deal with a notice of its cancellation. */
  cancelling: boolean;
  /** A person looks into a payment of it. */
  inDoubt: boolean;
};

export function OrderStatus({ status, due, atBranch, cancelling, inDoubt }: Props) {
  const Icon = status === 'delivery_in_process' && atBranch ? Store : icons[status];
  return (
    <span
      className={classNames(
        'inline-flex items-center gap-1.5 rounded-sm px-2 py-0.5 text-sm font-semibold',
        colours[status] ?? 'bg-success-wash text-success',
      )}
    >
      <Icon aria-hidden strokeWidth={2} className="size-4" />
      {status === 'payment' ? waitsFor(cancelling, inDoubt, due) : orderStatusLabel(status, atBranch)}
    </span>
  );
}

function waitsFor(cancelling: boolean, inDoubt: boolean, due: number): string {
  if (inDoubt) return 'התשלום בבדיקה';
  if (cancelling) return 'הביטול בטיפול';
  return due === 0 ? 'ממתינה לאישור' : orderStatusLabel('payment', false);
}
