import { expect, test } from 'vitest';
import { anchorsOf, orderSections, productSections } from './sections.ts';

test('a store’s sequence comes first and loses no part, and each part stands once', () => {
  expect(orderSections()).toEqual(productSections);
  const order = orderSections([{ section: 'price' }, { section: 'visit' }, { section: 'price' }]);
  expect(order.slice(0, 3)).toEqual(['price', 'visit', 'overview']);
  expect([...order].sort()).toEqual([...productSections].sort());
});

test('anchors lead to what the product has, in the page’s sequence', () => {
  const has = { colors: true, overview: true, configurator: false, specifications: true, price: true };
  const ids = (order = orderSections()) => anchorsOf(order, has).map(({ id }) => id);
  expect(ids()).toEqual(['colors', 'overview', 'specifications', 'finance']);
  expect(ids(orderSections([{ section: 'price' }]))).toEqual(['colors', 'finance', 'overview', 'specifications']);
  expect(anchorsOf(orderSections(), { ...has, colors: false, overview: false, price: false })).toEqual([
    { id: 'specifications', name: 'מפרט' },
  ]);
});
