import { commonColumns, ownColumns } from './column-names.ts';

/** What staff call the tables of the change log (`db/change-log.ts`): one of it, in the singular. */
const tableNames = {
  companies: 'חברה',
  brands: 'מותג',
  stores: 'חנות',
  template_settings: 'עיצוב החנות',
  branches: 'סניף',
  branch_stores: 'חנויות של סניף',
  delivery_types: 'שיטת משלוח',
  finance_plans: 'תוכנית מימון',
  vat_rates: 'שיעור מע״מ',
  products: 'מוצר',
  store_products: 'מוצר בחנות',
  collection_products: 'מוצר בקטגוריה',
  variants: 'גרסה',
  variant_values: 'ערך של גרסה',
  branch_stock: 'מלאי בסניף',
  product_images: 'תמונת מוצר',
  product_specs: 'שורת מפרט',
  spec_templates: 'שורה בתבנית מפרט',
  product_safety: 'אבזור בטיחות',
  product_faqs: 'שאלה נפוצה',
  product_relations: 'מוצר קשור',
  product_meta: 'ערך לסינון',
  configurator_groups: 'קבוצה בתצורה',
  configurator_choices: 'בחירה בתצורה',
  configurator_rules: 'כלל בתצורה',
  part_fits: 'התאמת חלק לדגם',
  assemblies: 'שרטוט חלקים',
  assembly_vehicles: 'דגם של שרטוט',
  assembly_callouts: 'סימון בשרטוט',
  callout_parts: 'חלק של סימון',
  collections: 'קטגוריה',
  slug_history: 'כתובת קודמת',
  search_synonyms: 'מילים נרדפות',
  menu_links: 'קישור בתפריט',
  widgets: 'רכיב בדף הבית',
  content_pages: 'דף תוכן',
  redirects: 'הפניה',
  post_categories: 'נושא בבלוג',
  posts: 'כתבה',
  sales: 'מבצע',
  coupons: 'קופון',
  customers: 'לקוח',
  addresses: 'כתובת של לקוח',
  consents: 'הסכמה של לקוח',
  leads: 'פנייה',
  product_reviews: 'ביקורת על מוצר',
  product_questions: 'שאלה על מוצר',
  bookings: 'תור',
  subscribers: 'נרשם לדיוור',
  stock_subscriptions: 'בקשת עדכון על מלאי',
  orders: 'הזמנה',
  order_lines: 'שורה בהזמנה',
  order_discounts: 'הנחה בהזמנה',
  order_consents: 'הסכמה בהזמנה',
  payments: 'תשלום',
  refunds: 'זיכוי',
  documents: 'מסמך מס',
  roles: 'תפקיד',
  staff: 'איש צוות',
  staff_roles: 'תפקיד של איש צוות',
  staff_passkeys: 'מפתח גישה',
  api_keys: 'מפתח API',
  api_key_stores: 'חנות של מפתח API',
  approvals: 'בקשת אישור',
  notes: 'הערה',
  tasks: 'משימה',
  lead_answers: 'מענה לפנייה',
  booking_blocks: 'חסימת שעות',
  shipments: 'משלוח',
  shipment_lines: 'פריט במשלוח',
  refund_lines: 'פריט בזיכוי',
  order_vehicles: 'רכב בהזמנה',
  handover_steps: 'שלב במסירה',
  order_files: 'קובץ בהזמנה',
  order_signatures: 'חתימה בהזמנה',
  trade_ins: 'טרייד־אין',
  order_trade_ins: 'טרייד־אין בהזמנה',
} as const;

export type TableName = keyof typeof tableNames;

export const tableName = (table: string): string => tableNames[table as TableName] ?? table;

/** Parts of a home page, which is one value. */
const parts: Record<string, string> = {
  hero: 'שקופיות הפתיחה',
  categories: 'קטגוריות',
  featured: 'מוצרים נבחרים',
  featured_title: 'כותרת המוצרים הנבחרים',
  story: 'הסיפור',
  link_label: 'על הכפתור',
  product: 'מוצר',
};

/** What staff call a column; the column's own name where they have none for it. */
export const fieldName = (table: string, column: string): string =>
  ownColumns[`${table}.${column}`] ?? commonColumns[column] ?? parts[column] ?? column;

/**
 * Where in a column's value a field lies (`home.hero.1.title`), in the words that staff have for it: the parts around
 * the field, from the outermost.
 */
export const fieldPlace = (table: string, path: string): string =>
  path
    .split('.')
    .slice(0, -1)
    .map((name) => (/^\d+$/.test(name) ? name : fieldName(table, name)))
    .join(' › ');

/** Money is shown in shekels, basis points in percent, moments in Israel's time. */
export const fieldUnit = (column: string): 'agorot' | 'percent' | 'moment' | null =>
  /_agorot$/.test(column)
    ? 'agorot'
    : /_bp$/.test(column)
      ? 'percent'
      : /(?:_at|_until)$/.test(column)
        ? 'moment'
        : null;
