import { afterAll, beforeAll, expect, test } from 'vitest';
import { shapes } from '../support/shapes/shapes.ts';
import { startShapedSite } from '../support/shapes/site.ts';

let site: Awaited<ReturnType<typeof startShapedSite>>;
beforeAll(async () => {
  site = await startShapedSite();
}, 120_000);
afterAll(() => site.stop());

/** A taste of `npm run prove -- shapes`, the same in every run. */
test('no single request keeps a second client waiting, whatever its shape', async () => {
  const report = await shapes(site.port, { seed: 17, count: 300, limitMs: 100, headers: site.signedIn });
  expect(report.failures).toEqual([]);
  expect(report.blocking).toEqual([]);
  expect(report.requests).toBeGreaterThanOrEqual(300);
}, 240_000);

/** Alone and several times, since another program may stop the server for a moment. */
test('the worst path of 8 kB leaves a second client’s /healthz under 50 ms', async () => {
  const paths = ['/a'.repeat(4_000), `/${'a'.repeat(8_000)}`, `/product${'/%61'.repeat(1_990)}`, '/'.repeat(8_000)];
  for (const path of [...paths, `/__manifest?version=x&paths=${`${'/a'.repeat(20)},`.repeat(180)}`]) {
    const one = { method: 'GET', path, headers: { accept: 'text/html' } };
    const report = await shapes(site.port, { requests: [one], seed: 1, limitMs: 50 });
    expect(report.blocking, path.slice(0, 40)).toEqual([]);
  }
}, 240_000);
