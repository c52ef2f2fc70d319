import { expect, test } from 'vitest';
import { chooseVariant, optionGroups } from './variants.ts';

const variant = (sku: string, color: string, size: string, available = true) => ({
  id: sku,
  sku,
  available,
  types: [
    { type: 'COLOR', value_name: color, value: '#000000', value_type: 'COLOR' },
    { type: 'SIZE', value_name: size, value: size, value_type: 'TEXT' },
  ],
});
const jacket = [
  variant('B-S', 'שחור', 'S', false),
  variant('B-M', 'שחור', 'M'),
  variant('R-S', 'אדום', 'S'),
  variant('R-L', 'אדום', 'L'),
];

test('without a link’s choice the first variant that can be ordered is shown', () => {
  expect(chooseVariant(jacket, null)?.sku).toBe('B-M');
  expect(chooseVariant(jacket, 'R-L')?.sku).toBe('R-L');
  expect(chooseVariant(jacket, 'gone')?.sku).toBe('B-M');
  expect(chooseVariant([], null)).toBeUndefined();
});

test('a colour is sold out when nothing of it is left, a size when it is in the chosen colour', () => {
  const marks = (variants: typeof jacket, sku: string) => {
    const chosen = chooseVariant(variants, sku) ?? variant('', '', '');
    return optionGroups(variants, chosen).map(({ options }) => options.map((option) => option.available));
  };
  expect(marks(jacket, 'R-S')).toEqual([
    [true, true],
    [true, true, true],
  ]);
  expect(marks(jacket, 'B-M')).toEqual([
    [true, true],
    [false, true, true],
  ]);
  expect(marks([variant('B-S', 'שחור', 'S', false), variant('R-S', 'אדום', 'S')], 'R-S')[0]).toEqual([false, true]);
});

test('of what is made to order no option is sold out', () => {
  const variants = jacket.map((one) => ({ ...one, available: false }));
  const available = optionGroups(variants, variants[0] ?? variant('', '', ''), true).flatMap(({ options }) =>
    options.map((option) => option.available),
  );
  expect(available).toEqual([true, true, true, true, true]);
});

test('an option keeps the other choices where it can, and else leads to what there is', () => {
  const chosen = chooseVariant(jacket, 'R-S') ?? variant('', '', '');
  const [colours, sizes] = optionGroups(jacket, chosen);
  expect(colours?.options.map(({ value_name, sku, chosen: isChosen }) => [value_name, sku, isChosen])).toEqual([
    ['שחור', 'B-S', false],
    ['אדום', 'R-S', true],
  ]);
  expect(sizes?.options.map(({ value_name, sku }) => [value_name, sku])).toEqual([
    ['S', 'R-S'],
    ['M', 'B-M'],
    ['L', 'R-L'],
  ]);
});
