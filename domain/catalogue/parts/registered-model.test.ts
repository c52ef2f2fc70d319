import { expect, it } from 'vitest';
import { registeredModel } from './registered-model.ts';

const makes = [
  {
    name: 'רעם',
    name_en: 'RAAM',
    vehicles: ['RAAM Barak 300', 'RAAM Barak 1100', 'RAAM Barak 1100 R', 'RAAM Sufa 400RR'].map((name) => ({ name })),
  },
  { name: 'זיק', name_en: 'ZIK', vehicles: [{ name: 'ZIK Dune 250' }] },
];

it.each([
  [{ make: 'רעם ישראל', model: 'BARAK 300' }, 'RAAM Barak 300'],
  [{ make: 'RAAM', model: 'RAAM BARAK1100R' }, 'RAAM Barak 1100 R'],
  [{ make: 'רעם', model: 'BARAK 1100' }, 'RAAM Barak 1100'],
  [{ make: 'רעם', model: 'SUFA 400RR' }, 'RAAM Sufa 400RR'],
  [{ make: 'רעם', model: 'BARAK 3000' }, undefined],
  [{ make: 'הונדה יפן', model: 'BARAK 300' }, undefined],
  [{ make: 'זיק', model: 'DUNE 1250 DUNE250' }, 'ZIK Dune 250'],
  [{ make: 'זיק', model: 'SANDDUNE 250' }, undefined],
  [{ make: 'זיק', model: 'DUNE 1250' }, undefined],
  [{ make: 'זיק', model: 'BARAK 300' }, undefined],
  [{ make: 'רעם', model: 'רעם' }, undefined],
])('%j is %s', (registered, name) => {
  expect(registeredModel(makes, registered)?.name).toBe(name);
});
