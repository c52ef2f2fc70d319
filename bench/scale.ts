// What a shopper's main calls cost in stores of 1,000, 10,000 and 100,000 products, each beside a bare node:http server that sends
// 2 kB, in the same run. No two requests ask for the same, so that no answer is given twice.
import { fork } from 'node:child_process';
import { once as event } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from '#db/client.ts';
import { openDatabase } from '#db/embedded.ts';
import { aims, MOST_TIMES } from './_aims.ts';
import { fillCatalogue } from './_catalogue.ts';
import { load, once, type Target } from './_load.ts';
import { serve } from './_site.ts';

const PORT = 34_568;
const SIZES = [1_000, 10_000, 100_000];
const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
const bare = fork(path.join(import.meta.dirname, '_bare.ts'));
const [barePort] = (await event(bare, 'message')) as [number];

await (await serve(dataDir, PORT)).stop();
await fill();
const site = await serve(dataDir, PORT);
console.log(`memory before any request ${(await site.memoryMb()).toFixed(0)} MB`);

const names = ['Barak', 'Masa', 'Sufa', 'ברק', 'סופה', 'derech', 'נייקד', 'אדוונצר', 'שטח', 'עירוני'];
/** A broad word, or a name with a number, as people search. */
const words = (number: number) =>
  encodeURIComponent(number % 2 ? `${names[number % 10]} ${100 + (number % 1_200)}` : `${names[(number / 2) % 10]}`);
const filtered = (number: number) =>
  `color=${encodeURIComponent('אדום')}&meta.use=${encodeURIComponent('ספורט')}&price_max=${60_000 + (number % 9_000)}`;

const work: [string, (number: number, size: number) => string][] = [
  ['get-product', (number, size) => `/api/products/get-product/bench${size}-product-${1 + ((number * 37) % size)}`],
  [
    'list, three filters, all counts',
    (number) =>
      `/api/${number % 2 ? 'products/get-products' : 'collections/get-collection-filters'}?collection=category-0&${filtered(number)}`,
  ],
  ['search', (number) => `/api/products/get-products?search=${words(number)}`],
  ['suggestions', (number) => `/api/products/search-suggestions?search=${words(number)}`],
  ['category page', (number) => `/category/category-0?${filtered(number)}`],
];

const reference = await load({ port: barePort, host: 'localhost', path: '/' });
console.log(`${'bare node:http, 2 kB'.padEnd(52)}${reference.perSecond.toFixed(0).padStart(7)}/s`);
const faults: string[] = [];
for (const [what, where] of work) {
  const costs: number[] = [];
  for (const size of SIZES) {
    const target: Target = {
      port: PORT,
      host: `bench${size}.localhost:${PORT}`,
      path: (number) => where(number, size),
    };
    for (let warm = 0; warm < 20; warm++) await once(target);
    const { perSecond, medianMs, p99Ms } = await load(target);
    costs.push(1 / perSecond);
    const share = perSecond / reference.perSecond;
    const times = 1 / perSecond / (costs[0] ?? 1);
    const aim = aims[what];
    console.log(
      `${`${what}, ${size} products`.padEnd(52)}${perSecond.toFixed(0).padStart(7)}/s  ${share.toFixed(4)} ÷ bare${aim ? ` (aim ${aim})` : ''}  median ${medianMs.toFixed(1)} ms  p99 ${p99Ms.toFixed(1)} ms  ${times.toFixed(1)} × the cost at ${SIZES[0]}`,
    );
    if (aim && size <= 10_000 && share < aim)
      faults.push(`${what} with ${size} products: ${share.toFixed(4)} < ${aim}`);
    if (times > MOST_TIMES)
      faults.push(`${what} with ${size} products costs ${times.toFixed(1)} times as much as with ${SIZES[0]}`);
  }
}
console.log(`memory after load ${(await site.memoryMb()).toFixed(0)} MB`);
for (const fault of faults) console.log(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

await site.stop();
bare.kill();
rmSync(dataDir, { recursive: true, force: true });

async function fill(): Promise<void> {
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ dataDir, log, shared: true });
  const connection = connect(database.url);
  for (const products of SIZES) {
    const began = performance.now();
    await fillCatalogue(connection.pool, { key: `bench${products}`, products });
    console.log(`${products} products made in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
  }
  await connection.close();
  await database.close();
}
