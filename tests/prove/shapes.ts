// 20,000 requests of all shapes up to the server's own limits (many segments, deep, repeated, long), signed in and not:
// no single one may keep the process from answering a second client for 100 ms (or, on a slower machine, for as long as
// four ordinary pages). SEED repeats a run, REQUESTS makes it longer.
import setup from '../support/global-setup.ts';
import { shapes } from '../support/shapes/shapes.ts';
import { startShapedSite } from '../support/shapes/site.ts';

const LIMIT_MS = 100;
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const count = Number(process.env.REQUESTS ?? 20_000);
const close = await setup();
const site = await startShapedSite();
const began = Date.now();
const report = await shapes(site.port, { seed, count, limitMs: LIMIT_MS, headers: site.signedIn, say: console.log });
await site.stop();
await close();
console.log(`${report.requests} requests in ${Math.round((Date.now() - began) / 1_000)} s, seed ${seed}`);
console.log(
  Object.entries(report.statuses)
    .map(([status, number]) => `${status}: ${number}`)
    .join(', '),
);
for (const { ms, request } of report.worst.slice(0, 5)) console.log(`${ms.toFixed(0).padStart(5)} ms  ${request}`);
for (const failure of report.failures) console.log(`✗ answers 500: ${failure}`);
for (const { ms, allowedMs, request } of report.blocking)
  console.log(`✗ a second client waits for ${ms.toFixed(0)} ms (${allowedMs.toFixed(0)} allowed): ${request}`);
process.exit(report.blocking.length > 0 || report.failures.length > 0 ? 1 : 0);
