import { licenceNames } from '#domain/catalogue/kind-names.ts';
import type { Field } from '../../../components/structure/fields.ts';

/** Which vehicles an entry is about; without a condition, all. */
export const vehicleConditions: Field[] = [
  { kind: 'names', name: 'brands', label: 'רק למותגים', wanted: 'brand', hint: 'בלי בחירה: לכל המותגים' },
  {
    kind: 'names',
    name: 'licence_classes',
    label: 'רק לדרגות רישיון',
    hint: 'בלי בחירה: לכולן',
    options: Object.entries(licenceNames).map(([value, label]) => ({ value, label })),
  },
];
