import { isWallet, WALLETS, walletNames } from '#domain/money/wallets.ts';
import { isolate } from '#domain/text/format.ts';
import { type Field, isRecord, sumTitle } from '../../../components/structure/fields.ts';
import { vehicleConditions } from './vehicle-conditions.ts';

export const purchaseFields: Field[] = [
  {
    kind: 'group',
    name: 'purchase',
    label: 'תשלום',
    fields: [
      { kind: 'number', name: 'max_payments', label: 'תשלומים בכרטיס, עד', required: true },
      {
        kind: 'choice',
        name: 'deposit',
        label: 'דמי שריון של רכב',
        required: true,
        options: [
          { value: 'charge', label: 'מחויבים מיד' },
          { value: 'hold', label: 'נשמרים בכרטיס עד שמחייבים אותם' },
        ],
      },
      {
        kind: 'number',
        name: 'hold_days',
        label: 'ימי עסקים של שמירת פריטים',
        hint: 'כשאין תשלום באתר, למשל במימון. בלי מספר: 3',
      },
      {
        kind: 'choice',
        name: 'provider',
        label: 'חברת סליקה',
        required: true,
        hint: 'פרטי ההתחברות אליה נקבעים בהתקנה',
        options: [
          { value: 'sandbox', label: 'סליקה לדוגמה' },
          { value: 'cardcom', label: 'קארדקום' },
          { value: 'payplus', label: 'PayPlus' },
        ],
      },
      {
        kind: 'text',
        name: 'terminal',
        label: 'מסוף',
        ltr: true,
        hint: 'שם המסוף בהתקנה, כשיש כמה אצל אותה חברה. בלי שם: הראשון',
      },
      {
        kind: 'list',
        name: 'wallets',
        label: 'ארנקים שהמסוף מקבל',
        hint: 'מוצגים לקונים עוד לפני הקנייה. משלמים בהם הכול בבת אחת, ולא דמי שריון או תשלומים',
        add: 'ארנק חדש',
        title: ({ wallet, up_to }) =>
          [isWallet(wallet) && isolate(walletNames[wallet]), sumTitle(up_to) && `עד ${sumTitle(up_to)}`]
            .filter(Boolean)
            .join(' · '),
        empty: { wallet: 'bit' },
        fields: [
          {
            kind: 'choice',
            name: 'wallet',
            label: 'ארנק',
            required: true,
            options: WALLETS.map((wallet) => ({ value: wallet, label: walletNames[wallet] })),
          },
          { kind: 'number', name: 'up_to', label: 'עד סכום (₪)', hint: 'לפי ההסכם. בלי סכום: בלי גבול' },
        ],
      },
      { kind: 'flag', name: 'trade_in', label: 'טרייד־אין: רכב ישן תמורת חדש' },
      {
        kind: 'choice',
        name: 'step_4',
        label: 'שלב התשלום',
        required: true,
        options: [
          { value: 'new', label: 'הפרטים מתקפלים לסיכום' },
          { value: 'old', label: 'הכול בדף אחד' },
        ],
      },
    ],
  },
  {
    kind: 'list',
    name: 'road_fees',
    label: 'אגרות והוצאות חובה עד הכביש',
    hint: 'נוספות למחיר הרכב, ויחד הן המחיר על הכביש. שינוי חל גם על הזמנות פתוחות',
    add: 'אגרה חדשה',
    title: ({ name, engine_cc: engine, price }) =>
      [name, isRecord(engine) && `${isolate(`${engine.from ?? ''}–${engine.to ?? ''}`)} סמ״ק`, sumTitle(price)]
        .filter(Boolean)
        .join(' · '),
    empty: {},
    fields: [
      { kind: 'text', name: 'name', label: 'שם', required: true },
      { kind: 'sum', name: 'price', label: 'סכום', required: true },
      { kind: 'text', name: 'note', label: 'הסבר', wide: true },
      {
        kind: 'group',
        name: 'engine_cc',
        label: 'נפח מנוע',
        optional: true,
        ask: 'רק לנפחי מנוע מסוימים',
        fields: [
          { kind: 'number', name: 'from', label: 'מ־ (סמ״ק)' },
          { kind: 'number', name: 'to', label: 'עד (סמ״ק)' },
        ],
      },
      ...vehicleConditions,
    ],
  },
  {
    kind: 'list',
    name: 'handover',
    label: 'לפני מסירת רכב',
    hint: 'מסמכים וצעדים שמוצגים ללקוחות בהזמנה, ולצוות ברשימת המסירה',
    add: 'צעד חדש',
    title: ({ title }) => String(title ?? ''),
    empty: {},
    fields: [
      { kind: 'text', name: 'title', label: 'כותרת', required: true, wide: true },
      { kind: 'long', name: 'text', label: 'מה הלקוח קורא', required: true },
      { kind: 'long', name: 'staff', label: 'מה הצוות בודק', hint: 'בלעדיו הצוות רואה את מה שהלקוח קורא' },
      {
        kind: 'choice',
        name: 'task',
        label: 'מה הלקוח שולח מדף ההזמנה',
        options: [
          { value: '', label: 'שום דבר' },
          { value: 'papers', label: 'צילומים או קבצים' },
          { value: 'signature', label: 'חתימה על נוסח' },
        ],
      },
      {
        kind: 'long',
        name: 'ask',
        label: 'מה לשלוח, או על מה לחתום',
        hint: 'חובה כשהלקוח שולח משהו. לחתימה זהו הנוסח המלא; הזמנות שכבר בטיפול שומרות את הנוסח שלהן',
      },
      ...vehicleConditions,
    ],
  },
  { kind: 'long', name: 'licence_note', label: 'רישיון נדרש', hint: 'משפט שמוצג בדף של כל רכב' },
  {
    kind: 'list',
    name: 'licence_notes',
    label: 'רישיון נדרש, לפי רכב',
    hint: 'הראשון שמתאים לרכב מוצג במקום המשפט הכללי',
    add: 'משפט חדש',
    title: ({ text }) => String(text ?? ''),
    empty: {},
    fields: [{ kind: 'long', name: 'text', label: 'המשפט', required: true }, ...vehicleConditions],
  },
];
