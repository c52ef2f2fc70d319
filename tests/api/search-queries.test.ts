import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProductList } from '#contract/catalogue/products.ts';
import { startApp, type TestApp } from '../support/app.ts';

/** Written by someone who had not seen the search; several slugs where a shopper would accept each. */
type Row = { store: string; query: string; expected: string; kind: string };
const table = readFileSync(path.join(import.meta.dirname, '../search-queries.csv'), 'utf8');
const rows = parse(table, { columns: true, relax_column_count: true, bom: true }) as Row[];

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

async function slugs({ store, query }: Row): Promise<string[]> {
  const at = `/api/products/get-products?search=${encodeURIComponent(query)}`;
  const reply = await app.call({ path: at, host: `${store}.localhost` });
  expect(reply.status, query).toBe(200);
  return reply.json<ProductList>().items.map((product) => product.slug.name);
}

it('puts the expected product first for nine queries of ten, and leaves none empty that should not be', async () => {
  expect(rows.length).toBeGreaterThanOrEqual(60);
  const wrong: string[] = [];
  const empty: string[] = [];
  for (const row of rows) {
    const found = await slugs(row);
    const right = row.expected === '' ? found.length === 0 : row.expected.split('|').includes(found[0] ?? '');
    const line = `${row.store} ${row.kind}: ${row.query} → ${found.slice(0, 3).join(', ') || 'nothing'} instead of ${row.expected || 'nothing'}`;
    if (!right) wrong.push(line);
    if (row.expected !== '' && found.length === 0) empty.push(line);
  }
  console.info(`${rows.length - wrong.length} of ${rows.length} right\n${wrong.join('\n')}`);
  expect(empty).toEqual([]);
  expect(wrong.length, wrong.join('\n')).toBeLessThanOrEqual(rows.length / 10);
});
