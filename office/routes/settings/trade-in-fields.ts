import { formatNumber, isolate } from '#domain/text/format.ts';
import { type Field, sumTitle } from '../../components/structure/fields.ts';

const off = (name: string, label: string): Field => ({ kind: 'number', name, label, hint: 'אחוז שיורד מהשווי' });

/** `trade_in` of company.json. */
export const tradeInFields: Field[] = [
  { kind: 'number', name: 'valid_days', label: 'הצעה בתוקף, ימים', required: true },
  {
    kind: 'number',
    name: 'spread',
    label: 'מרווח ההערכה, אחוזים',
    required: true,
    hint: 'בכמה הקצה הנמוך מתחת לגבוה. בהזמנה מוצג הנמוך',
  },
  {
    kind: 'list',
    name: 'values',
    label: 'שווי לפי דגם ושנה',
    hint: 'כשכמה שורות מתאימות נבחרת המדויקת: יותר מילים מהדגם, ואחריהן פחות שנים',
    add: 'דגם חדש',
    title: ({ make, model, year_from, year_to, price }) =>
      [[make, model].filter(Boolean).join(' '), [year_from, year_to].filter(Boolean).join('–'), sumTitle(price)]
        .flatMap((part) => (part ? isolate(part) : []))
        .join(' · '),
    empty: {},
    fields: [
      { kind: 'text', name: 'make', label: 'יצרן', required: true, hint: 'כמה כתיבים מופרדים בפסיק: הונדה, HONDA' },
      { kind: 'text', name: 'model', label: 'מילים מהדגם', hint: 'ריק: כל דגם של היצרן' },
      { kind: 'number', name: 'year_from', label: 'משנת', required: true },
      { kind: 'number', name: 'year_to', label: 'עד שנת', required: true },
      { kind: 'sum', name: 'price', label: 'שווי במצב טוב', required: true },
    ],
  },
  {
    kind: 'list',
    name: 'km',
    label: 'קילומטרים',
    hint: 'מהנמוך לגבוה; מתחת לראשון השווי מלא',
    add: 'מדרגה חדשה',
    title: ({ from, share }) =>
      `מ־${isolate(formatNumber(Number(from) || 0))} ק״מ: ${isolate(`${String(share ?? '')}%`)}`,
    empty: {},
    fields: [
      { kind: 'number', name: 'from', label: 'מקילומטר', required: true },
      { kind: 'percent', name: 'share', label: 'כמה נשאר מהשווי', required: true },
    ],
  },
  {
    kind: 'group',
    name: 'deductions',
    label: 'מה מוריד את השווי',
    fields: [
      off('second_hand', 'יד שנייה'),
      off('third_hand', 'יד שלישית ומעלה'),
      off('fleet', 'חברה, ליסינג או השכרה'),
      off('light_damage', 'פגיעה קלה שתוקנה'),
      off('structural_damage', 'פגיעת שלדה'),
      off('worn_tyres', 'צמיגים שחוקים'),
    ],
  },
];
