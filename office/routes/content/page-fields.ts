import type { Field } from '../../components/structure/fields.ts';

export const pageFields: Field[] = [
  { kind: 'text', name: 'title', label: 'כותרת', required: true },
  {
    kind: 'text',
    name: 'slug',
    label: 'כתובת',
    required: true,
    ltr: true,
    hint: 'מה שאחרי ⁦/page/⁩. אחרי שינוי, הכתובת הקודמת מובילה לכאן',
  },
  { kind: 'long', name: 'description', label: 'תיאור למנועי חיפוש', hint: 'משפט או שניים, עד 160 תווים' },
  { kind: 'html', name: 'body', label: 'הטקסט', wide: true },
];

/** The head of a post, in the sequence that it is written in. */
export const postFields = (categories: { value: string; label: string }[]): Field[] => [
  { kind: 'text', name: 'title', label: 'כותרת', required: true },
  {
    kind: 'text',
    name: 'slug',
    label: 'כתובת',
    required: true,
    ltr: true,
    hint: 'מה שאחרי ⁦/blog/⁩. אחרי שינוי, הכתובת הקודמת מובילה לכאן',
  },
  { kind: 'long', name: 'description', label: 'תיאור', required: true, hint: 'מוצג ברשימה ובמנועי חיפוש' },
  { kind: 'choice', name: 'category', label: 'קטגוריה', required: true, options: categories },
  { kind: 'text', name: 'author', label: 'מאת', required: true },
  {
    kind: 'israel-moment',
    name: 'published',
    label: 'מוצגת מ־',
    required: true,
    hint: 'שעון ישראל. מועד בעתיד: הכתבה תופיע בחנות כשיגיע',
  },
  { kind: 'flag', name: 'featured', label: 'כתבה ראשית בבלוג' },
  { kind: 'picture', name: 'picture', label: 'תמונה' },
  {
    kind: 'text',
    name: 'picture_alt',
    label: 'מה רואים בתמונה',
    required: true,
    wide: true,
    when: ({ picture }) => Boolean(picture),
  },
  { kind: 'names', name: 'tags', label: 'תגיות' },
  { kind: 'names', name: 'products', label: 'מוצרים שמוצגים לצד הכתבה', wanted: 'product' },
  { kind: 'html', name: 'body', label: 'הטקסט', wide: true },
];
