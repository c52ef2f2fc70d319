/** States of orders and payments as staff call them. */
export const orderStateNames = {
  payment: 'ממתינה לתשלום',
  accepted: 'התקבלה',
  in_process: 'בטיפול',
  delivery_in_process: 'במסירה',
  provided: 'נמסרה',
  cancelled: 'בוטלה',
  refunded: 'זוכתה',
} as const;

export const paymentStateNames = {
  pending: 'ממתין',
  authorised: 'מקדמה תפוסה',
  paid: 'שולם',
  failed: 'נכשל',
  cancelled: 'בוטל',
  partly_refunded: 'זוכה חלקית',
  refunded: 'זוכה',
} as const;

/** Filters by payment: an order that grew after it was paid, or of which a deposit was paid, is found by its rest and not as paid. */
export const paymentFilterNames = { ...paymentStateNames, rest: 'יתרה לתשלום' } as const;
