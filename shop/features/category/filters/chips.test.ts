import { expect, it } from 'vitest';
import type { Listing } from '../listing-url.ts';
import { chipsOf, withoutChip, withoutChips } from './chips.ts';

const listing: Listing = {
  page: 3,
  sort: 'price',
  view: 'list',
  search: 'barak',
  filters: { color: 'a,b', price_min: '5', price_max: '9', monthly_max: '800', months: '24', down_percent: '20' },
};

it('a chip says what a bare number counts', () => {
  const filter = (key: string, name: string, value: string, unit = '') => ({
    ...{ key, name, unit, kind: 'VALUES' as const, min: null, max: null, monthly: null },
    values: [{ value, name: value, count: 2, selected: true, look: null }],
  });
  const filters = [
    filter('meta.seats', 'מספר יושבים', '2'),
    filter('brand', 'מותג', 'רעם'),
    filter('cc', 'נפח', '125', 'סמ״ק'),
  ];
  expect(
    chipsOf('/category/x', { ...listing, search: '', filters: {} }, filters, new Map()).map(({ label }) => label),
  ).toEqual(['מספר יושבים: 2', 'רעם', '125 סמ״ק']);
});

const labelsOf = (filters: Listing['filters']) =>
  chipsOf('/category/x', { ...listing, search: '', filters }, [], new Map()).map(({ label }) =>
    label.replace(/[\u2066-\u2069]/g, ''),
  );

it('a range of one price reads as one price', () => {
  const labels = (price_max: string) => labelsOf({ price_min: '16900', price_max });
  expect([labels('16900'), labels('17000')]).toEqual([['₪16,900'], ['₪16,900–₪17,000']]);
});

it('a chip names the sum that the list is filtered by, to the agora', () => {
  expect(labelsOf({ price_max: '199.90' })).toEqual(['עד ₪199.90']);
  expect(labelsOf({ price_min: '0.50', price_max: '200' })).toEqual(['₪0.50–₪200']);
  expect(labelsOf({ monthly_max: '899.99' })).toEqual(['עד ₪899.99 לחודש']);
});

it('a chip takes out what it tells, and leaves the rest', () => {
  for (const [name, value, gone] of [
    ['search', null, { search: '' }],
    ['price', null, { filters: { ...listing.filters, price_min: '', price_max: '' } }],
    ['monthly_max', null, { filters: { ...listing.filters, monthly_max: '', months: '', down_percent: '' } }],
    ['color', 'a', { filters: { ...listing.filters, color: 'b' } }],
    // Gone already: it does not come back.
    ['color', 'c', {}],
  ] as const) {
    const { search, ...left } = { ...listing, ...gone };
    const query = new URLSearchParams(withoutChip('/category/x', listing, { name, value }).split('?')[1]);
    const expected = { search, ...left.filters, sort: 'price', view: 'list' };
    expect(Object.fromEntries(query), name).toEqual(
      Object.fromEntries(Object.entries(expected).filter(([, one]) => one !== '')),
    );
  }
  expect(withoutChips('/category', listing)).toBe('/category?search=barak&sort=price&view=list');
  expect(withoutChips('/category/x', listing)).toBe('/category/x?sort=price&view=list');
});
