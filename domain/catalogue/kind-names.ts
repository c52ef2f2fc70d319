/** What staff call the kinds of products. */
export const kindNames = {
  VEHICLE: 'כלי רכב',
  ACCESSORY: 'אביזר',
  SPARE_PART: 'חלק חילוף',
  SERVICE: 'שירות',
} as const;
export type ProductKind = keyof typeof kindNames;

/** How a product is sold, by its stock. */
export const stockPolicyNames = {
  IN_STOCK: 'לפי המלאי',
  PRE_ORDER: 'הזמנה מראש',
  ON_REQUEST: 'לפי פנייה',
  OUT_OF_STOCK: 'אזל',
} as const;
export type StockPolicy = keyof typeof stockPolicyNames;

/** Values of `licence_class`; the class itself where it has no words. */
export const licenceNames: Record<string, string> = {
  A2: 'A2',
  A1: 'A1',
  A: 'A',
  B: 'B',
  '1': '1',
  none: 'ללא רישיון',
};
