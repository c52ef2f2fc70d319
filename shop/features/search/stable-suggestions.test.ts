import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { stableSuggestions } from './stable-suggestions.ts';

const suggestions = (search: string, names: string, more: Partial<Suggestions> = {}): Suggestions => ({
  search,
  found: true,
  corrected: null,
  partly: false,
  ordered: false,
  // A capital letter: its name has all the words.
  products: [...names].map((name) => ({
    id: name.toLowerCase(),
    slug: { name: name.toLowerCase() },
    name,
    image: null,
    price: 1,
    starting_from: false,
    named: name !== name.toLowerCase(),
  })),
  total: names.length,
  at_least: false,
  categories: [],
  articles: [],
  articles_first: false,
  posts: [],
  popular: [],
  ...more,
});
const shown = (before: Suggestions | null, next: Suggestions): string =>
  stableSuggestions(before, next)
    .products.map(({ id }) => id)
    .join('');

test('what still fits keeps its sequence, and what is new stands where it is ranked', () => {
  expect(shown(suggestions('קלנו', 'abcd'), suggestions('קלנוע', 'dxba'))).toBe('axbd');
  expect(shown(suggestions('קלנוע', 'abc'), suggestions('קלנו', 'cba'))).toBe('abc');
});

test('what is called just so comes first', () => {
  expect(shown(suggestions('ברק 8', 'abc'), suggestions('ברק 800', 'Cab'))).toBe('cab');
});

test('another search begins anew, and so does one that asks for an order', () => {
  expect(shown(suggestions('ברק', 'abc'), suggestions('קסדה', 'cba'))).toBe('cba');
  expect(shown(suggestions('', 'abc'), suggestions('ק', 'cba'))).toBe('cba');
  expect(shown(suggestions('קלנועית', 'abc'), suggestions('קלנועית זולה', 'cba', { ordered: true }))).toBe('cba');
  expect(shown(null, suggestions('ק', 'cba'))).toBe('cba');
});

test('nothing is lost, doubled or invented, and no two that stay change places', () => {
  const names = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 6 }).map((list) => list.join(''));
  fc.assert(
    fc.property(names, names, (before, next) => {
      const result = shown(suggestions('ק', before), suggestions('קס', next));
      expect([...result].sort()).toEqual([...next].sort());
      const stayed = [...result].filter((name) => before.includes(name));
      expect(stayed).toEqual([...before].filter((name) => next.includes(name)));
    }),
  );
});
