// What a shopper's main calls cost in stores of 1,000, 10,000 and 100,000 products, each beside a bare node:http server
// that sends 2 kB, in the same run. No two lists are alike; searches come again after 1,200. Products are asked for as
// shops are visited, the same thousand again and again; the cost of the first request since the start is printed
// besides.
import { aims, MAX_CPU_MS, MAX_TIMES } from './_aims.ts';
import { fillCatalogue } from './_catalogue.ts';
import { once, type Target } from './_load.ts';
import { bench, fillDatabase } from './_measure.ts';
import { serve } from './_site.ts';

const SIZES = [1_000, 10_000, 100_000];
/** The one that aims are about. */
const MIDDLE = 10_000;

const names = ['Barak', 'Masa', 'Sufa', 'ברק', 'סופה', 'derech', 'נייקד', 'אדוונצר', 'שטח', 'עירוני'];
/** A broad word, or a name with a number, as people search. */
const words = (number: number) =>
  encodeURIComponent(number % 2 ? `${names[number % 10]} ${100 + (number % 1_200)}` : `${names[(number / 2) % 10]}`);
const filtered = (number: number) =>
  `color=${encodeURIComponent('אדום')}&meta.use=${encodeURIComponent('ספורט')}&price_max=${60_000 + (number % 9_000)}`;

const product = (size: number, number: number) => `/api/products/get-product/bench${size}-product-${number}`;
/** So many are visited all the time. */
const VISITED = 1_000;

const work: [string, (number: number, size: number) => string, Partial<Target>?][] = [
  ['get-product', (number, size) => product(size, 1 + ((number * 37) % VISITED))],
  [
    'list, three filters, all counts',
    (number) =>
      `/api/${number % 2 ? 'products/get-products' : 'collections/get-collection-filters'}?collection=category-0&${filtered(number)}`,
  ],
  ['search', (number) => `/api/products/get-products?search=${words(number)}`],
  ['suggestions', (number) => `/api/products/search-suggestions?search=${words(number)}`],
  // As a browser asks for it: pages are kept compressed.
  [
    'category page',
    (number) => `/category/category-0?${filtered(number)}`,
    { headers: () => ({ 'accept-encoding': 'br' }) },
  ],
];

await bench(async ({ dataDir, measure, fault }) => {
  await (await serve(dataDir)).stop();
  await fillDatabase(dataDir, async (pool) => {
    for (const products of SIZES) {
      const began = performance.now();
      await fillCatalogue(pool, { key: `bench${products}`, products });
      console.log(`${products} products made in ${((performance.now() - began) / 1_000).toFixed(0)} s`);
    }
  });
  const site = await serve(dataDir);
  const at = (size: number, path: Target['path']): Target => ({
    port: site.port,
    host: `bench${size}.localhost:${site.port}`,
    path,
  });
  // What lists and searches are made of is read while the server is already answering: a measurement must not fall into
  // that.
  const began = performance.now();
  for (const size of SIZES) await once(at(size, '/api/products/get-products?search=Barak'));
  console.log(`all lists and searches ready after ${((performance.now() - began) / 1_000).toFixed(0)} s more`);
  console.log(`memory before any load ${(await site.memoryMb()).now.toFixed(0)} MB`);

  for (const [what, where, asked] of work) {
    let first = 0;
    for (const size of SIZES) {
      const target = { ...at(size, (number) => where(number, size)), ...asked };
      const aim = size === MIDDLE ? aims[what] : undefined;
      const { ratio, cpuMs } = await measure(site, `${what}, ${size} products`, target, aim);
      first ||= ratio;
      const times = first / ratio;
      if (size !== SIZES[0]) console.log(`${''.padEnd(48)}${times.toFixed(1)} × the cost at ${SIZES[0]}`);
      if (times > MAX_TIMES)
        fault(`${what} with ${size} products costs ${times.toFixed(1)} times as much as with ${SIZES[0]}`);
      const most = MAX_CPU_MS[what];
      if (most && size === MIDDLE && cpuMs > most)
        fault(`${what}: ${cpuMs.toFixed(1)} ms of CPU are more than ${most}`);
    }
  }
  let first = 0;
  for (const size of SIZES.filter((one) => one >= MIDDLE)) {
    const unasked = at(size, (number) => product(size, VISITED + 1 + ((number * 37) % (size - VISITED))));
    const { ratio } = await measure(site, `get-product, first time, ${size} products`, unasked);
    first ||= ratio;
    if (first / ratio > MAX_TIMES) fault(`get-product for the first time costs too much more with ${size} products`);
  }
  const { now, peak } = await site.memoryMb();
  console.log(`memory under load ${peak.toFixed(0)} MB, afterwards ${now.toFixed(0)} MB`);
  await site.stop();
});
