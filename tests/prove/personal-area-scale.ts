// The personal area at 1,000 and at 100,000 customers with ten order lines each: its queries use indexes only (their plans say so) and
// cost within 20 % of what they cost with few customers, counted in pages that PostgreSQL touches.
import pg from 'pg';
import { freshDatabase } from '../support/database.ts';
import setup from '../support/global-setup.ts';

type Cost = { name: string; buffers: number; ms: number; scans: string[] };
const CUSTOMER = '00000000-0000-4000-8000-000000000001';

/** What the pages ask, as the areas' rules write it; `$1` is the customer, `$2` the store, `$3` an order, `$4` a phone. */
const queries: Record<string, string> = {
  'who is signed in': `select c.uuid from customer_tokens t join customers c on c.uuid = t.customer_uid
    where t.token_hash = 'hash-1' and t.expires_at > now() and c.store_uid = $2`,
  'orders, first page': `select * from orders where store_uid = $2 and customer_uid = $1 order by created_at desc, uuid desc limit 10`,
  'orders, count': `select count(*) from orders where store_uid = $2 and customer_uid = $1`,
  'orders, search': `select count(*) from orders o where o.store_uid = $2 and o.customer_uid = $1 and (o.number ilike '%קסדה%'
    or exists (select 1 from order_lines l where l.order_uid = o.uuid and l.name ilike '%קסדה%'))`,
  'lines of the page': `select l.* from order_lines l where l.order_uid in (select uuid from orders where customer_uid = $1 order by created_at desc limit 10)`,
  'order details': `select o.*, (select count(*) from order_lines l where l.order_uid = o.uuid), (select count(*) from order_history h where h.order_uid = o.uuid),
    (select count(*) from payments p where p.order_uid = o.uuid) from orders o where o.uuid = $3 and o.store_uid = $2 and o.customer_uid = $1`,
  payments: `select p.*, o.number from orders o join payments p on p.order_uid = o.uuid where o.customer_uid = $1 and o.store_uid = $2
    and p.status in ('paid', 'authorised', 'partly_refunded', 'refunded') order by p.created_at desc limit 100`,
  documents: `select d.* from documents d join orders o on o.uuid = d.order_uid where d.store_uid = $2 and o.customer_uid = $1 order by d.issued_at desc limit 500`,
  addresses: `select * from addresses where customer_uid = $1 order by is_main desc, created_at desc`,
  favourites: `select f.product_uid from favorites f join store_products sp on sp.product_uid = f.product_uid and sp.store_uid = $2 where f.customer_uid = $1 order by f.created_at desc`,
  garage: `select * from garage_vehicles where customer_uid = $1 order by created_at desc`,
  consents: `select * from consents where customer_uid = $1 order by created_at desc limit 100`,
  'guest orders of a phone': `select uuid from orders where store_uid = $2 and phone = $4 and customer_uid is null`,
};

/** Customers `from`…`to`, each with two orders of five lines, an address, two favourites, a token and a consent. */
const fill = `
  with s as (select uuid from stores where key = 'raam'), n as (select i, ('00000000-0000-4000-8000-' || lpad(to_hex(i), 12, '0'))::uuid as c from generate_series($1::int, $2::int) i),
  c as (insert into customers (uuid, store_uid, phone, first_name, last_name) select n.c, s.uuid, '+97250' || lpad(n.i::text, 7, '0'), 'נועה', 'לוי' from n, s),
  t as (insert into customer_tokens (token_hash, customer_uid, expires_at) select 'hash-' || n.i, n.c, now() + interval '30 days' from n),
  a as (insert into addresses (customer_uid, city, house, is_main) select n.c, 'חיפה', n.i::text, true from n),
  k as (insert into consents (customer_uid, kind, given, text) select n.c, 'marketing', true, 'x' from n),
  g as (insert into garage_vehicles (customer_uid, vehicle_uid, year) select n.c, p.product_uid, 2022 from n, (select sp.product_uid from store_products sp, s where sp.store_uid = s.uuid order by 1 limit 1) p),
  f as (insert into favorites (customer_uid, product_uid) select n.c, p.product_uid from n, (select sp.product_uid from store_products sp, s where sp.store_uid = s.uuid order by 1 limit 2) p),
  o as (insert into orders (uuid, store_uid, customer_uid, number, secret_hash, status, payment_status, payment_method, first_name, last_name, phone, email,
      lines_agorot, total_agorot, due_agorot, terms_accepted_at, created_at)
    select ('00000000-0000-4000-9000-' || lpad(to_hex(n.i * 2 + k.k), 12, '0'))::uuid, s.uuid, n.c, 'N' || n.i || '-' || k.k, 'S' || n.i || '-' || k.k, 'provided', 'paid', 'card', 'נועה', 'לוי',
      '+97250' || lpad(n.i::text, 7, '0'), 'noa@example.com', 5000, 5000, 5000, now(), now() - (n.i || ' seconds')::interval
    from n, s, generate_series(0, 1) k(k) returning uuid),
  l as (insert into order_lines (order_uid, name, sku, quantity, price_agorot, position) select o.uuid, 'פריט ' || j, 'T-' || j, 1, 1000, j from o, generate_series(1, 5) j),
  h as (insert into order_history (order_uid, field, to_value, actor) select o.uuid, 'status', 'provided', 'job' from o)
  insert into payments (order_uid, provider, status, amount_agorot) select o.uuid, 'sandbox', 'paid', 5000 from o`;

/** An invoice for every payment that has none. */
const invoice = `
  insert into documents (company_uid, store_uid, order_uid, payment_uid, provider, kind, year, number, net_agorot, vat_agorot, total_agorot, vat_bp, content, issued_at)
  select s.company_uid, s.uuid, o.uuid, p.uuid, 'proof', 'receipt', 2026, o.number, 4237, 763, 5000, 1800, '{}', now()
  from payments p join orders o on o.uuid = p.order_uid join stores s on s.uuid = o.store_uid
  where not exists (select from documents d where d.payment_uid = p.uuid)`;

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
};
/** Tables that grow with customers; the few rows of a store's own catalogue may well be read whole. */
const GROWING = [
  'customers',
  'customer_tokens',
  'orders',
  'order_lines',
  'order_history',
  'payments',
  'documents',
  'addresses',
  'favorites',
  'consents',
  'garage_vehicles',
];
const wholeScans = (plan: Plan): string[] => [
  ...(plan['Node Type'].includes('Seq Scan') && GROWING.includes(plan['Relation Name'] ?? '')
    ? [plan['Relation Name'] ?? '']
    : []),
  ...(plan.Plans ?? []).flatMap(wholeScans),
];

async function measure(client: pg.Client): Promise<Cost[]> {
  const { rows: stores } = await client.query<{ uuid: string }>(`select uuid from stores where key = 'raam'`);
  const values = [CUSTOMER, stores[0]?.uuid, '00000000-0000-4000-9000-000000000002', '+972500000001'];
  const costs: Cost[] = [];
  for (const [name, text] of Object.entries(queries)) {
    const types = ['uuid', 'uuid', 'uuid', 'text'];
    const used = values.map((value, index) => [value, types[index]] as const);
    const bound = used.reduce(
      (sql, [value, type], index) => sql.replaceAll(`$${index + 1}`, `'${value}'::${type}`),
      text,
    );
    let best = { buffers: Number.POSITIVE_INFINITY, ms: Number.POSITIVE_INFINITY, scans: [] as string[] };
    for (let again = 0; again < 5; again++) {
      const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number }] }>(
        `explain (analyze, buffers, format json) ${bound}`,
      );
      const [answer] = rows[0]?.['QUERY PLAN'] ?? [];
      if (!answer) throw new Error('no plan');
      const buffers = (answer.Plan['Shared Hit Blocks'] ?? 0) + (answer.Plan['Shared Read Blocks'] ?? 0);
      best = {
        buffers: Math.min(best.buffers, buffers),
        ms: Math.min(best.ms, answer['Execution Time']),
        scans: wholeScans(answer.Plan),
      };
    }
    costs.push({ name, ...best });
  }
  return costs;
}

const close = await setup();
const database = await freshDatabase();
const client = new pg.Client({ connectionString: database.url });
await client.connect();
const problems: string[] = [];
try {
  await client.query(fill, [1, 1_000]);
  await client.query(invoice);
  await client.query('vacuum analyze');
  const few = await measure(client);
  for (let from = 1_001; from < 100_000; from += 9_900)
    await client.query(fill, [from, Math.min(from + 9_899, 100_000)]);
  await client.query(invoice);
  await client.query('vacuum analyze');
  const { rows } = await client.query(
    'select (select count(*) from customers)::int customers, (select count(*) from order_lines)::int lines',
  );
  console.log(rows[0]);
  const many = await measure(client);
  for (const [index, after] of many.entries()) {
    const before = few[index];
    if (!before) continue;
    console.log(
      `${after.name.padEnd(26)} pages ${before.buffers} → ${after.buffers}   ms ${before.ms.toFixed(3)} → ${after.ms.toFixed(3)}`,
    );
    if (after.scans.length > 0) problems.push(`${after.name} reads ${after.scans.join(', ')} whole`);
    // A page or two more is a B-tree's next level; the work on rows is the same.
    if (after.buffers > before.buffers * 1.2 + 4)
      problems.push(`${after.name}: ${before.buffers} → ${after.buffers} pages`);
  }
} finally {
  await client.end();
  await database.drop();
  await close();
}
for (const problem of problems) console.log(`✗ ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
