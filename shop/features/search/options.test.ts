import { expect, test } from 'vitest';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { optionGroups } from './options.ts';

const suggestions = (search: string): Suggestions => ({
  ...{ search, found: false, corrected: null, partly: false, ordered: false, products: [], total: 0, at_least: false },
  ...{ categories: [], articles: [], articles_first: false, posts: [], popular: ['קסדה', 'מנעול'] },
});
const targets = (search: string, recent: string[]): string[] =>
  optionGroups(suggestions(search), recent).flatMap(({ options }) => options.map(({ to }) => to));

test('a popular search that was made here stands among one’s own only: arrow keys go by where options lead', () => {
  const shown = targets('', ['מנעול', 'ברק']);
  expect(shown).toHaveLength(3);
  expect(new Set(shown).size).toBe(3);
  expect(targets('', ['קסדה', 'מנעול'])).toHaveLength(2);
});

test('where nothing was found all popular searches are there, since one’s own are not', () => {
  expect(targets('אבגד', ['מנעול'])).toHaveLength(2);
});
