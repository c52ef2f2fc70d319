export type OrderStage = 'payment' | 'accepted' | 'in_process' | 'delivery';
type Status = 'payment' | 'accepted' | 'in_process' | 'delivery_in_process' | 'provided' | 'cancelled' | 'refunded';

/** What a shopper reads of an order's status. */
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
 * How many of the four stages an order has behind it; the next one is where it stands. Counted by its status, because an
 * order that is paid at the branch goes on without ever having passed the payment.
 */
export const stagesDone = (status: Status): number => stageOf[status];
