export type OrderStage = 'payment' | 'accepted' | 'in_process' | 'delivery';
type Status = 'payment' | 'accepted' | 'in_process' | 'delivery_in_process' | 'provided' | 'cancelled' | 'refunded';

/** Status names shown to shoppers. */
export const orderStatusLabel: Record<Status, string> = {
  payment: 'ממתינה לתשלום',
  accepted: 'התקבלה',
  in_process: 'בטיפול',
  delivery_in_process: 'בדרך אליכם',
  provided: 'נמסרה',
  cancelled: 'בוטלה',
  refunded: 'זוכתה',
};

export const orderStageLabel: Record<OrderStage, string> = {
  payment: 'תשלום',
  accepted: 'התקבלה',
  in_process: 'בטיפול',
  delivery: 'מסירה',
};

const stageOf: Record<Status, number> = {
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
export const stagesDone = (status: Status): number => stageOf[status];
