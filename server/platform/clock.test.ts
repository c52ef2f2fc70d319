import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { endUnpaidOrders } from '#server/checkout/purchase/end-unpaid-orders.ts';
import { startJobs } from '#server/jobs/jobs.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { type FreshDatabase, freshDatabase } from '../../tests/support/database.ts';
import { request } from '../../tests/support/http.ts';
import { piece, shopper } from '../../tests/support/purchase.ts';
import { startProcess } from '../../tests/support/site.ts';
import { databaseClock } from './clock.ts';

const HOUR = 3_600_000;
const quiet = { warn: () => {}, error: () => {} };
let app: TestApp;
let other: FreshDatabase;
beforeAll(async () => {
  [app, other] = await Promise.all([startApp(), freshDatabase()]);
});
afterAll(async () => {
  await app.close();
  await other.drop();
});
afterEach(() => vi.useRealTimers());

test('an hour ahead of the database, a process knows it, says so, and judges by the database', async () => {
  const told: string[] = [];
  const { pool } = app.connection;
  const ahead = await databaseClock(pool, { ...quiet, error: (text) => told.push(text) }, () => Date.now() + HOUR);
  const right = await databaseClock(pool, quiet);
  ahead.stop();
  right.stop();
  expect(Math.abs(ahead.now().getTime() - right.now().getTime())).toBeLessThan(1_000);
  expect(Math.abs(ahead.skew() - HOUR)).toBeLessThan(1_000);
  expect([ahead.isOff(), right.isOff(), told.length]).toEqual([true, false, 1]);

  const shop = shopper(app.port);
  const { secret } = await shop.order(await piece(pool));
  await endUnpaidOrders({ ...app.deps, now: ahead.now, log: app.app.log });
  expect((await shop.find(secret)).status).toBe('payment');
});

test.each([
  [4_900, false],
  [-4_900, false],
  [5_200, true],
  [-5_200, true],
])('%i ms are too much: %s', async (ms, off) => {
  const clock = await databaseClock(app.connection.pool, quiet, () => Date.now() + ms);
  clock.stop();
  expect(clock.isOff()).toBe(off);
});

test('the time goes on with the monotonic clock, whatever becomes of the date', async () => {
  const clock = await databaseClock(app.connection.pool, quiet);
  clock.stop();
  const before = clock.now().getTime();
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 24 * HOUR });
  expect(Math.abs(clock.now().getTime() - before)).toBeLessThan(1_000);
});

test('no job has its turn while the clock is off, and all go on when it is right again', async () => {
  const turns = async (pass: (right: () => void) => void) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'] });
    let off = true;
    const jobs = startJobs(app.deps, app.app.log, { isOff: () => off });
    pass(() => {
      off = false;
    });
    vi.useRealTimers();
    // `stop` waits for a run that has begun.
    await jobs.stop();
    return (await app.deps.metrics.jobs.get()).values.filter(({ metricName }) => metricName?.endsWith('_count')).length;
  };
  expect(await turns(() => vi.advanceTimersByTime(2 * HOUR))).toBe(0);
  const both = (right: () => void) => {
    vi.advanceTimersByTime(2 * HOUR);
    right();
    vi.advanceTimersByTime(2_000);
  };
  expect(await turns(both)).toBeGreaterThan(0);
});

test('a server on a machine an hour ahead holds goods for half an hour of the database, and tells the skew', {
  timeout: 120_000,
}, async () => {
  const shift = `const D=Date;globalThis.Date=class extends D{constructor(...a){a.length?super(...a):super(D.now()+${HOUR})}static now(){return D.now()+${HOUR}}}`;
  const ahead = await startProcess({
    DATABASE_URL: other.url,
    DATA_DIR: other.dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(shift)}`,
  });
  const pool = new pg.Pool({ connectionString: other.url });
  try {
    const shop = shopper(ahead.port);
    const { text } = await request(ahead.port, { host: 'localhost', path: '/metrics' });
    const skew = /^clock_skew_seconds (.+)$/m.exec(text)?.[1];
    expect(Math.abs(Number(skew) - 3_600)).toBeLessThan(5);
    const { order } = await shop.order(await piece(pool));
    const minutes = (Date.parse(order.hold_until ?? '') - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(29);
    expect(minutes).toBeLessThan(31);
    expect(ahead.output()).toContain('off the database');
  } finally {
    await pool.end();
    await ahead.end();
  }
});
