// 100,000 products are imported by the operator's command while the shop serves: no request fails, and it tells how
// long visitors waited meanwhile and before. PRODUCTS sets another number.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../support/http.ts';
import { freePort, startProcess } from '../support/site.ts';
import { ROOT } from '../support/template.ts';

const PRODUCTS = Number(process.env.PRODUCTS ?? 100_000);
const BRANDS = 8;
const A_FILE = 20_000;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-import-'));
fs.chmodSync(folder, 0o755);
const dataDir = path.join(folder, 'data');
const problems: string[] = [];

// The embedded database with its usual durability, and the demo stores that `npm start` loads.
const port = await freePort();
const app = await startProcess({ PORT: String(port), DATABASE_URL: '', DATA_DIR: dataDir });
try {
  const catalogue = writeCatalogue();
  const quiet = await visitWhile(() => wait(10_000));
  tell('before', quiet);
  const began = Date.now();
  let output = '';
  const busy = await visitWhile(async () => {
    const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
    const command = spawn(process.execPath, ['cli/main.ts', 'import', catalogue], {
      cwd: ROOT,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [command.stdout, command.stderr]) stream.on('data', (text) => (output += text));
    const [code] = await once(command, 'exit');
    if (code !== 0) problems.push(`the import ended with ${code}:\n${output.slice(-3_000)}`);
  });
  const seconds = (Date.now() - began) / 1_000;
  console.log(`${PRODUCTS} products imported in ${seconds.toFixed(0)} s`);
  tell('meanwhile', busy);
  const after = await visitWhile(() => wait(10_000));
  tell('afterwards', after);
  for (const { failed } of [quiet, busy, after]) problems.push(...failed.slice(0, 10));
  if (seconds > 15 * 60) problems.push(`the import took ${seconds.toFixed(0)} s: minutes are asked for`);
  const list = await request(port, { host: 'ofek.localhost', path: '/api/products/get-products-count' });
  const { count = 0 } = list.json<{ count?: number }>();
  if (count < PRODUCTS) problems.push(`the shop has ${list.text} products`);
} finally {
  await app.end();
  fs.rmSync(folder, { recursive: true, force: true });
}
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);

type Visits = { times: number[]; failed: string[] };

/** Four visitors look around until the work is done: pages that are kept and lists that are not, a product, a cart. */
async function visitWhile(work: () => Promise<unknown>): Promise<Visits> {
  const visits: Visits = { times: [], failed: [] };
  let running = true;
  let asked = 0;
  const paths = [
    () => '/',
    () => '/category',
    () => `/api/products/get-products?price_max=${10_000 + (asked % 500) * 100}`,
    () => '/product/raam-barak-500',
    () => `/category?price_max=${10_000 + (asked % 500) * 100}`,
    () => '/api/collections/get-collection-filters?collection=naked',
  ];
  const visitor = async () => {
    while (running) {
      const where = paths[asked++ % paths.length]?.() ?? '/';
      const host = asked % 2 === 0 ? 'raam.localhost' : 'ofek.localhost';
      const began = performance.now();
      const outcome = await request(port, { host, path: where }).then(
        ({ status }) => (status === 200 || status === 404 ? '' : `${where} of ${host} answered ${status}`),
        (error: Error) => `${where} of ${host}: ${error.message}`,
      );
      visits.times.push(performance.now() - began);
      if (outcome) visits.failed.push(outcome);
      await wait(50);
    }
  };
  const visitors = Array.from({ length: 4 }, visitor);
  await work();
  running = false;
  await Promise.all(visitors);
  return visits;
}

function tell(when: string, { times, failed }: Visits): void {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(0);
  console.log(
    `${when.padEnd(11)} ${times.length} requests, ${failed.length} failed, median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(0.9999)} ms`,
  );
}

/** Spare parts with numbers of their own, in files as large as an operator would send them. */
function writeCatalogue(): string {
  const root = path.join(folder, 'import');
  fs.mkdirSync(path.join(root, 'catalogue'), { recursive: true });
  const brands = ['raam', 'sovev', 'kipod'];
  for (let from = 0; from < PRODUCTS; from += A_FILE) {
    const products = ['slug,kind,brand,name,subtitle,price,stock_policy,meta,stores,position'];
    const variants = ['product,sku,price,stock'];
    for (let i = from; i < Math.min(from + A_FILE, PRODUCTS); i++) {
      const slug = `part-${i}`;
      products.push(
        `${slug},SPARE_PART,${brands[i % brands.length]},חלק ${i},לדגם ${i % BRANDS},${10 + (i % 900)},IN_STOCK,part_number=PRV-${100_000 + i},ofek,${5_000 + i}`,
      );
      variants.push(`${slug},PRV-${100_000 + i},,${i % 40}`);
    }
    const name = String(from / A_FILE).padStart(3, '0');
    fs.writeFileSync(path.join(root, `catalogue/products-${name}.csv`), `${products.join('\n')}\n`);
    fs.writeFileSync(path.join(root, `catalogue/variants-${name}.csv`), `${variants.join('\n')}\n`);
  }
  return root;
}
