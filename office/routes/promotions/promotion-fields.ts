import type { PromotionState } from '#domain/money/promotion-kinds.ts';
import { saleKindNames } from '#domain/money/promotion-kinds.ts';
import type { Tone } from '../../components/panel.tsx';
import type { Field } from '../../components/structure/fields.ts';

export const promotionTones: Record<PromotionState, Tone> = {
  on: 'good',
  coming: 'info',
  over: 'neutral',
  used: 'wait',
  off: 'neutral',
};

const kinds = Object.entries(saleKindNames).map(([value, label]) => ({ value, label }));
const productKinds = [
  { value: 'VEHICLE', label: 'כלי רכב' },
  { value: 'ACCESSORY', label: 'אביזרים' },
  { value: 'SPARE_PART', label: 'חלקי חילוף' },
  { value: 'SERVICE', label: 'שירותים' },
];
const of = (...wanted: string[]) => ({
  when: ({ kind }: Record<string, unknown>) => wanted.includes(String(kind)),
});

const scope: Field[] = [
  { kind: 'names', name: 'products', label: 'מוצרים', wanted: 'product' },
  { kind: 'names', name: 'collections', label: 'קטגוריות', wanted: 'collection' },
  { kind: 'names', name: 'brands', label: 'רק מהמותגים', wanted: 'brand' },
  { kind: 'names', name: 'kinds', label: 'רק מהסוגים', options: productKinds },
];

/** A promotion of `sales.json`; each kind has fields of its own. */
export const promotionFields: Field[] = [
  { kind: 'text', name: 'name', label: 'שם', required: true, hint: 'הקונים רואים אותו ליד ההנחה' },
  { kind: 'choice', name: 'kind', label: 'סוג', required: true, options: kinds },
  { kind: 'percent', name: 'percent', label: 'הנחה', required: true, ...of('PERCENT') },
  {
    kind: 'percent',
    name: 'percent',
    label: 'הנחה על מה שמקבלים',
    hint: 'בלי אחוז, מקבלים בחינם',
    ...of('BUY_X_GET_Y'),
  },
  { kind: 'sum', name: 'amount', label: 'סכום ההנחה', required: true, ...of('FIXED') },
  { kind: 'sum', name: 'amount', label: 'מחיר ליחידה', required: true, ...of('FIXED_PRICE') },
  { kind: 'sum', name: 'amount', label: 'מחיר הערכה', required: true, ...of('BUNDLE') },
  { kind: 'number', name: 'buy', label: 'קונים', required: true, ...of('BUY_X_GET_Y') },
  { kind: 'number', name: 'get', label: 'מקבלים', required: true, ...of('BUY_X_GET_Y') },
  {
    kind: 'list',
    name: 'bundle',
    label: 'מה יש בערכה',
    add: 'פריט בערכה',
    title: ({ products, quantity }) =>
      [(products as string[] | undefined)?.join(' או '), quantity].filter(Boolean).join(' × '),
    empty: { quantity: 1, products: [] },
    ...of('BUNDLE'),
    fields: [
      { kind: 'names', name: 'products', label: 'אחד מהמוצרים', wanted: 'product' },
      { kind: 'number', name: 'quantity', label: 'כמות', required: true },
    ],
  },
  {
    kind: 'group',
    name: 'scope',
    label: 'על מה',
    hint: 'בלי בחירה: על הכול',
    fields: scope,
    ...of('PERCENT', 'FIXED', 'FIXED_PRICE', 'BUY_X_GET_Y', 'FREE_DELIVERY'),
  },
  { kind: 'group', name: 'reward', label: 'מקבלים ממוצרים אחרים', optional: true, fields: scope, ...of('BUY_X_GET_Y') },
  { kind: 'sum', name: 'min_sum', label: 'סכום מינימלי' },
  { kind: 'number', name: 'min_quantity', label: 'כמות מינימלית' },
  { kind: 'moment', name: 'starts', label: 'מתחיל', hint: 'שעון ישראל' },
  { kind: 'moment', name: 'ends', label: 'מסתיים', hint: 'הרגע הראשון שבו כבר אינו חל' },
  { kind: 'number', name: 'uses_limit', label: 'מספר הזמנות מרבי' },
  { kind: 'number', name: 'uses_per_customer', label: 'מספר הזמנות מרבי ללקוח' },
  { kind: 'number', name: 'priority', label: 'עדיפות', hint: 'גבוהה קודמת; כל מבצע חל על מה שנשאר לשלם' },
  { kind: 'flag', name: 'exclusive', label: 'לבדו: בלי מבצעים אחרים' },
  { kind: 'flag', name: 'by_coupon', label: 'רק עם קוד קופון' },
  { kind: 'flag', name: 'active', label: 'מופעל' },
];
