import { expect, test } from 'vitest';
import { bestOf, compareFigures, keyFigures } from './key-figures.ts';

const described = (values: Record<string, string>, licence_class: string | null = null, kind = 'VEHICLE') => ({
  kind,
  licence_class,
  meta: Object.entries(values).map(([key, value]) => ({ key, value })),
});
const motorbike = (power_hp: string, weight_kg: string) =>
  described({ engine_cc: '471', power_hp, weight_kg, seat_mm: '789', seats: '2' }, 'A1');

const shown = (...product: Parameters<typeof described>) =>
  keyFigures(described(...product)).map(({ name, value, unit }) => `${name} ${value} ${unit}`.trim());

test('a kind of vehicle is known by its own figures, whoever sells it', () => {
  expect(keyFigures(motorbike('47', '188')).map(({ name, value }) => [name, value])).toEqual([
    ['הספק', '47'],
    ['רישיון', 'A1'],
    ['גובה מושב', '789'],
    ['משקל', '188'],
  ]);
  expect(shown({ fuel: 'חשמל', user_weight_kg: '115', range_km: '25', speed_kmh: '8' }, 'none')).toEqual([
    'טווח 25 ק״מ',
    'מהירות 8 קמ״ש',
    'משקל משתמש 115 ק״ג',
  ]);
  expect(shown({ power_hp: '90', length_m: '2.79', seats: '2', load_kg: '1160' }, 'none')).toEqual([
    'אורך 2.79 מ׳',
    'הספק 90 כ״ס',
    'מושבים 2',
    'עומס מותר 1,160 ק״ג',
  ]);
  expect(shown({ part_number: '11100', system: 'בלמים' }, null, 'SPARE_PART')).toEqual(['מערכת בלמים', 'מק״ט 11100']);
  expect(shown({}, null, 'SERVICE')).toEqual([]);
});

test('the best is named once, where better is defined and there is something to choose between', () => {
  const [power, seat, weight] = compareFigures([motorbike('47', '188'), motorbike('95', '202')]);
  expect(power?.values.map((value) => value?.best)).toEqual([null, 'החזק ביותר']);
  expect(weight?.values.map((value) => value?.best)).toEqual(['הקל ביותר', null]);
  expect(power?.values[1]?.share).toBe(1);
  expect(power?.values[0]?.share).toBeCloseTo(47 / 95);
  // All the same.
  expect(seat?.values.map((value) => value?.best)).toEqual([null, null]);
  const lengths = compareFigures([described({ length_m: '2.79' }), described({ length_m: '4.52' })])[0];
  expect(lengths?.values.map((value) => value?.best)).toEqual([null, null]);
});

test('what is missing, several at once or no number wins nothing', () => {
  const electric = described({ seat_mm: '805', power_hp: '48', range_km: '170' });
  const range = compareFigures([motorbike('47', '188'), electric]).find(({ name }) => name === 'טווח');
  expect(range?.values.map((value) => value?.best ?? null)).toEqual([null, null]);
  const most = compareFigures([
    described({ user_weight_kg: '115' }),
    described({ user_weight_kg: '135' }),
    described({ range_km: '45' }),
  ]).find(({ name }) => name === 'משקל משתמש');
  expect(most?.values.map((value) => value?.best ?? null)).toEqual([null, null, null]);
  const two = compareFigures([
    { ...electric, meta: [...electric.meta, { key: 'power_hp', value: '60' }] },
    motorbike('47', '188'),
  ])[0];
  expect(two?.values.map((value) => [value?.best, value?.share])).toEqual([
    [null, null],
    [null, 1],
  ]);
  expect(bestOf([3, null, 3, 5], 'least')).toEqual(new Set([0, 2]));
  expect(bestOf([null, 5], 'most')).toEqual(new Set());
  expect(bestOf([], 'most')).toEqual(new Set());
});
