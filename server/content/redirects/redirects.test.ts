import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { ROOT } from '../../../tests/support/template.ts';
import { forgetRareMisses } from './redirects.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

const entries = async (store: string): Promise<[string, string][]> => {
  const text = await readFile(join(ROOT, `demo/stores/${store}/redirects.csv`), 'utf8');
  return text
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',') as [string, string]);
};

describe.each(['ofek', 'raam', 'noam'])('the old addresses of %s', (store) => {
  test('each answers 301 in one hop; that its page is there, crawl.test.ts tries', async () => {
    const host = `${store}.localhost`;
    const rows = await entries(store);
    expect(rows.length).toBeGreaterThanOrEqual(200);
    const wrong: string[] = [];
    for (const [from, to] of rows) {
      const reply = await site.call({ host, path: encodeURI(from) });
      if (reply.status !== 301 || reply.headers.location !== to)
        wrong.push(`${from}: ${reply.status} ${reply.headers.location}`);
    }
    expect(wrong).toEqual([]);
  }, 120_000);
});

test('what is harmless of the query is kept, another store’s addresses are not known, and pages go first', async () => {
  const go = async (path: string, host = 'raam.localhost') => {
    const { status, headers } = await site.call({ host, path });
    if (status === 301) expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    return [status, headers.location];
  };
  expect(await go('/ABOUT.asp/?utm_source=mail&page=2')).toEqual([301, '/page/about?utm_source=mail']);
  expect(await go('/?catid=11&lang=he')).toEqual([301, '/category/motorbikes']);
  expect(await go('/?catid=999999')).toEqual([200, undefined]);
  expect((await go('/about.asp', 'gal.localhost'))[0]).toBe(404);
  expect((await go('/contact?itemid=5'))[0]).toBe(200);
  expect((await site.call({ method: 'POST', path: '/about.asp' })).status).not.toBe(301);
});

test('an address that nothing answers is counted, without what is somebody’s own', async () => {
  const secrets = ['/order/secret-of-mine', '/preview/secret-of-mine/'];
  for (const path of ['/Old-Page/?x=1', '/old-page', '/old-page?catid=4', '/call/0501234567', ...secrets])
    expect((await site.call({ path })).status).toBe(404);
  const { rows } = await site.connection.pool.query<{ path: string; count: number }>(
    `select path, count from redirect_misses order by path`,
  );
  expect(rows.filter(({ path }) => !path.includes('about'))).toEqual([
    { path: '/call/…', count: 1 },
    { path: '/old-page', count: 2 },
    { path: '/old-page?catid=4', count: 1 },
  ]);
});

test('however much robots have guessed, what is asked for next is counted, and what is asked for most stays', async () => {
  const misses = async (): Promise<number> =>
    (
      await site.connection.pool.query(
        `select count(*)::int from redirect_misses m join stores s on s.uuid = m.store_uid where s.key = 'sela'`,
      )
    ).rows[0].count;
  await site.connection.pool.query(
    `insert into redirect_misses (store_uid, path, count, last_seen)
     select uuid, '/guess-' || n, 2, now() - interval '1 day' from stores, generate_series(1, 12000) n where key = 'sela'
     union all select uuid, '/wanted', 900, now() - interval '1 year' from stores where key = 'sela'`,
  );
  const ask = async () => {
    expect((await site.call({ host: 'sela.localhost', path: '/never-asked-before' })).status).toBe(404);
    await forgetRareMisses(site.deps);
  };
  await ask();
  await ask();
  const { rows } = await site.connection.pool.query(
    `select path, count from redirect_misses where path in ('/wanted', '/never-asked-before') order by path`,
  );
  expect(rows).toEqual([
    { path: '/never-asked-before', count: 2 },
    { path: '/wanted', count: 900 },
  ]);
  expect(await misses()).toBeLessThanOrEqual(10_000);
});
