export const deliveryKinds = ['PICKUP', 'COURIER', 'HANDOVER'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** Ways of delivery as staff call them. */
export const deliveryKindNames: Record<DeliveryKind, string> = {
  PICKUP: 'איסוף מסניף',
  COURIER: 'שליח',
  HANDOVER: 'מסירת רכב',
};
