import { kindNames } from '#domain/catalogue/kind-names.ts';
import type { Field } from '../../components/structure/fields.ts';

type Option = { value: string; label: string };

/**
 * A category as it is written; its rule takes what has everything that it names, and of each filter one of the values.
 */
export const categoryFields = (filters: Option[]): Field[] => [
  { kind: 'text', name: 'name', label: 'שם', required: true },
  {
    kind: 'text',
    name: 'slug',
    label: 'כתובת',
    required: true,
    hint: 'מה שאחרי ⁦/category/⁩. אחרי שינוי, הכתובת הקודמת מובילה לכאן',
  },
  { kind: 'long', name: 'text', label: 'טקסט', wide: true },
  { kind: 'picture', name: 'banner', label: 'תמונת רקע' },
  {
    kind: 'choice',
    name: 'rule_kind',
    label: 'כלל: סוג המוצר',
    none: 'כל סוג',
    options: Object.entries(kindNames).map(([value, label]) => ({ value, label })),
  },
  { kind: 'search', wanted: 'brand', name: 'rule_brand', label: 'כלל: מותג' },
  {
    kind: 'list',
    name: 'rule_meta',
    label: 'כלל: ערכים',
    add: 'ערך נוסף',
    title: ({ key, value }) => [key, value].filter(Boolean).join(' = ') || 'ערך חדש',
    empty: { key: '', value: '' },
    fields: [
      { kind: 'text', name: 'key', label: 'מסנן', required: true, ltr: true, hint: 'כמו type או engine_cc' },
      { kind: 'text', name: 'value', label: 'ערך', required: true },
    ],
  },
  {
    kind: 'names',
    name: 'filters',
    label: 'מסננים',
    hint: 'בלי בחירה מוצגים כל אלה שיש להם מה לסנן',
    options: filters,
  },
];
