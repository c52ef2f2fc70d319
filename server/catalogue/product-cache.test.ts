import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import type { RequestContext } from '../context.ts';
import { productCache } from './product-cache.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test('keeps as many bytes as it may: what was asked for longest ago goes first', async () => {
  await expect.poll(() => site.deps.cache.listening(), { timeout: 20_000 }).toBe(true);
  const loaded: string[] = [];
  const find = productCache<string>({
    maxBytes: 200,
    load: async (_ctx, uuids) => {
      loaded.push(...uuids);
      return new Map(uuids.map((uuid) => [uuid, { value: uuid, tags: [], bytes: 100 }]));
    },
  });
  const ctx = { ...site.deps, store: { uuid: 'a-store' } } as unknown as RequestContext;
  for (const product of ['first', 'second', 'second', 'third', 'third', 'second', 'first'])
    expect(await find(ctx, [product])).toEqual([product]);
  expect(loaded).toEqual(['first', 'second', 'third', 'first']);
});
