/** What a single sheet may be: the import folder's tables, and three that name goods by their SKU alone. */
export const sheetKinds = {
  prices: { name: 'מחירון לפי מק״ט', required: ['sku', 'price'], columns: ['sku', 'price', 'deleted_price'] },
  stock: { name: 'ספירת מלאי לפי מק״ט', required: ['sku', 'stock'], columns: ['sku', 'stock', 'stock_exported'] },
  goods: {
    name: 'קטלוג ספק: פריט חדש בכל שורה',
    required: ['sku', 'name', 'price'],
    columns: [
      ...['sku', 'name', 'subtitle', 'brand', 'kind', 'stores', 'price', 'deleted_price', 'year'],
      ...[
        'licence_class',
        'color_name',
        'color',
        'size',
        'stock',
        'weight_g',
        'meta',
        'warranty',
        'service_plan',
        'badges',
      ],
    ],
  },
  products: {
    name: 'מוצרים',
    required: ['slug'],
    columns: [
      ...['slug', 'former_slugs', 'kind', 'brand', 'name', 'subtitle', 'price', 'deleted_price', 'year'],
      ...[
        'licence_class',
        'stock_policy',
        'pollution_group',
        'safety_level',
        'warranty',
        'service_plan',
        'badges',
        'meta',
      ],
      ...[
        'stores',
        'home_store',
        'hidden',
        'deposit',
        'position',
        'seo_title',
        'seo_description',
        'videos',
        'replaced_by',
      ],
    ],
  },
  variants: {
    name: 'וריאנטים (צבעים ומידות)',
    required: ['product', 'sku'],
    columns: [
      ...['product', 'sku', 'color_name', 'color', 'size', 'price', 'deleted_price', 'stock', 'stock_exported'],
      ...['low_stock', 'weight_g', 'picture', 'options', 'cost', 'active'],
    ],
  },
  'branch-stock': {
    name: 'מלאי לפי סניף',
    required: ['product', 'sku', 'branch', 'stock'],
    columns: ['product', 'sku', 'branch', 'stock', 'stock_exported', 'low_stock'],
  },
  specs: {
    name: 'מפרטים',
    required: ['product', 'group', 'name', 'value'],
    columns: ['product', 'group', 'name', 'value', 'unit'],
  },
  safety: {
    name: 'מערכות בטיחות',
    required: ['product', 'name'],
    columns: ['product', 'name', 'explanation', 'icon', 'standard'],
  },
  faq: {
    name: 'שאלות ותשובות',
    required: ['product', 'question', 'answer'],
    columns: ['product', 'question', 'answer'],
  },
  relations: {
    name: 'מוצרים קשורים',
    required: ['product', 'related', 'kind'],
    columns: ['product', 'related', 'kind'],
  },
  fits: {
    name: 'התאמת חלפים לדגמים',
    required: ['part', 'vehicle', 'year_from', 'year_to'],
    columns: ['part', 'vehicle', 'year_from', 'year_to', 'chassis_prefix', 'chassis_from', 'chassis_to'],
  },
  choices: {
    name: 'קונפיגורטור: בחירות',
    required: ['product', 'group', 'pick', 'choice', 'name'],
    columns: [...['product', 'group', 'pick', 'choice', 'name', 'text', 'price', 'default', 'variants', 'picture']],
  },
  rules: {
    name: 'קונפיגורטור: כללים',
    required: ['product', 'choice', 'rule', 'others'],
    columns: ['product', 'choice', 'rule', 'others', 'reason'],
  },
  assemblies: {
    name: 'מכלולים',
    required: ['slug', 'name', 'picture', 'vehicles'],
    columns: ['slug', 'former_slugs', 'name', 'picture', 'vehicles', 'position'],
  },
  callouts: {
    name: 'מספרים בשרטוטים',
    required: ['assembly', 'number', 'name', 'x', 'y'],
    columns: ['assembly', 'number', 'name', 'parts', 'quantity', 'x', 'y'],
  },
} as const satisfies Record<string, { name: string; required: string[]; columns: string[] }>;

export type SheetKind = keyof typeof sheetKinds;

/** The importer's columns as staff read them, and what else suppliers write above them. */
const headings: Record<string, [name: string, ...also: string[]]> = {
  sku: [
    'מק״ט',
    'מקט יצרן',
    'מקט ספק',
    'קוד פריט',
    'קוד מוצר',
    'מספר פריט',
    'מספר קטלוגי',
    'פריט',
    'item',
    'part number',
  ],
  price: [
    'מחיר',
    ...['מחיר לצרכן', 'מחיר מכירה', 'מחיר חדש', 'מחיר מחירון', 'מחירון', 'מחיר כולל מעמ', 'מחיר לצרכן כולל מעמ'],
    ...['מחיר בשח', 'מחיר ליחידה'],
  ],
  deleted_price: ['מחיר קודם', 'מחיר ישן', 'מחיר לפני הנחה', 'מחיר רגיל', 'old price'],
  stock: ['מלאי', 'כמות', 'כמות במלאי', 'יתרה', 'יתרת מלאי', 'ספירה', 'quantity', 'qty'],
  stock_exported: ['מלאי בעת הייצוא'],
  low_stock: ['סף למלאי נמוך', 'סף'],
  branch: ['סניף', 'מפתח הסניף'],
  slug: ['מזהה בכתובת', 'כתובת', 'מזהה מוצר', 'מזהה'],
  former_slugs: ['כתובות קודמות'],
  product: ['מוצר', 'מזהה המוצר', 'דגם'],
  kind: ['סוג', 'סוג מוצר'],
  brand: ['מותג', 'יצרן', 'make', 'manufacturer'],
  name: ['שם', 'שם מוצר', 'שם המוצר', 'תיאור', 'תאור', 'תיאור פריט', 'תאור פריט'],
  subtitle: ['כותרת משנה', 'תיאור קצר'],
  year: ['שנה', 'שנת ייצור', 'שנתון'],
  licence_class: ['דרגת רישיון', 'רישיון'],
  stock_policy: ['מדיניות מלאי', 'זמינות'],
  pollution_group: ['דרגת זיהום'],
  safety_level: ['רמת אבזור בטיחותי'],
  warranty: ['אחריות'],
  service_plan: ['תוכנית טיפולים', 'טיפולים'],
  badges: ['תגיות'],
  meta: ['מאפיינים לסינון', 'מאפיינים'],
  stores: ['חנויות'],
  home_store: ['חנות ראשית'],
  hidden: ['מוסתר בחנויות'],
  deposit: ['דמי שריון', 'שריון', 'מקדמה'],
  position: ['מקום ברשימה', 'סדר'],
  seo_title: ['כותרת למנועי חיפוש'],
  seo_description: ['תיאור למנועי חיפוש'],
  videos: ['סרטונים', 'סרטון'],
  replaced_by: ['מק״ט מחליף', 'הוחלף ב', 'מוצר מחליף', 'superseded by'],
  color_name: ['שם הצבע', 'צבע'],
  color: ['קוד צבע'],
  size: ['מידה', 'גודל'],
  weight_g: ['משקל בגרם', 'משקל'],
  picture: ['תמונה', 'תמונות'],
  options: ['אפשרויות'],
  active: ['נמכר'],
  cost: ['עלות', 'מחיר קנייה', 'מחיר עלות'],
  group: ['קבוצה'],
  value: ['ערך'],
  unit: ['יחידה', 'יחידת מידה'],
  explanation: ['הסבר'],
  icon: ['סמל'],
  standard: ['תקן או תוספת', 'סטנדרטי'],
  question: ['שאלה'],
  answer: ['תשובה'],
  related: ['מוצר קשור'],
  part: ['חלק', 'חלק חילוף'],
  vehicle: ['רכב', 'כלי'],
  year_from: ['משנה', 'משנת'],
  year_to: ['עד שנה', 'עד שנת'],
  chassis_prefix: ['תחילית מספר שלדה', 'תחילית שלדה'],
  chassis_from: ['ממספר שלדה', 'משלדה'],
  chassis_to: ['עד מספר שלדה', 'עד שלדה'],
  pick: ['אופן הבחירה'],
  choice: ['מפתח הבחירה', 'בחירה'],
  text: ['טקסט'],
  default: ['ברירת מחדל'],
  variants: ['מק״טים'],
  rule: ['כלל'],
  others: ['בחירות אחרות'],
  reason: ['סיבה'],
  vehicles: ['כלים'],
  assembly: ['מכלול'],
  number: ['מספר'],
  parts: ['חלקים'],
  quantity: ['כמות ברכב'],
  x: ['מרחק מימין לשמאל'],
  y: ['מרחק מלמעלה'],
};

/** `sku` → מק״ט */
export const columnName = (column: string): string => headings[column]?.[0] ?? column;

/** Quotes, punctuation, case and doubled blanks make no difference: `מק"ט` is `מקט`. */
const plain = (heading: string): string =>
  heading
    .normalize('NFC')
    .replace(/["'`׳״\u200e\u200f\u202a-\u202e\u2066-\u2069₪()]/g, '')
    .replace(/[\s_./:*־–-]+/g, ' ')
    .trim()
    .toLowerCase();

const byHeading = new Map<string, string[]>();
for (const [column, names] of Object.entries(headings))
  for (const name of [column, ...names]) byHeading.set(plain(name), [...(byHeading.get(plain(name)) ?? []), column]);

/** The importer's column that a heading of a supplier's sheet names in a sheet of this kind; `''`: none. */
export const columnOf = (heading: string, kind: SheetKind): string =>
  byHeading.get(plain(heading))?.find((column) => (sheetKinds[kind].columns as readonly string[]).includes(column)) ??
  '';
