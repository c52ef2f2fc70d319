import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { startApp, type TestApp } from '../tests/support/app.ts';
import { ROOT } from '../tests/support/template.ts';
import { buildApp } from './app.ts';
import { lacksDemoActivity, loadDemoActivity } from './demo-activity.ts';

const DAY = 86_400_000;

const opened: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of opened) await close();
});

const pages = (folder: string) => ({
  build: () => import(path.join(ROOT, folder, 'server/index.js')),
  clientDir: path.join(ROOT, folder, 'client'),
  mode: 'production' as const,
});

async function openSite(): Promise<{ site: TestApp; load: (now: Date) => Promise<void> }> {
  const site = await startApp({ office: true });
  const office = connect(site.deps.env.DATABASE_URL ?? '', { max: 2, actor: 'each' });
  opened.push(office.close, site.close);
  // Its port is needed: the gateway is called there.
  await site.app.close();
  const load = (now: Date) =>
    loadDemoActivity({
      pool: site.connection.pool,
      port: site.port,
      now: () => now,
      async serve(past) {
        const app = await buildApp(
          { ...site.deps, now: past },
          { logger: false, pages: pages('build'), office: { db: office.db, pages: pages('build-office') } },
        );
        await app.listen({ port: site.port, host: '127.0.0.1' });
        return app;
      },
    });
  return { site, load };
}

test('a new demo has some days of a shop’s life behind it', async () => {
  const { site, load } = await openSite();
  const { pool } = site.connection;
  const now = new Date();
  expect(await lacksDemoActivity(pool)).toBe(true);
  await load(now);
  expect(await lacksDemoActivity(pool)).toBe(false);
  const { rows: orders } = await pool.query<{ state: string; ago: number; paid: boolean }>(
    `select status || ' ' || payment_status state, extract(epoch from $1 - created_at) * 1000 ago,
       paid_at is null or paid_at - created_at < interval '1 minute' paid from orders order by created_at`,
    [now],
  );
  expect(orders.map(({ state }) => state).sort()).toEqual([
    ...Array(5).fill('accepted paid'),
    'delivery_in_process paid',
    'delivery_in_process paid',
    'in_process paid',
    'in_process paid',
    'payment pending',
    'provided paid',
    'provided paid',
  ]);
  expect(Number(orders[0]?.ago)).toBeCloseTo(9 * DAY, -6);
  expect(orders.filter(({ paid }) => !paid)).toEqual([]);
  const { rows: counts } = await pool.query(
    `select (select count(*)::int from leads) leads, (select count(*)::int from bookings) bookings,
       (select count(*)::int from customers where phone is not null) accounts`,
  );
  expect(counts[0]).toEqual({ leads: 4, bookings: 5, accounts: 3 });
  const { rows: voices } = await pool.query(
    `select s.key, r.state::text, r.answer <> '' answered from product_reviews r join stores s on s.uuid = r.store_uid
     union all select s.key, q.state::text, q.answer <> '' from product_questions q join stores s on s.uuid = q.store_uid order by 2, 1, 3`,
  );
  expect(voices).toEqual([
    { key: 'ofek', state: 'published', answered: false },
    { key: 'raam', state: 'published', answered: true },
    { key: 'zik', state: 'published', answered: true },
    { key: 'noam', state: 'waiting', answered: false },
  ]);
  // Two helmets of one line: what the README's first tasks ask for.
  const { rows: helmets } = await pool.query(`select 1 from order_lines where quantity = 2 and name like 'קסדה%'`);
  expect(helmets).toHaveLength(1);
});

test('a demo whose days can’t be made says what is missing', async () => {
  const { site, load } = await openSite();
  await site.connection.pool.query(`update branches set hours = '{}'`);
  await expect(load(new Date())).rejects.toThrow(/^demo-activity.json: TEST_RIDE in \w+: no time is free on day \d$/);
  // Half of it would be there twice.
  expect(await lacksDemoActivity(site.connection.pool)).toBe(false);
});
