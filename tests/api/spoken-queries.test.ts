import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { optionGroups } from '../../shop/features/search/options.ts';
import { startApp, type TestApp } from '../support/app.ts';

/**
 * Queries as people say them, written before the search was made for them. `first`: what may stand first, a product's
 * slug or the address of a page, `*` for any end, `-` for nothing at all; `near`: what may stand above it without being
 * rubbish; `price`: a bound that no shown product exceeds.
 */
type Row = { store: string; query: string; first: string; near: string; price: string; kind: string };
const table = readFileSync(path.join(import.meta.dirname, '../spoken-queries.csv'), 'utf8');
const rows = parse(table, { columns: true }) as Row[];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function suggest({ store, query }: Row): Promise<Suggestions> {
  const at = `/api/products/search-suggestions?search=${encodeURIComponent(query)}`;
  const reply = await app.call({ path: at, host: `${store}.localhost` });
  expect(reply.status, query).toBe(200);
  return reply.json<Suggestions>();
}

/** What a shopper sees from the top down; what a store proposes where nothing was found is no result. */
function shown(suggestions: Suggestions): string[] {
  if (suggestions.popular.length > 0) return [];
  return optionGroups(suggestions, [])
    .flatMap(({ options }) => options)
    .filter(({ kind }) => kind !== 'all')
    .map(({ to }) => to.replace(/^\/product\//, ''));
}

const fits = (place: string, patterns: string): boolean =>
  patterns.split('|').some((pattern) => {
    const parts = pattern.split('*').map((part) => part.replace(/[.?+^$()[\]{}\\/|]/g, '\\$&'));
    return new RegExp(`^${parts.join('.*')}$`).test(place);
  });

function isWithin(price: number | null, bound: string): boolean {
  const [, sign, sum] = /^([<>]=?)(\d+)$/.exec(bound) ?? [];
  const limit = Number(sum);
  if (price === null) return false;
  if (sign === '<') return price < limit;
  return sign === '<=' ? price <= limit : price >= limit;
}

it('puts what is meant first for 95 queries of 100, with no rubbish above it', async () => {
  expect(rows.length).toBeGreaterThanOrEqual(200);
  expect(new Set(rows.map(({ store }) => store)).size).toBe(7);
  const wrong: string[] = [];
  const rubbish: string[] = [];
  for (const row of rows) {
    const suggestions = await suggest(row);
    const places = shown(suggestions);
    const at = places.findIndex((place) => fits(place, row.first));
    const isNone = row.first === '-' && places.length === 0;
    const line = `${row.store} ${row.kind}: ${row.query} → ${places.slice(0, 4).join(', ') || 'nothing'} instead of ${row.first}`;
    if (at !== 0 && !isNone) wrong.push(line);
    const above = at < 0 ? places : places.slice(0, at);
    const dear = row.price ? suggestions.products.filter(({ price }) => !isWithin(price, row.price)) : [];
    if (above.some((place) => !fits(place, row.near)) || dear.length > 0) rubbish.push(line);
  }
  const right = rows.length - wrong.length;
  console.info(`${right} of ${rows.length} first, ${rubbish.length} with rubbish above\n${wrong.join('\n')}`);
  expect(rubbish, rubbish.join('\n')).toEqual([]);
  expect(right / rows.length, wrong.join('\n')).toBeGreaterThanOrEqual(0.95);
});
