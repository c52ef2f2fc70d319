import type { Field } from '../../../components/structure/fields.ts';

export const financeFields: Field[] = [
  {
    kind: 'list',
    name: 'finance',
    label: 'התוכניות, לפי הסדר שבו הן מוצעות',
    add: 'תוכנית חדשה',
    title: ({ name, rate }) =>
      [name, rate !== undefined && rate !== '' && `${String(rate)}%`].filter(Boolean).join(' · '),
    empty: { months_step: 12 },
    fields: [
      { kind: 'text', name: 'name', label: 'שם', required: true },
      { kind: 'text', name: 'lender', label: 'המלווה', required: true, hint: 'השם המלא של הגוף שנותן את האשראי' },
      { kind: 'percent', name: 'rate', label: 'ריבית שנתית', required: true, hint: 'כל הריבית, כולל הפריים' },
      { kind: 'text', name: 'rate_kind', label: 'סוג הריבית', required: true, hint: 'כמו ״קבועה״ או ״פריים״' },
      { kind: 'percent', name: 'prime', label: 'מתוכה פריים', hint: 'רק כשהריבית צמודה לפריים' },
      { kind: 'day', name: 'rates_date', label: 'הריבית נכונה ליום', required: true, hint: 'מוצג לצד המחשבון' },
      { kind: 'number', name: 'months_min', label: 'מספר חודשים, מ־', required: true },
      { kind: 'number', name: 'months_max', label: 'מספר חודשים, עד', required: true },
      { kind: 'number', name: 'months_step', label: 'בקפיצות של', required: true },
      { kind: 'percent', name: 'down_min', label: 'מקדמה, מ־', required: true, hint: 'אחוז מהמחיר' },
      { kind: 'percent', name: 'down_max', label: 'מקדמה, עד', required: true },
      { kind: 'percent', name: 'balloon', label: 'תשלום בלון בסוף', hint: 'אחוז מהמחיר' },
      { kind: 'sum', name: 'min', label: 'מחיר, מ־', required: true, hint: 'התוכנית מוצעת במחירים האלה' },
      { kind: 'sum', name: 'max', label: 'מחיר, עד', required: true },
      { kind: 'sum', name: 'fee', label: 'דמי פתיחת תיק' },
    ],
  },
];
