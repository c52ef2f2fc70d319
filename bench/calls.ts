// Starting, memory, and what pages and main calls cost, each beside a bare node:http server that sends 2 kB, in the same run.
import { fork } from 'node:child_process';
import { once as event } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { load, once, type Rate, type Target } from './_load.ts';
import { serve } from './_site.ts';

const PORT = 34_567;
const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
const bare = fork(path.join(import.meta.dirname, '_bare.ts'));
const [barePort] = (await event(bare, 'message')) as [number];

const cold = await serve(dataDir, PORT);
await cold.stop();
const site = await serve(dataDir, PORT);
console.log(`cold start, demo stores loaded   ${(cold.startedMs / 1_000).toFixed(1)} s`);
console.log(`warm start                       ${(site.startedMs / 1_000).toFixed(1)} s`);
console.log(`memory idle                      ${(await site.memoryMb()).toFixed(0)} MB`);

const at = (where: string): Target => ({ port: PORT, host: `raam.localhost:${PORT}`, path: where });
const product = JSON.parse(await once(at('/api/products/get-product/raam-barak-500'))) as {
  variants: { id: string; available: boolean }[];
};
const cart = product.variants
  .filter(({ available }) => available)
  .slice(0, 3)
  .map(({ id }) => ({ id, quantity: 1 }));
const measured: [string, Target][] = [
  ['home page', at('/')],
  ['category page', at('/category/motorbikes')],
  ['product page', at('/product/raam-barak-500')],
  ['get-product', at('/api/products/get-product/raam-barak-500')],
  ['get-products, sorted by price', at('/api/products/get-products?collection=motorbikes&sort=price')],
  ['calc-cart, 3 lines', { ...at('/api/sales/calc-cart'), method: 'POST', body: { cart } }],
];

const reference = await load({ port: barePort, host: 'localhost', path: '/' });
const show = (what: string, { perSecond, medianMs, p99Ms }: Rate) =>
  console.log(
    `${what.padEnd(32)}${perSecond.toFixed(0).padStart(7)}/s  ${(perSecond / reference.perSecond).toFixed(4)} ÷ bare  median ${medianMs.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms`,
  );
show('bare node:http, 2 kB', reference);
for (const [what, target] of measured) {
  await once(target);
  show(what, await load(target));
}
console.log(`memory after load                ${(await site.memoryMb()).toFixed(0)} MB`);

await site.stop();
bare.kill();
rmSync(dataDir, { recursive: true, force: true });
