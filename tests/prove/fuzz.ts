// At least 50,000 requests over every call of the OpenAPI document: right, at their limits, of other types, hostile. No
// 5xx, no word of the server's inside or of another's data, no hang. SEED repeats a run, REQUESTS makes it longer.

import { startApp } from '../support/app.ts';
import { fuzz } from '../support/fuzz/fuzz.ts';
import setup from '../support/global-setup.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const requests = Number(process.env.REQUESTS ?? 52_000);
const CALLS = 100;
const close = await setup();
const site = await startApp({ env: { TRUST_PROXY: '1' } });
const began = Date.now();
const report = await fuzz(site, { perCall: Math.ceil(requests / CALLS), seed, say: console.log });
const alive = await site.call({ path: '/readyz' });
await site.close();
await close();
console.log(
  `${report.requests} requests of ${report.calls} calls in ${Math.round((Date.now() - began) / 1000)} s, slowest ${Math.round(report.slowestMs)} ms, seed ${seed}`,
);
console.log(
  Object.entries(report.statuses)
    .map(([status, count]) => `${status}: ${count}`)
    .join(', '),
);
for (const { what, request, reply } of report.findings) console.log(`✗ ${what}\n  ${request}\n  ${reply}`);
if (alive.status !== 200) console.log(`✗ afterwards /readyz answers ${alive.status}`);
process.exit(report.findings.length > 0 || alive.status !== 200 || report.requests < requests ? 1 : 0);
