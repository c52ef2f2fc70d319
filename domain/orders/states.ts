export const orderStatuses = [
  'payment',
  'accepted',
  'in_process',
  'delivery_in_process',
  'provided',
  'cancelled',
  'refunded',
] as const;
export type OrderStatus = (typeof orderStatuses)[number];

export const paymentStatuses = [
  'pending',
  'authorised',
  'paid',
  'failed',
  'cancelled',
  'partly_refunded',
  'refunded',
] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** Whether an order was accepted and isn't with its buyer yet. */
export const isBeingHandled = (status: OrderStatus): boolean =>
  status === 'accepted' || status === 'in_process' || status === 'delivery_in_process';

/** Whether nothing is sold by it any more. */
export const isOver = (status: OrderStatus): boolean => status === 'cancelled' || status === 'refunded';

/** States of orders and payments as staff call them. */
export const orderStateNames: Record<OrderStatus, string> = {
  payment: 'ממתינה לתשלום',
  accepted: 'התקבלה',
  in_process: 'בטיפול',
  delivery_in_process: 'במסירה',
  provided: 'נמסרה',
  cancelled: 'בוטלה',
  refunded: 'זוכתה',
};

export const paymentStateNames: Record<PaymentStatus, string> = {
  pending: 'ממתין',
  authorised: 'דמי שריון תפוסים',
  paid: 'שולם',
  failed: 'נכשל',
  cancelled: 'בוטל',
  partly_refunded: 'זוכה חלקית',
  refunded: 'זוכה',
};

/**
 * Filters by payment: an order that grew after it was paid, or of which a deposit was paid, is found by its rest and
 * not as paid.
 */
export const paymentFilters = [...paymentStatuses, 'rest'] as const;
export const paymentFilterNames: Record<(typeof paymentFilters)[number], string> = {
  ...paymentStateNames,
  rest: 'יתרה לתשלום',
};

/**
 * The state of an order to its buyer. `returned`: every piece was given back, so that it is over, whatever staff still
 * do about it.
 */
export const buyersStatus = ({ status, returned }: { status: OrderStatus; returned: boolean }): OrderStatus =>
  returned && !isOver(status) ? 'refunded' : status;

/** A state as shoppers read it. `atBranch`: the order is picked up there, and isn't sent. */
export const orderStatusLabel = (status: OrderStatus, atBranch: boolean): string =>
  status === 'delivery_in_process' ? (atBranch ? 'מחכה לכם בסניף' : 'בדרך אליכם') : orderStateNames[status];

/** Of a payment that a person looks into, to whoever would pay again. */
export const IN_DOUBT = 'התשלום בבדיקה, ואין צורך לשלם שוב.';

/** Payments of other states are not shown to shoppers. */
export const paymentStatusLabel: Partial<Record<PaymentStatus, string>> = {
  paid: 'שולם',
  authorised: 'שוריין בכרטיס',
  partly_refunded: 'זוכה בחלקו',
  refunded: 'זוכה',
};

export type OrderStage = 'payment' | 'accepted' | 'in_process' | 'delivery';

export const orderStageLabel: Record<OrderStage, string> = {
  payment: 'תשלום',
  accepted: 'התקבלה',
  in_process: 'בטיפול',
  delivery: 'מסירה',
};

const stageOf: Record<OrderStatus, number> = {
  payment: 0,
  accepted: 1,
  in_process: 2,
  delivery_in_process: 3,
  provided: 4,
  cancelled: 0,
  refunded: 0,
};

/**
 * How many of the four stages an order has completed; it is at the next one. Derived from the status, because an
 * order paid at the branch proceeds without passing the payment stage.
 */
export const stagesDone = (status: OrderStatus): number => stageOf[status];
