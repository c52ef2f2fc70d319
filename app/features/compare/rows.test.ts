import { expect, it } from 'vitest';
import type { Product } from '#contract/products.ts';
import { compareGroups } from './rows.ts';

const inColors = (...names: string[]) =>
  ({
    variant_colors: names.map((value_name) => ({ value_name })),
    deposit: null,
    specifications: [],
    safety_systems: [],
  }) as unknown as Product;

it('as many colours are the same only where they are the same, in whatever order', () => {
  const differs = (...products: Product[]) => compareGroups(products)[0]?.rows[0]?.differs;
  expect(differs(inColors('אדום', 'שחור'), inColors('אדום', 'לבן'))).toBe(true);
  expect(differs(inColors('אדום', 'שחור'), inColors('שחור', 'אדום', 'שחור'))).toBe(false);
});
