import { expect, test } from 'vitest';
import { priceFaults } from './price-rules.ts';

test('nothing becomes free by a 0; what is free already can be saved, and struck through', () => {
  const free = { price: 0, deletedPrice: null };
  expect(priceFaults(free, 4_290_000)).toHaveProperty('price');
  expect(priceFaults(free, null)).toHaveProperty('price');
  expect(priceFaults({ ...free, price: null }, 0)).toHaveProperty('price');
  expect(priceFaults({ ...free, deletedPrice: 5_000 }, 0)).toEqual({});
  expect(priceFaults({ ...free, deposit: 100 }, 0)).toHaveProperty('deposit');
});
