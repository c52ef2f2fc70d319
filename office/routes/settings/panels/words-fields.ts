import { type BookingService, bookingNames } from '#domain/calendar/booking.ts';
import type { Field } from '../../../components/structure/fields.ts';

const usual = bookingNames({});

const visit = (name: BookingService): Field => ({
  kind: 'group',
  name,
  label: usual[name].name,
  optional: true,
  ask: `מילים אחרות במקום ״${usual[name].name}״`,
  fields: [
    { kind: 'text', name: 'name', label: 'ביקור אחד', required: true, hint: 'כמו ״הפלגת ניסיון״' },
    { kind: 'text', name: 'plural', label: 'כמה ביקורים', required: true },
    { kind: 'text', name: 'bring', label: 'מה להביא', required: true, wide: true, hint: 'משפט שלם' },
    { kind: 'text', name: 'booked', label: 'כותרת האישור', wide: true, hint: 'כמו ״הפלגת הניסיון נקבעה״' },
  ],
});

export const wordsFields: Field[] = [
  {
    kind: 'group',
    name: 'booking_words',
    label: 'איך קוראים לביקורים שקובעים',
    fields: [visit('TEST_RIDE'), visit('SERVICE'), visit('HANDOVER')],
  },
  {
    kind: 'group',
    name: 'home_visit',
    label: 'ביקור אצל הלקוח',
    optional: true,
    ask: 'באים ללקוחות הביתה להדגמה',
    fields: [
      { kind: 'text', name: 'name', label: 'שם הביקור', required: true, hint: 'כמו ״נסיעת ניסיון אצלכם בבית״' },
      { kind: 'text', name: 'text', label: 'מה קורה בביקור', required: true, wide: true, hint: 'משפט שלם' },
    ],
  },
  {
    kind: 'list',
    name: 'vehicle_names',
    label: 'איך קוראים לכלים במשפט',
    hint: 'בהזמנות, בהודעות ובקטלוג החלקים. השורה הראשונה שמתאימה קובעת',
    add: 'מילה חדשה',
    title: ({ definite }) => String(definite ?? ''),
    empty: {},
    fields: [
      { kind: 'text', name: 'definite', label: 'עם ה״א הידיעה', required: true, hint: 'כמו ״הסירה״' },
      { kind: 'text', name: 'indefinite', label: 'בלי ה״א הידיעה', required: true, hint: 'כמו ״סירה״' },
      { kind: 'names', name: 'brands', label: 'רק למותגים', wanted: 'brand' },
      { kind: 'names', name: 'types', label: 'רק לסוגים', hint: 'ערכים של המסנן type' },
    ],
  },
  {
    kind: 'names',
    name: 'popular_searches',
    label: 'חיפושים שמציעים',
    hint: 'בתיבת החיפוש, עד שמונה',
  },
  {
    kind: 'list',
    name: 'filters',
    label: 'המסננים של דף הקטגוריה',
    hint: 'שם, יחידה וטווחים; מסנן שאינו כאן מוצג בשם הרגיל שלו',
    add: 'מסנן חדש',
    title: ({ name, key }) => [name, key].filter(Boolean).join(' · '),
    empty: {},
    fields: [
      { kind: 'text', name: 'key', label: 'המסנן', required: true, ltr: true, hint: 'כמו engine_cc' },
      { kind: 'text', name: 'name', label: 'שם', required: true },
      { kind: 'text', name: 'unit', label: 'יחידה' },
      { kind: 'numbers', name: 'ranges', label: 'גבולות הטווחים', hint: 'עולים, עם רווח ביניהם: 125 500' },
    ],
  },
];
