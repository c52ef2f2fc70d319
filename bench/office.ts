// What the office's lists and searches take with 100,000 orders, 50,000 customers and 30,000 leads: one request after
// another, as one person asks, by the owner of all stores and by a sales person of two. Aims: 200 ms at the 95th
// percentile, 100 for the palette.
import { mkdtempSync, rmSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { fillDatabase } from './_measure.ts';
import { serve } from './_site.ts';

const ORDERS = 100_000;
const CUSTOMERS = 50_000;
const LEADS = 30_000;
const ROUNDS = 40;
const MAX_LIST_MS = 200;
const MAX_PALETTE_MS = 100;

const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
const site = await serve(dataDir, { JOBS: 'off', FIRST_PICTURES: 'off' });
const host = `office.localhost:${site.port}`;
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const faults: string[] = [];

/** Pages' data as the browser asks for it when it goes from one to another. */
type Where = (round: number) => string;
function phone(round: number): string {
  return `05${(20_000_000 + round * 1_237).toString().padStart(8, '0')}`;
}
const data = (page: string, query = ''): string =>
  `/${page}.data?${query}&_routes=${encodeURIComponent(`routes/${page}/${page}`)}`;
const search = (text: string): string => `q=${encodeURIComponent(text)}`;
const pages: [string, Where][] = [
  ['orders, first page', () => data('orders')],
  ['orders, a state', () => data('orders', 'status=in_process')],
  ['orders, to be handled', () => data('orders', 'waiting=handling')],
  ['orders, with a balance', () => data('orders', 'payment=rest')],
  ['orders, dates and a state', () => data('orders', 'from=2026-03-01&to=2026-03-31&payment=paid')],
  ['orders, a phone', (round) => data('orders', search(phone(round)))],
  ['orders, last digits of a phone', (round) => data('orders', search(phone(round).slice(-6)))],
  ['orders, a name', (round) => data('orders', search(`משפחה${round % 500}`))],
  ['orders, a name of nobody', () => data('orders', search('אין כזה שם'))],
  ['customers, first page', () => data('customers')],
  ['customers, a phone', (round) => data('customers', search(phone(round)))],
  ['customers, a name', (round) => data('customers', search(`משפחה${round % 500}`))],
  ['leads, first page', () => data('leads')],
  ['leads, a name', (round) => data('leads', search(`פונה ${round * 7}`))],
  ['changes, first page', () => data('changes')],
  ['home, as a document', () => '/'],
  ['palette, a phone', (round) => `/search?${search(phone(round))}`],
  ['palette, a name', (round) => `/search?${search(`משפחה${round % 500}`)}`],
  ['palette, a SKU', () => `/search?${search('RM-')}`],
];

try {
  console.log(`filling: ${ORDERS} orders, ${CUSTOMERS} customers, ${LEADS} leads`);
  const people = await fillDatabase(dataDir, fill);
  for (const [role, cookie] of await signedIn(people)) {
    for (const [what, where] of pages) await measure(`${role}: ${what}`, where, cookie);
  }
} finally {
  agent.destroy();
  await site.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
for (const fault of faults) console.log(`✗ ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;

async function measure(what: string, where: Where, cookie: string): Promise<void> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const status = await ask(where(round), cookie);
    times.push(performance.now() - began);
    if (status === 403) return;
    if (status !== 200) throw new Error(`${what}: ${where(round)} answered ${status}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  const most = what.includes('palette') ? MAX_PALETTE_MS : MAX_LIST_MS;
  console.log(`${what.padEnd(44)} median ${at(0.5).toFixed(0)} ms  p95 ${at(0.95).toFixed(0)} ms (aim ${most})`);
  if (at(0.95) > most) faults.push(`${what}: ${at(0.95).toFixed(0)} ms is more than ${most}`);
}

function ask(where: string, cookie: string, form?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = {
      host,
      cookie,
      ...(form && { origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' }),
    };
    const request = http.request(
      { port: site.port, path: where, method: form ? 'POST' : 'GET', headers, agent },
      (reply) => {
        reply.resume();
        reply.on('end', () => resolve(reply.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    request.end(form);
  });
}

async function signedIn(people: Record<string, string>): Promise<[string, string][]> {
  const cookies: [string, string][] = [];
  for (const [role, person] of Object.entries(people)) {
    const cookie = await new Promise<string>((resolve, reject) => {
      const headers = { host, origin: `http://${host}`, 'content-type': 'application/x-www-form-urlencoded' };
      const request = http.request({ port: site.port, path: '/sign-in', method: 'POST', headers }, (reply) => {
        reply.resume();
        resolve(reply.headers['set-cookie']?.[0]?.split(';')[0] ?? '');
      });
      request.on('error', reject);
      request.end(`person=${person}`);
    });
    cookies.push([role, cookie]);
  }
  return cookies;
}

/** Rows spread over two years and all stores. @returns the demo's people by role */
async function fill(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows: counts } = await pool.query<{ count: number }>('select count(*)::int as count from stores');
  const count = counts[0]?.count ?? 1;
  const statements: [string, number][] = [
    [
      `insert into customers (store_uid, phone, first_name, last_name, email, created_at)
       select p.uuid, '+9725' || lpad((20000000 + n * 1237)::text, 8, '0'), 'לקוח' || n % 1000, 'משפחה' || n % 500, 'person' || n || '@mail.example',
         now() - n * interval '21 minutes' from generate_series(1, $1::int) n join places p on p.place = n % ${count} on conflict do nothing`,
      CUSTOMERS,
    ],
    [
      `insert into orders (store_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email,
         lines_agorot, total_agorot, due_agorot, terms_accepted_at, created_at)
       select p.uuid, 'B' || lpad(to_hex(n), 3, '0') || '-' || lpad(to_hex(n), 5, '0'), 'bench ' || n,
         (array['provided','provided','provided','provided','cancelled','in_process'])[1 + n % 6]::order_status,
         (array['paid','paid','paid','paid','cancelled','paid'])[1 + n % 6]::payment_status, 'card',
         'לקוח' || n % 1000, 'משפחה' || n % 500, '+9725' || lpad((20000000 + (n % ${CUSTOMERS}) * 1237)::text, 8, '0'), 'person' || n || '@mail.example',
         100000 + n, 100000 + n, 100000 + n, now(), now() - n * interval '10 minutes'
       from generate_series(1, $1::int) n join places p on p.place = n % ${count}`,
      ORDERS,
    ],
    [
      `insert into order_lines (order_uid, name, sku, quantity, price_agorot, position)
       select uuid, 'קסדה ' || number, 'BENCH-' || number, 1, total_agorot, 0 from orders where secret_hash like 'bench %' and $1::int > 0`,
      1,
    ],
    [
      `insert into leads (store_uid, kind, source, name, phone, message, state, created_at)
       select p.uuid, 'contact', 'contact', 'פונה ' || n, '+9725' || lpad((20000000 + n * 1237)::text, 8, '0'), 'שאלה', 'closed',
         now() - n * interval '30 minutes' from generate_series(1, $1::int) n join places p on p.place = n % ${count}`,
      LEADS,
    ],
  ];
  const client = await pool.connect();
  try {
    await client.query(
      'create temporary table places as select row_number() over (order by key) - 1 as place, uuid from stores',
    );
    for (const [statement, rows] of statements) await client.query(statement, [rows]);
    // A sales person of two stores, however many the demo's knows.
    await client.query(
      `delete from staff_roles where store_uid is not null and store_uid not in (select uuid from stores order by key limit 2)`,
    );
    await client.query('analyze');
    const { rows } = await client.query<{ key: string; uuid: string }>(
      `select distinct on (r.key) r.key, s.uuid from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid
       where r.key in ('owner', 'sales')`,
    );
    return Object.fromEntries(rows.map(({ key, uuid }) => [key, uuid]));
  } finally {
    client.release();
  }
}
