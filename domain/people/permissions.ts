/** Every capability of the office, with the words that its roles are edited by. */
export const permissions = {
  'orders.read': 'צפייה בהזמנות',
  'orders.advance': 'קידום הזמנות, משלוחים ומספרי רכב',
  'orders.handover': 'מסירת רכב: רשימת בדיקה ומסמכים',
  'orders.edit': 'עריכת הזמנה שנקלטה',
  'orders.contact': 'שינוי פרטי קשר ומסירה',
  'orders.create': 'הזמנות והצעות מחיר ללקוחות',
  'orders.discount': 'הנחה בהזמנה',
  'orders.cancel': 'ביטול הזמנות',
  'orders.refund': 'זיכויים',
  'orders.capture': 'חיוב ושחרור של דמי שריון',
  'orders.review': 'הכרעה בתשלומים שבבירור',
  'orders.assign': 'אחראי ומועדים להזמנות',
  'orders.export': 'ייצוא הזמנות',
  'documents.read': 'צפייה במסמכי מס',
  'documents.export': 'ייצוא מסמכים להנהלת חשבונות',
  'leads.read': 'צפייה בפניות',
  'leads.answer': 'מענה לפניות',
  'leads.assign': 'שיוך פניות',
  'leads.export': 'ייצוא פניות, הצעות טרייד־אין ותורים',
  'trade-ins.read': 'צפייה בהצעות טרייד־אין',
  'trade-ins.answer': 'הצעות טרייד־אין ושיוכן',
  'trade-ins.confirm': 'זיכוי על טרייד־אין בהזמנה, לאחר בדיקה',
  'bookings.read': 'צפייה ביומן התורים',
  'bookings.edit': 'קביעה, הזזה וביטול של תורים',
  'bookings.block': 'חסימת שעות ביומן',
  'reviews.read': 'צפייה בביקורות ובשאלות',
  'reviews.edit': 'פרסום ומענה לביקורות ולשאלות',
  'customers.read': 'צפייה בלקוחות',
  'customers.edit': 'עריכת פרטי לקוחות',
  'customers.export': 'ייצוא המידע של לקוח',
  'customers.erase': 'מחיקת לקוח (באישור אדם נוסף)',
  'notes.write': 'הערות ומשימות',
  'messages.read': 'צפייה בהודעות שנשלחו',
  'messages.resend': 'שליחה חוזרת של הודעות',
  'products.read': 'צפייה בקטלוג',
  'products.edit': 'עריכת מוצרים',
  'products.price': 'שינוי מחירים',
  'products.cost': 'צפייה בעלויות וברווח',
  'stock.edit': 'עדכון מלאי',
  'promotions.read': 'צפייה במבצעים ובסימולטור המחיר',
  'promotions.edit': 'מבצעים וקופונים',
  'content.read': 'צפייה בתוכן האתר',
  'content.edit': 'עריכת תוכן',
  'content.publish': 'פרסום תוכן',
  'imports.run': 'ייבוא וייצוא של הקטלוג',
  'insight.read': 'נתוני מכירות',
  'changes.read': 'יומן השינויים',
  'changes.undo': 'ביטול שינויים',
  'approvals.decide': 'אישור פעולות של אחרים',
  'jobs.read': 'צפייה במשימות הרקע ובתקינות',
  'jobs.retry': 'הפעלה חוזרת של משימות שנכשלו',
  'settings.read': 'צפייה בהגדרות החנויות',
  'settings.edit': 'הגדרות החנויות',
  'staff.read': 'צפייה באנשי הצוות',
  'staff.edit': 'הזמנת אנשי צוות ושינוי תפקידים',
  'keys.edit': 'מפתחות API',
} as const;

export type Permission = keyof typeof permissions;

export const isPermission = (name: string): name is Permission => Object.hasOwn(permissions, name);

/** Money that a role moves without a second person. Agorot and basis points; `null`: any sum. */
export type RoleLimits = { refundLimitAgorot: number | null; discountLimitBp: number | null };
type BuiltInRole = RoleLimits & { name: string; permissions: Permission[] };

const all = Object.keys(permissions) as Permission[];
const reads = all.filter((name) => name.endsWith('.read'));
const without = (...left: Permission[]): Permission[] => all.filter((name) => !left.includes(name));

/** Roles that every installation begins with; the office may change all but the owner's. */
export const builtInRoles = {
  owner: { name: 'בעלים', permissions: all, refundLimitAgorot: null, discountLimitBp: null },
  manager: {
    name: 'ניהול חנות',
    permissions: without('staff.edit', 'keys.edit', 'customers.erase', 'settings.edit'),
    refundLimitAgorot: 2_000_000,
    discountLimitBp: 1_500,
  },
  sales: {
    name: 'מכירות',
    permissions: [
      ...(['orders.read', 'orders.create', 'orders.discount', 'orders.contact', 'orders.assign'] as const),
      ...(['leads.read', 'leads.answer', 'leads.assign', 'bookings.read', 'bookings.edit'] as const),
      ...(['customers.read', 'customers.edit', 'notes.write', 'messages.read', 'messages.resend'] as const),
      ...(['products.read', 'promotions.read', 'documents.read'] as const),
      ...(['trade-ins.read', 'trade-ins.answer', 'trade-ins.confirm'] as const),
    ],
    refundLimitAgorot: 0,
    discountLimitBp: 500,
  },
  warehouse: {
    name: 'מחסן ומסירות',
    permissions: [
      ...(['orders.read', 'orders.advance', 'orders.handover', 'notes.write', 'products.read', 'stock.edit'] as const),
      'bookings.read',
    ],
    refundLimitAgorot: 0,
    discountLimitBp: 0,
  },
  accountant: {
    name: 'הנהלת חשבונות',
    permissions: [
      ...(['orders.read', 'orders.export', 'orders.refund', 'orders.review', 'orders.capture'] as const),
      ...(['documents.read', 'documents.export', 'insight.read', 'notes.write', 'customers.read'] as const),
    ],
    refundLimitAgorot: 500_000,
    discountLimitBp: 0,
  },
  editor: {
    name: 'עריכת תוכן',
    permissions: [
      'products.read',
      'products.edit',
      ...(['content.read', 'content.edit', 'content.publish', 'promotions.read', 'promotions.edit'] as const),
      ...(['reviews.read', 'reviews.edit', 'changes.read'] as const),
    ],
    refundLimitAgorot: 0,
    discountLimitBp: 0,
  },
  service: {
    name: 'שירות לקוחות',
    permissions: [
      ...(['orders.read', 'orders.contact', 'orders.cancel', 'orders.refund', 'orders.assign'] as const),
      ...(['leads.read', 'leads.answer', 'leads.assign', 'bookings.read', 'bookings.edit', 'bookings.block'] as const),
      ...(['customers.read', 'customers.edit', 'notes.write', 'messages.read', 'messages.resend'] as const),
      ...(['documents.read', 'products.read', 'promotions.read', 'reviews.read', 'reviews.edit'] as const),
      ...(['trade-ins.read', 'trade-ins.answer'] as const),
    ],
    refundLimitAgorot: 50_000,
    discountLimitBp: 0,
  },
  privacy: {
    name: 'הגנת הפרטיות',
    permissions: ['customers.read', 'customers.export', 'customers.erase', 'approvals.decide', 'changes.read'],
    refundLimitAgorot: 0,
    discountLimitBp: 0,
  },
  viewer: { name: 'צפייה בלבד', permissions: reads, refundLimitAgorot: 0, discountLimitBp: 0 },
} as const satisfies Record<string, BuiltInRole>;

export type RoleKey = keyof typeof builtInRoles;
