// MINUTES (30) of mixed visits (look, filter, fill a cart, order and pay, sign in) at two thirds of what the machine
// was measured to bear: no error, memory flat, and how long requests took. One process with its embedded database, as
// durable as it always is.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ProductList } from '#contract/catalogue/products.ts';
import { request } from '../support/http.ts';
import { killedServer } from '../support/killed-server.ts';
import { plentiful, type Shop, visit } from '../support/visits.ts';

const minutes = Number(process.env.MINUTES ?? 30);
const STORE = 'raam';
const WORKERS = 12;
/** A tenth more than at the beginning is noise of the collector; a leak goes on. */
const GROWTH = 1.1;
const SPARE_MB = 25;

Object.assign(process.env, { TRUST_PROXY: '1', CODES_PER_DAY: '1000000', NODE_OPTIONS: '' });
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-soak-'));
const server = await killedServer(dataDir);
server.begin();
await server.ready();

const list = await request(server.port, {
  host: `${STORE}.localhost`,
  path: '/api/products/get-products?kind=VEHICLE&page_size=96',
});
const shop: Shop = {
  port: server.port,
  store: STORE,
  slugs: list.json<ProductList>().items.map(({ slug }) => slug.name),
  variants: await plentiful(STORE, server.port, server.query),
  categories: (
    await server.query<{ slug: string }>(
      `select c.slug from collections c join stores s on s.uuid = c.store_uid where s.key = $1`,
      [STORE],
    )
  ).map(({ slug }) => encodeURIComponent(slug)),
  async lastCode(phone) {
    const rows = await server.query<{ body: string }>(
      `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
      [`+972${phone.slice(1)}`],
    );
    return /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
  },
};

type Memory = { rss: number; heap: number; external: number };
type Measured = { times: Map<string, number[]>; errors: string[]; visits: number };
const measured = (): Measured => ({ times: new Map(), errors: [], visits: 0 });
let visitors = 0;

async function one(into: Measured): Promise<void> {
  const took = (kind: string, ms: number) => {
    const list = into.times.get(kind);
    if (list) list.push(ms);
    else into.times.set(kind, [ms]);
  };
  await visit(shop, took, ++visitors).catch((error: Error) => into.errors.push(error.message));
  into.visits += 1;
}

/** Visits a second that come to an end when as many as possible are made. */
async function capacity(seconds: number): Promise<number> {
  const into = measured();
  const until = performance.now() + seconds * 1_000;
  const began = performance.now();
  const worker = async () => {
    while (performance.now() < until) await one(into);
  };
  await Promise.all(Array.from({ length: WORKERS }, worker));
  if (into.errors.length > 0) throw new Error(`while measuring: ${into.errors[0]}`);
  return (into.visits * 1_000) / (performance.now() - began);
}

/**
 * Megabytes: of the process, of its objects, and of what lies beside them, such as kept pages (bounded, full after some
 * minutes).
 */
async function memory(): Promise<Memory> {
  const { text } = await request(server.port, { host: 'localhost', path: '/metrics' });
  const mb = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN) / 1_048_576;
  return {
    rss: mb('process_resident_memory_bytes'),
    heap: mb('nodejs_heap_size_used_bytes'),
    external: mb('nodejs_external_memory_bytes'),
  };
}

await capacity(Math.min(20, minutes * 4));
const most = await capacity(Math.min(30, minutes * 6));
const rate = (most * 2) / 3;
console.log(`${most.toFixed(1)} visits a second are the most; for ${minutes} minutes now ${rate.toFixed(1)} a second`);

const total = measured();
const samples: Memory[] = [];
const began = performance.now();
const end = began + minutes * 60_000;
const running = new Set<Promise<void>>();
let nextSample = began;
for (let number = 0; performance.now() < end; number += 1) {
  const due = began + (number * 1_000) / rate;
  const early = due - performance.now();
  if (early > 0) await wait(early);
  // A visit begins when it is due, however many are under way: whoever is slow makes others wait, as in life.
  const run: Promise<void> = one(total).finally(() => running.delete(run));
  running.add(run);
  if (performance.now() >= nextSample) {
    nextSample += Math.max(1_000, minutes * 1_000);
    samples.push(await memory());
    if (samples.length % 10 === 0) {
      const { rss, heap, external } = samples.at(-1) as Memory;
      console.log(
        `${Math.round((performance.now() - began) / 1_000)} s: ${total.visits} visits, ${total.errors.length} errors, ${running.size} under way, ${rss.toFixed(0)} MB, heap ${heap.toFixed(0)} MB, beside it ${external.toFixed(0)} MB`,
      );
    }
  }
}
await Promise.all(running);

const problems = [...new Set(total.errors)].slice(0, 20);
const all = [...total.times.values()].flat();
const at = (list: number[], share: number) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
for (const [kind, times] of [...total.times, ['all', all] as const]) {
  const [median, p99] = [at(times, 0.5), at(times, 0.99)];
  console.log(
    `${kind.padEnd(14)} ${String(times.length).padStart(8)} requests, median ${median.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}
const fifth = Math.max(1, Math.floor(samples.length / 5));
const median = (list: number[]) => at(list, 0.5);
const early = samples.slice(fifth, 2 * fifth);
const late = samples.slice(-fifth);
for (const [name, figure] of [
  ['memory', (one: Memory) => one.rss],
  ['heap', (one: Memory) => one.heap],
] as const) {
  const [before, after] = [median(early.map(figure)), median(late.map(figure))];
  console.log(`${name}: ${before.toFixed(0)} MB in the second fifth, ${after.toFixed(0)} MB in the last`);
  if (!(after <= before * GROWTH + SPARE_MB))
    problems.push(`${name} grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
}
const [books] = await server.query<{ orders: number; paid: number }>(
  `select count(*)::int orders, count(*) filter (where payment_status = 'paid')::int paid from orders`,
);
console.log(`${total.visits} visits, ${all.length} requests; ${books?.orders} orders, ${books?.paid} of them paid`);
if (books?.orders !== books?.paid) problems.push('an order was not paid');
if (await server.stop()) problems.push(`the server's exit code is not 0`);
if (server.output()) console.log(server.output().slice(-2_000));
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length === 0) fs.rmSync(dataDir, { recursive: true, force: true });
process.exit(problems.length > 0 ? 1 : 0);
