import { type BookingService, bookingNames } from '#domain/calendar/booking.ts';
import type { Field } from '../../components/structure/fields.ts';

export const serviceNames = [
  { value: 'SALE', label: 'מכירה' },
  { value: 'SERVICE', label: 'מוסך' },
  { value: 'TEST_RIDE', label: 'נסיעות מבחן' },
  { value: 'PARTS', label: 'חלקים' },
];

const days: [name: string, label: string][] = [
  ['sun', 'ראשון'],
  ['mon', 'שני'],
  ['tue', 'שלישי'],
  ['wed', 'רביעי'],
  ['thu', 'חמישי'],
  ['fri', 'שישי'],
  ['sat', 'שבת'],
];
/** Hours of a week. */
export const dayFields: Field[] = days.map(([name, label]) => ({
  kind: 'text',
  name,
  label,
  ltr: true,
  keepsEmpty: true,
}));
const usual = bookingNames({});
const plan = (name: BookingService): Field => ({
  kind: 'group',
  name,
  label: usual[name].plural,
  optional: true,
  ask: 'משך ומספר אחרים מהרגיל',
  fields: [
    { kind: 'number', name: 'minutes', label: 'דקות', required: true },
    { kind: 'number', name: 'capacity', label: 'כמה בבת אחת', required: true },
  ],
});

export const branchFields = (stores: { key: string; name: string }[]): Field[] => [
  { kind: 'text', name: 'name', label: 'שם הסניף', required: true },
  { kind: 'text', name: 'phone', label: 'טלפון', required: true, ltr: true },
  { kind: 'text', name: 'city', label: 'יישוב', required: true },
  { kind: 'text', name: 'address', label: 'רחוב ומספר', required: true },
  { kind: 'text', name: 'region', label: 'אזור', required: true, hint: 'כמו ״מרכז״; הסניפים מוצגים לפיו' },
  { kind: 'number', name: 'position', label: 'מקום ברשימת הסניפים' },
  { kind: 'number', name: 'lat', label: 'קו רוחב', hint: 'למפה, כמו 32.07' },
  { kind: 'number', name: 'lng', label: 'קו אורך', hint: 'כמו 34.78' },
  { kind: 'names', name: 'services', label: 'מה יש בסניף', options: serviceNames },
  {
    kind: 'names',
    name: 'stores',
    label: 'באילו חנויות הוא מוצג',
    options: stores.map(({ key, name }) => ({ value: key, label: name })),
  },
  {
    kind: 'group',
    name: 'hours',
    label: 'שעות פתיחה',
    hint: 'כמו ⁦08:30-18:00⁩; ריק: סגור. בחגים סגור, ובערבי חג השעות של יום שישי',
    fields: dayFields,
  },
  {
    kind: 'list',
    name: 'exceptions',
    label: 'ימים עם שעות אחרות',
    hint: 'גוברים על שעות השבוע ועל החגים',
    add: 'יום חדש',
    title: ({ day, hours }) => [day, hours || 'סגור'].filter(Boolean).join(' · '),
    empty: { hours: '' },
    fields: [
      { kind: 'day', name: 'day', label: 'תאריך', required: true },
      { kind: 'text', name: 'hours', label: 'שעות', ltr: true, keepsEmpty: true, hint: 'ריק: סגור' },
    ],
  },
  {
    kind: 'group',
    name: 'booking',
    label: 'תורים',
    fields: [plan('TEST_RIDE'), plan('SERVICE'), plan('HANDOVER')],
  },
];
