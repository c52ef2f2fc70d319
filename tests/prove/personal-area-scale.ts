// The personal area at 1,000 customers and, beside it, at 100,000 with ten order lines each. What the application
// itself asks the database on every page of the area is taken down and held to three rules:
//  1. no table that grows with customers is read whole: indexes only, shown by the plan;
//  2. PostgreSQL touches at most a fifth more pages than with few customers. A page more for every level that the index
//     searched has
//     grown by (log₃₀₀ of the rows) is told apart from that: `pageinspect` says the levels, the plan how often each was
//     searched;
//  3. the time of all queries together, medians of many runs taken by turns in both, is at most a fifth longer.
import { createHash } from 'node:crypto';
import type pg from 'pg';
import { startApp, type TestApp } from '../support/app.ts';
import setup from '../support/global-setup.ts';

const SIZES = { few: 1_000, many: 100_000 };
/** Customers asked for, spread over all of them. */
const ASKED = 12;
const RUNS = 240;
const MORE = 1.2;

const token = (at: number): string => `personal-area-scale-${String(at).padStart(8, '0')}`;
const orderOf = (at: number): string => `00000000-0000-4000-9000-${(at * 2).toString(16).padStart(12, '0')}`;

const pages = (at: number): string[] => [
  '/api/customers/get-by-token',
  '/personal-area',
  '/personal-area/orders/accessories',
  `/personal-area/orders/accessories?search=${encodeURIComponent('פריט 3')}`,
  `/personal-area/orders/order-details?id=${orderOf(at)}`,
  '/personal-area/favorites',
  '/personal-area/garage',
  '/personal-area/saved',
  '/personal-area/privacy',
  '/personal-area/edit-details/addresses',
  '/personal-area/edit-details/payments',
  '/customer/customers/download-my-data',
];

/** Tables that grow with customers; the few rows of a store's own catalogue may well be read whole. */
const GROWING = new Set([
  ...['customers', 'customer_tokens', 'orders', 'order_lines', 'order_history', 'payments', 'documents', 'addresses'],
  ...['favorites', 'consents', 'garage_vehicles', 'outbox', 'leads'],
]);

/**
 * Customers `$1`…`$2`, each with two orders of five lines, an address, two favourites, a token, a consent, a message
 * and an inquiry.
 */
const fill = `
  with s as (select uuid from stores where key = 'raam'),
  n as (select i, ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as c from generate_series($1::int, $2::int) i),
  c as (insert into customers (uuid, store_uid, phone, first_name, last_name) select n.c, s.uuid, '+97250' || lpad(n.i::text, 7, '0'), 'נועה', 'לוי' from n, s),
  t as (insert into customer_tokens (token_hash, customer_uid, expires_at)
    select encode(sha256(convert_to('personal-area-scale-' || lpad(n.i::text, 8, '0'), 'UTF8')), 'hex'), n.c, now() + interval '30 days' from n),
  a as (insert into addresses (customer_uid, city, house, is_main) select n.c, 'חיפה', n.i::text, true from n),
  k as (insert into consents (customer_uid, kind, given, text) select n.c, 'marketing', true, 'x' from n),
  g as (insert into garage_vehicles (customer_uid, vehicle_uid, year) select n.c, p.product_uid, 2022
    from n, (select sp.product_uid from store_products sp, s where sp.store_uid = s.uuid order by 1 limit 1) p),
  f as (insert into favorites (customer_uid, product_uid) select n.c, p.product_uid
    from n, (select sp.product_uid from store_products sp, s where sp.store_uid = s.uuid order by 1 limit 2) p),
  m as (insert into outbox (store_uid, about, channel, recipient, subject, body) select s.uuid, 'code', 'sms', '+97250' || lpad(n.i::text, 7, '0'), '', 'x' from n, s),
  i as (insert into leads (store_uid, kind, source, name, phone) select s.uuid, 'contact', 'site', 'נועה', '+97250' || lpad(n.i::text, 7, '0') from n, s),
  o as (insert into orders (uuid, store_uid, customer_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email,
      lines_agorot, total_agorot, due_agorot, terms_accepted_at, created_at)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n.i * 2 + k.k), 12, '0'))::uuid, s.uuid, n.c, 'N' || n.i || '-' || k.k, 'S' || n.i || '-' || k.k, 'provided', 'paid', 'card', 'נועה', 'לוי',
      '+97250' || lpad(n.i::text, 7, '0'), 'noa@example.com', 5000, 5000, 5000, now(), now() - (n.i || ' seconds')::interval
    from n, s, generate_series(0, 1) k(k) returning uuid),
  l as (insert into order_lines (order_uid, name, sku, quantity, price_agorot, position) select o.uuid, 'פריט ' || j, 'T-' || j, 1, 1000, j from o, generate_series(1, 5) j),
  h as (insert into order_history (order_uid, field, to_value, actor) select o.uuid, 'status', 'provided', 'job' from o)
  insert into payments (order_uid, provider, status, amount_agorot) select o.uuid, 'sandbox', 'paid', 5000 from o`;

/**
 * An invoice for every payment of these. Not "that has none": PostgreSQL would read for each what it has just written
 * for the others.
 */
const invoice = `
  insert into documents (company_uid, store_uid, order_uid, payment_uid, provider, kind, year, number, net_agorot, vat_agorot, total_agorot, vat_bp, content, issued_at)
  select s.company_uid, s.uuid, o.uuid, p.uuid, 'proof', 'receipt', 2026, o.number, 4237, 763, 5000, 1800, '{}', now()
  from payments p join orders o on o.uuid = p.order_uid join stores s on s.uuid = o.store_uid
  where o.secret_hash like 'S%-%'`;

type Statement = { text: string; values: unknown[] };
type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Searches'?: number;
  'Actual Loops'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: Plan[];
};
type Side = { site: TestApp; client: pg.PoolClient; levels: Map<string, number>; asked: Map<string, Statement[]> };

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
const median = (all: number[]): number => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

async function prepare(customers: number): Promise<Side> {
  const site = await startApp();
  const { pool } = site.connection;
  for (let from = 1; from <= customers; from += 10_000)
    await pool.query(fill, [from, Math.min(from + 9_999, customers)]);
  // Else what joins the new rows is planned for empty tables.
  await pool.query('analyze');
  await pool.query(invoice);
  await pool.query('vacuum analyze');
  await pool.query('create extension if not exists pageinspect');
  const { rows } = await pool.query<{ name: string; level: number }>(
    `select c.relname as name, (bt_metap(c.oid::regclass::text)).level::int as level
     from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i' and c.relnamespace = 'public'::regnamespace`,
  );
  const { rows: counted } = await pool.query(
    'select (select count(*) from customers)::int customers, (select count(*) from order_lines)::int lines',
  );
  console.log(counted[0]);
  const client = await pool.connect();
  const levels = new Map(rows.map(({ name, level }) => [name, level]));
  return { site, client, levels, asked: await askedFor(site, customers) };
}

/** Every statement that the pages send, by its text, with the values of each of the customers. */
async function askedFor(site: TestApp, customers: number): Promise<Map<string, Statement[]>> {
  const { pool } = site.connection;
  const query = pool.query.bind(pool) as (...args: unknown[]) => unknown;
  const asked = new Map<string, Statement[]>();
  let recording = false;
  Object.assign(pool, {
    query(...args: unknown[]) {
      const [config, values] = args as [string | { text: string; values?: unknown[] }, unknown[] | undefined];
      const text = typeof config === 'string' ? config : config.text;
      if (recording && /^\s*(select|with)/i.test(text)) {
        const known = typeof config === 'string' ? values : (config.values ?? values);
        asked.set(text, [...(asked.get(text) ?? []), { text, values: known ?? [] }]);
      }
      return query(...args);
    },
  });
  for (let nth = 0; nth <= ASKED; nth++) {
    const at = 1 + Math.floor(((customers - 1) * nth) / ASKED);
    for (const path of pages(at)) {
      const reply = await site.call({ path, headers: { cookie: `auth._token.local=${token(at)}` } });
      if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${reply.text.slice(0, 200)}`);
    }
    // The first customer only fills the caches of the catalogue.
    recording = true;
  }
  return asked;
}

type Cost = { ms: number[]; pages: number[]; extra: number[]; whole: Set<string> };

async function run({ client }: Side, { text, values }: Statement): Promise<{ plan: Plan; ms: number }> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
    `explain (analyze, timing off, buffers, format json) ${text}`,
    values,
  );
  const [answer] = rows[0]?.['QUERY PLAN'] ?? [];
  if (!answer) throw new Error('no plan');
  return { plan: answer.Plan, ms: answer['Execution Time'] };
}

/** Pages for the levels by which the indexes that this plan searches are higher than with few customers. */
const extraOf = (plan: Plan, few: Side, many: Side): number =>
  nodesOf(plan).reduce((sum, node) => {
    const name = node['Index Name'];
    if (!name) return sum;
    const grown = Math.max(0, (many.levels.get(name) ?? 0) - (few.levels.get(name) ?? 0));
    return sum + grown * (node['Index Searches'] ?? 1) * (node['Actual Loops'] ?? 1);
  }, 0);

async function compare(few: Side, many: Side, text: string): Promise<{ few: Cost; many: Cost }> {
  const costs = { few: empty(), many: empty() };
  for (let at = 0; at < RUNS; at++)
    for (const [name, side] of [
      ['few', few],
      ['many', many],
    ] as const) {
      const all = side.asked.get(text) ?? [];
      const statement = all[at % all.length];
      if (!statement) throw new Error(`only one of the two asks: ${text}`);
      const { plan, ms } = await run(side, statement);
      const cost = costs[name];
      cost.ms.push(ms);
      cost.pages.push(plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);
      cost.extra.push(extraOf(plan, few, many));
      for (const node of nodesOf(plan))
        if (node['Node Type'].includes('Seq Scan') && GROWING.has(node['Relation Name'] ?? ''))
          cost.whole.add(node['Relation Name'] ?? '');
    }
  return costs;
}

const empty = (): Cost => ({ ms: [], pages: [], extra: [], whole: new Set() });
const tablesOf = (text: string): string =>
  [...new Set([...text.matchAll(/(?:from|join) "?(\w+)"?/g)].map(([, table]) => table))].join(' ');

const close = await setup();
const problems: string[] = [];
const sides: Side[] = [];
try {
  for (const customers of Object.values(SIZES)) sides.push(await prepare(customers));
  const [few, many] = sides;
  if (!few || !many) throw new Error('two sizes are compared');
  const total = { few: 0, many: 0 };
  for (const text of many.asked.keys()) {
    const found = await compare(few, many, text);
    const [before, after] = [median(found.few.pages), median(found.many.pages)];
    const [msBefore, msAfter] = [median(found.few.ms), median(found.many.ms)];
    const extra = median(found.many.extra);
    total.few += msBefore;
    total.many += msAfter;
    const id = createHash('sha256').update(text).digest('hex').slice(0, 4);
    const name = `${id} ${tablesOf(text)}`;
    console.log(
      `${name.slice(0, 70).padEnd(70)} pages ${before} → ${after} (levels ${extra})  ms ${msBefore.toFixed(3)} → ${msAfter.toFixed(3)}`,
    );
    if (found.many.whole.size > 0) problems.push(`${name} reads ${[...found.many.whole].join(', ')} whole`);
    if (after - extra > before * MORE)
      problems.push(`${name}: ${before} → ${after} pages, ${extra} of them levels\n  ${text}`);
  }
  const ratio = total.many / total.few;
  console.log(`all queries together: ${total.few.toFixed(3)} → ${total.many.toFixed(3)} ms, ${ratio.toFixed(2)} times`);
  if (ratio > MORE) problems.push(`the queries take ${ratio.toFixed(2)} times as long`);
} finally {
  for (const { site, client } of sides) {
    client.release();
    await site.close();
  }
  await close();
}
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
