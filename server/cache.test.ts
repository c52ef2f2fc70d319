import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { looseConnection } from '../tests/support/loose-connection.ts';
import { type Cache, createCache } from './platform/cache.ts';

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

const ask = () => cache.get('key', async () => truth);
const mended = () =>
  cache.get(
    'mended',
    async () => truth,
    async () => truth,
  );

test('a value is kept until another process tells that something was changed', async () => {
  expect(await ask()).toBe('old');
  truth = 'new';
  expect(await ask()).toBe('old');
  await direct.query('notify cache_versions');
  await expect.poll(ask).toBe('new');
});

test('a change of one product mends what can be mended, and only that', async () => {
  expect([await ask(), await mended()]).toEqual(['old', 'old']);
  truth = 'new';
  await direct.query(`select pg_notify('product_changes', $1)`, [randomUUID()]);
  await expect.poll(mended).toBe('new');
  expect(await ask()).toBe('old');
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
  expect(await cache.get('key', fromDatabase)).toBe('old');
  await expect(cache.get('another key', fromDatabase)).rejects.toThrow();
  const broken = async () => Promise.reject(new Error('a mistake of ours'));
  await expect(cache.get('key', broken)).rejects.toThrow('a mistake of ours');
  way.thaw();
  await expect.poll(() => cache.listening(), { timeout: 20_000 }).toBe(true);
  expect(await cache.get('key', fromDatabase)).toBe('new');
});
