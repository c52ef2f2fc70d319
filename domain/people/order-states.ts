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
  authorised: 'דמי שריון תפוסים',
  paid: 'שולם',
  failed: 'נכשל',
  cancelled: 'בוטל',
  partly_refunded: 'זוכה חלקית',
  refunded: 'זוכה',
} as const;
