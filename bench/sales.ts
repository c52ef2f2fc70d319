// What sales do to cached pages: visitors all over the seven demo stores, while shoppers buy the last pieces of 20
// vehicles. Visits and orders begin at their rate however long answers take. `npm run bench -- sales --seconds=120` for
// two minutes.

import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import os, { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type pg from 'pg';
import type { CalcCart } from '#contract/checkout/cart-pricing.ts';
import { once, type Target } from './_load.ts';
import { fillDatabase } from './_measure.ts';
import { serve } from './_site.ts';

const VISITS_A_SECOND = 100;
const ORDERS_A_SECOND = 50;
const SCARCE = 20;
/** A delivery comes when one piece is left; so few that every sale changes what pages say. */
const PIECES = 3;
const MAX_RENDERED = 0.05;
const MAX_P99_MS = 60;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' } } });
const seconds = Number(values.seconds);
const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
// Without jobs: the first pictures are made in the first minutes, and would slow down what is measured.
const site = await serve(dataDir, { JOBS: 'off' });
const agent = new http.Agent({ keepAlive: true, maxSockets: 100 });

type Page = { store: string; path: string };
type Goods = { variant: string; product: string };

const host = (store: string): string => `${store}.localhost:${site.port}`;

/** @returns the status, once the whole answer is there */
const ask = ({ store, path: where }: Page, body?: unknown, key?: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = {
      host: host(store),
      'accept-encoding': 'br',
      ...(body !== undefined && { 'content-type': 'application/json', 'idempotency-key': key }),
    };
    const request = http.request(
      { port: site.port, path: where, method: body === undefined ? 'GET' : 'POST', headers, agent },
      (reply) => {
        reply.resume();
        reply.on('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    request.end(body === undefined ? undefined : JSON.stringify(body));
  });

const post = (where: string, body: unknown): Target => ({
  port: site.port,
  host: host('raam'),
  path: where,
  method: 'POST',
  body,
});

/** How many page requests were rendered, and how many there were, since the process began. */
async function pageRequests(): Promise<{ rendered: number; all: number }> {
  const text = await once({ port: site.port, host: `localhost:${site.port}`, path: '/metrics' });
  const of = (result: string) =>
    Number(new RegExp(`page_cache_requests_total\\{result="${result}"\\} (\\d+)`).exec(text)?.[1]);
  return { rendered: of('miss'), all: of('miss') + of('hit') };
}

/**
 * Home pages, categories and products of all stores; visits go to each kind alike, and to each page of a kind alike.
 */
async function pagesOf(pool: pg.Pool): Promise<Page[][]> {
  const { rows } = await pool.query<Page & { kind: number }>(
    `select 0 as kind, key as store, '/' as path from stores where status = 'open'
     union all select 1, s.key, '/category/' || c.slug from stores s join collections c on c.store_uid = s.uuid
       where exists (select from collection_products m join store_products p using (product_uid)
         where m.collection_uid = c.uuid and p.store_uid = s.uuid and p.published)
     union all select 2, s.key, '/product/' || p.slug from stores s join store_products m on m.store_uid = s.uuid and m.published
       join products p on p.uuid = m.product_uid order by 1, 2, 3`,
  );
  return [0, 1, 2].map((kind) => rows.filter((row) => row.kind === kind));
}

/** Of each of these products only one variant is to be had, and of that only a few. */
async function makeScarce(pool: pg.Pool): Promise<Goods[]> {
  const { rows } = await pool.query<Goods>(
    `select distinct on (p.slug) v.uuid as variant, p.uuid as product from stores s join store_products m on m.store_uid = s.uuid and m.published
     join products p on p.uuid = m.product_uid join variants v on v.product_uid = p.uuid and v.active
     where s.key = 'raam' and p.stock_policy = 'IN_STOCK' and not p.price_on_request
     order by p.slug, v.sku limit ${SCARCE}`,
  );
  const variants = rows.map(({ variant }) => variant);
  await pool.query(
    'update variants set stock = case when uuid = any($2) then $3 else 0 end where product_uid = any($1)',
    [rows.map(({ product }) => product), variants, PIECES],
  );
  return rows;
}

async function orderBodies(goods: Goods[]): Promise<((number: number) => unknown)[]> {
  const bodies: ((number: number) => unknown)[] = [];
  for (const { variant } of goods) {
    const cart = [{ id: variant, quantity: 1 }];
    const shown = JSON.parse(await once(post('/api/sales/calc-cart', { cart }))) as CalcCart;
    const delivery = shown.delivery_options.find(({ branches }) => branches.length > 0) ?? shown.delivery_options[0];
    const priced = JSON.parse(
      await once(post('/api/sales/calc-cart', { cart, delivery_type_id: delivery?.id })),
    ) as CalcCart;
    bodies.push((number) => ({
      cart,
      delivery_type_id: delivery?.id,
      branch_id: delivery?.branches[0]?.id ?? null,
      address: { city: 'חיפה', street: 'הרצל', house: '10' },
      customer: {
        first_name: 'דנה',
        last_name: 'לוי',
        phone: `052-${1_000_000 + number}`,
        email: `dana-${number}@example.com`,
      },
      terms_accepted: true,
      total_order_price: priced.total_order_price,
    }));
  }
  return bodies;
}

/** Starts `one` at a fixed rate until the time is over, and waits for all. */
async function atRate(perSecond: number, one: (number: number) => Promise<void>): Promise<void> {
  const running: Promise<void>[] = [];
  const began = performance.now();
  for (let number = 0; number < perSecond * seconds; number++) {
    const early = began + (number * 1_000) / perSecond - performance.now();
    if (early > 0) await wait(early);
    running.push(one(number));
  }
  await Promise.all(running);
}

/** The same numbers in every run, which look like chance (multiplicative congruential generator of Lehmer). */
function numbers() {
  let state = 42;
  return (below: number): number => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

await fillDatabase(dataDir, async (pool) => {
  const kinds = await pagesOf(pool);
  const goods = await makeScarce(pool);
  const bodies = await orderBodies(goods);
  const all = kinds.flat();
  let warming = 0;
  const warm = async () => {
    while (warming < all.length) await ask(all[warming++] as Page);
  };
  await Promise.all([warm(), warm(), warm(), warm()]);

  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const pick = numbers();
  const before = await pageRequests();
  const visit = async (number: number) => {
    const pages = kinds[number % kinds.length] as Page[];
    const began = performance.now();
    const status = await ask(pages[pick(pages.length)] as Page);
    times.push(performance.now() - began);
    if (status !== 200) throw new Error(`a page answered ${status}`);
  };
  const order = async (number: number) => {
    const body = bodies[number % bodies.length] as (typeof bodies)[0];
    const status = await ask({ store: 'raam', path: '/api/orders/create' }, body(number), `bench-${number}`);
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  let selling = true;
  const deliver = async () => {
    const variants = goods.map(({ variant }) => variant);
    while (selling) {
      await pool.query('update variants set stock = $2 where uuid = any($1) and stock <= 1', [variants, PIECES]);
      await wait(50);
    }
  };
  const delivering = deliver();
  await Promise.all([atRate(VISITS_A_SECOND, visit), atRate(ORDERS_A_SECOND, order)]);
  selling = false;
  await delivering;

  const after = await pageRequests();
  const share = (after.rendered - before.rendered) / (after.all - before.all);
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.floor(times.length * part)] ?? 0;
  const [homes, categories, products] = kinds.map((pages) => pages.length);
  console.log(
    `${homes} home pages, ${categories} categories, ${products} products; load of the machine ${os.loadavg()[0]?.toFixed(1)}`,
  );
  console.log(`${times.length} visits, orders by status ${JSON.stringify(statuses)}, in ${seconds} s`);
  console.log(`rendered     ${(share * 100).toFixed(1).padStart(6)} %  (aim ${MAX_RENDERED * 100} %)`);
  console.log(`page         median ${at(0.5).toFixed(1)} ms  p99 ${at(0.99).toFixed(1)} ms  (aim ${MAX_P99_MS} ms)`);
  const faults = [
    share > MAX_RENDERED && `${(share * 100).toFixed(1)} % of page requests were rendered`,
    at(0.99) > MAX_P99_MS && `p99 of pages is ${at(0.99).toFixed(0)} ms`,
    (statuses[200] ?? 0) < 0.5 * ORDERS_A_SECOND * seconds && 'most orders were refused: nothing was sold',
  ].filter((fault) => fault !== false);
  for (const fault of faults) console.log(`✗ ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
});
agent.destroy();
await site.stop();
rmSync(dataDir, { recursive: true, force: true });
