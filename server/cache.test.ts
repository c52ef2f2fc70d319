import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { looseConnection } from '../tests/support/loose-connection.ts';
import { type Cache, createCache } from './platform/cache.ts';
import { dependOn, recordReads } from './platform/cache-reads.ts';

let way: Awaited<ReturnType<typeof looseConnection>>;
let connection: Connection;
let cache: Cache;
let said: string[];
/** The database itself, past the connection that breaks. */
let direct: pg.Client;
/** What the database holds. */
let truth: string;

beforeEach(async () => {
  const url = process.env.TEST_SERVER_URL ?? '';
  way = await looseConnection(url);
  connection = connect(way.url, { max: 2 });
  said = [];
  cache = createCache(connection.pool, { warn: (line) => said.push(line) });
  direct = new pg.Client({ connectionString: url });
  await direct.connect();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
  truth = 'old';
});
afterEach(async () => {
  await cache.close();
  await way.close();
  await connection.close();
  await direct.end();
});

const ask = () => cache.get('key', { tags: ['product:1'] }, async () => truth);
const tell = (tags: string) => direct.query(`select pg_notify('cache_versions', $1)`, [tags]);

test('a value is kept until another process tells that something was changed', async () => {
  expect(await ask()).toBe('old');
  truth = 'new';
  expect(await ask()).toBe('old');
  await direct.query('notify cache_versions');
  await expect.poll(ask).toBe('new');
});

test('a change drops what is made of it, and nothing else', async () => {
  const other = () => cache.get('other', { tags: ['product:2'] }, async () => truth);
  expect([await ask(), await other()]).toEqual(['old', 'old']);
  truth = 'new';
  await tell('products:9 product:1');
  await expect.poll(ask).toBe('new');
  expect(await other()).toBe('old');
});

test('a value depends on everything that it was loaded from, at any depth', async () => {
  const part = () =>
    cache.get('part', { tags: [] }, async () => {
      dependOn('text:1');
      return truth;
    });
  const whole = () => cache.get('whole', { tags: [] }, async () => `whole of ${await part()}`);
  expect([await part(), await whole()]).toEqual(['old', 'whole of old']);
  truth = 'new';
  await tell('text:1');
  await expect.poll(whole).toBe('whole of new');
});

test('what changed while it was loaded is loaded again', async () => {
  const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
  const slow = () =>
    cache.get('slow', { tags: [] }, async () => {
      const read = truth;
      if (read === 'old') await there;
      dependOn('text:1');
      return read;
    });
  const startedAt = performance.now();
  const first = slow();
  truth = 'new';
  await tell('text:1');
  await expect.poll(() => cache.changedSince(['text:1'], startedAt)).toEqual(['text:1']);
  arrive();
  expect(await first).toBe('old');
  expect(await slow()).toBe('new');
});

test('a change of a product patches what can be patched', async () => {
  const patched = () =>
    cache.get(
      'patched',
      {
        tags: ['catalogue:9'],
        patch: { on: 'products:9', apply: async (value, products) => `${value} ${products.join()}` },
      },
      async () => truth,
    );
  expect(await patched()).toBe('old');
  await tell('product:1 products:9');
  await tell('product:2 products:8');
  await expect.poll(patched).toBe('old 1');
  truth = 'new';
  await tell('catalogue:9');
  await expect.poll(patched).toBe('new');
});

test('what was changed while the connection was gone is known at once, and afterwards', async () => {
  expect(await ask()).toBe('old');
  way.refuse();
  await expect.poll(() => cache.listening()).toBe(false);
  truth = 'new';
  await direct.query('notify cache_versions');
  expect(await ask()).toBe('new');
  way.thaw();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
  expect(await ask()).toBe('new');
  expect(said).toEqual(['cache: not listening for changes; trying again', 'cache: listening again']);
});

test('while changes are not heard, what many ask for at once is loaded once, and anew for who asks later', async () => {
  way.refuse();
  await expect.poll(() => cache.listening()).toBe(false);
  let loads = 0;
  const { promise: there, resolve: arrive } = Promise.withResolvers<void>();
  const slow = () =>
    cache.get('slow', { tags: [] }, async () => {
      loads += 1;
      dependOn('text:1');
      await there;
      return truth;
    });
  const tags = Array.from({ length: 20 }, () => new Set<string>());
  const all = tags.map((read) => recordReads(read, slow));
  arrive();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['old']));
  expect(loads).toBe(1);
  for (const read of tags) expect([...read]).toEqual(['text:1']);
  truth = 'new';
  expect(await slow()).toBe('new');
  way.thaw();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
});

test('a connection that died without a sign hides no change for longer than two seconds', async () => {
  expect(await ask()).toBe('old');
  way.freeze();
  truth = 'new';
  const changed = performance.now();
  await direct.query('notify cache_versions');
  await expect.poll(ask, { interval: 20, timeout: 20_000 }).toBe('new');
  expect(performance.now() - changed).toBeLessThan(2_500);
  way.thaw();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
});

test('while the database can’t be asked, what was known before is given', async () => {
  expect(await ask()).toBe('old');
  way.refuse();
  await expect.poll(() => cache.listening()).toBe(false);
  const fromDatabase = async () => {
    await connection.pool.query('select 1');
    return 'new';
  };
  expect(await cache.get('key', { tags: [] }, fromDatabase)).toBe('old');
  await expect(cache.get('another key', { tags: [] }, fromDatabase)).rejects.toThrow();
  const broken = async () => Promise.reject(new Error('a mistake of ours'));
  await expect(cache.get('key', { tags: [] }, broken)).rejects.toThrow('a mistake of ours');
  way.thaw();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
  expect(await cache.get('key', { tags: [] }, fromDatabase)).toBe('new');
});
