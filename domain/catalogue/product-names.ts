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
