import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { fuzz } from '../support/fuzz/fuzz.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

/** A taste of `npm run prove -- fuzz`, the same in every run. */
test('no call fails, hangs or tells of the inside, whatever it is asked', async () => {
  const report = await fuzz(site, { perCall: 5, seed: 7 });
  expect(report.findings).toEqual([]);
  expect(report.requests).toBeGreaterThan(500);
  // It got somewhere: not everything was refused at the door.
  expect(report.statuses['200']).toBeGreaterThan(report.requests / 5);
});
