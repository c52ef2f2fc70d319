// Staff refund by line, ship a part and undo a change while the server is killed with -9 in the middle, in half of the
// rounds with the database; they look, and press again what is not there. Afterwards money trail, stock, messages and
// change log agree. ROUNDS and SEED repeat a run; one that is stopped (SIGTERM) ends its round and compares what it
// did.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { request } from '../support/http.ts';
import { seeded } from '../support/killed-purchases.ts';
import { killedServer } from '../support/killed-server.ts';
import { CARDS, type Piece, pay, piece, shopper } from '../support/purchase.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const rounds = Number(process.env.ROUNDS ?? 100);
const random = seeded(seed);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-office-'));
const problems: string[] = [];
const host = 'office.localhost';
/** How long an action takes about: a kill falls anywhere in it, and sometimes just behind. */
const SPAN_MS = 150;
/** A busy machine is slow, not wrong. */
const PATIENCE_MS = 300_000;
const SETTLED_MS = 480_000;
const STOCK = 400;
const VARIANTS = 3;
/** Of the owner's session. */
let cookie = '';
let done = 0;
let isStopped = false;
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => {
    isStopped = true;
  });

const refundsOf = 'refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = o.uuid';
const loggedOf = (table: string) =>
  `select count(*)::int from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = '${table}' and c.operation = 'insert' and a.actor_kind = 'staff'`;

/** What was written of an order, by us and by the gateway; agorot and counts. */
const books = `
  select (select count(*)::int from ${refundsOf}) as refunds,
    (select count(*)::int from ${refundsOf} and r.status = 'unknown') as unknown,
    (select coalesce(sum(r.amount_agorot), 0)::int from ${refundsOf} and r.status = 'done') as done,
    (select sum(refunded_agorot)::int from payments where order_uid = o.uuid) as trail,
    (select sum(t.refunded_agorot)::int from sandbox.transactions t join sandbox.pages g on g.uuid = t.page_uid
      join payments p on p.uuid::text = g.reference where p.order_uid = o.uuid) as gateway,
    (select count(*)::int from documents d where d.order_uid = o.uuid and d.credits_uid is not null) as credits,
    (select count(*)::int from shipments where order_uid = o.uuid) as shipments,
    (${loggedOf('shipments')} and c.entity_uid = o.uuid) as "loggedShipments",
    (${loggedOf('refunds')} and c.entity_uid in (select uuid from payments where order_uid = o.uuid)) as "loggedRefunds",
    (select coalesce(sum(sl.quantity), 0)::int from shipment_lines sl join order_lines l on l.uuid = sl.order_line_uid where l.order_uid = o.uuid) as sent
  from orders o where o.uuid = $1`;

const server = await killedServer(dataDir);
try {
  await run();
} finally {
  await server.kill(true);
}
console.log(`${done} of ${rounds} rounds, seed ${seed}`);
for (const problem of problems) console.log(`✗ ${problem}`);
if (problems.length === 0) fs.rmSync(dataDir, { recursive: true, force: true });
else console.log(`The data folder is kept: ${dataDir}`);
process.exit(problems.length > 0 ? 1 : 0);

/** `each`: what was paid for one piece, in agorot. */
type Sold = { order: string; goods: Piece; line: string; each: number };

async function run(): Promise<void> {
  server.begin();
  await server.ready();
  const db = { query: async (text: string, values?: unknown[]) => ({ rows: await server.query(text, values) }) };
  const goods: Piece[] = [];
  for (let i = 0; i < VARIANTS; i++) goods.push(await piece(db, { stock: STOCK }));
  const sold: Sold[] = [];
  try {
    while (done < rounds && !isStopped) {
      const one = await sell(goods[done % VARIANTS] as Piece);
      sold.push(one);
      await handle(one, done);
      done += 1;
      console.log(`${done}/${rounds}`);
    }
  } catch (error) {
    problems.push(`round ${done + 1}: ${error}\n${server.output().slice(-2_000)}`);
  }
  await server.stop();
  server.begin();
  await server.ready();
  await refundsSettled();
  await compare(sold, goods);
  if (/error|fail/i.test(server.output())) problems.push(`the last start was not clean:\n${server.output()}`);
}

/** One piece goes back and one is sent; now and then a price is undone besides. */
async function handle(one: Sold, round: number): Promise<void> {
  const price = String(one.each / 100);
  await interrupted(round, () =>
    insist(one.order, `select 1 from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1`, {
      _call: 'refund',
      'lines[0].line': one.line,
      'lines[0].quantity': '1',
      'lines[0].amount': price,
      'lines[0].restock': 'on',
      total: price,
      reason: 'הלקוח החזיר אחד',
    }),
  );
  await interrupted(round + 1, () =>
    insist(one.order, 'select 1 from shipments where order_uid = $1', {
      _call: 'ship',
      'lines[0].line': one.line,
      'lines[0].quantity': '1',
      carrier: 'שליח',
      tracking: `TRACK-${round}`,
    }),
  );
  if (round % 5 === 0) await undoOne(one.goods, round);
}

/** Two pieces, paid. */
async function sell(goods: Piece): Promise<Sold> {
  const made = await shopper(server.port).order(goods, { quantity: 2 });
  await pay(server.port, made.page, CARDS.approved);
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(50)) {
    await shopper(server.port).ask(made.secret);
    const [row] = await server.query<{ line: string; each: number }>(
      `select l.uuid as line, floor((l.price_agorot * l.quantity - l.discount_agorot) / l.quantity)::int as each from orders o join order_lines l on l.order_uid = o.uuid where o.uuid = $1 and o.payment_status = 'paid'`,
      [made.order.uuid],
    );
    if (row) return { order: made.order.uuid, goods, ...row };
    if (Date.now() > deadline) throw new Error(`order ${made.order.uuid} was not paid`);
  }
}

/** Kills the server while `work` goes on, and starts it again. */
async function interrupted(round: number, work: () => Promise<void>): Promise<void> {
  const working = work();
  working.catch(() => {});
  await wait(random() * SPAN_MS);
  await server.kill(round % 2 === 1);
  server.begin();
  await server.ready();
  await working;
}

/** Presses until the books have it, looking before each press, as a person does. */
async function insist(order: string, isDone: string, form: Record<string, string>): Promise<void> {
  let last = '';
  for (const deadline = Date.now() + PATIENCE_MS; ; await wait(60)) {
    try {
      if ((await server.query(isDone, [order])).length > 0) return;
      last = await post(`/orders/${order}`, form);
    } catch (error) {
      // It is being killed, or comes up.
      last = String(error);
    }
    if (Date.now() > deadline) throw new Error(`${form._call} of ${order} never came about: ${last}`);
  }
}

/** As the owner; signs in again where the session is gone. */
async function post(where: string, form: Record<string, string>): Promise<string> {
  const headers = () => ({
    cookie,
    origin: `http://${host}:${server.port}`,
    'content-type': 'application/x-www-form-urlencoded',
  });
  if (!cookie) {
    const [owner] = await server.query<{ uuid: string }>(
      `select s.uuid from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid where r.key = 'owner'`,
    );
    const reply = await request(server.port, {
      host,
      method: 'POST',
      path: '/sign-in',
      headers: headers(),
      body: new URLSearchParams({ person: owner?.uuid ?? '' }).toString(),
    });
    cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  }
  const body = new URLSearchParams(form).toString();
  const reply = await request(server.port, { host, method: 'POST', path: where, headers: headers(), body });
  if (reply.status === 302) cookie = '';
  return `${reply.status} ${/role="alert"[\s\S]{0,400}/.exec(reply.text)?.[0] ?? ''}`;
}

/** A price changes by a statement; its undo is pressed while the server dies. */
async function undoOne(goods: Piece, round: number): Promise<void> {
  await server.query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, 1_000_000 + round]);
  const [changed] = await server.query<{ operation: string }>(
    `select deed_uid as operation from changes where table_name = 'variants' and row_key ->> 'uuid' = $1 order by id desc limit 1`,
    [goods.variant],
  );
  const operation = changed?.operation ?? '';
  const isUndone = 'select 1 from audit_log where undoes = $1';
  await interrupted(round, async () => {
    for (const deadline = Date.now() + PATIENCE_MS; ; await wait(60)) {
      try {
        if ((await server.query(isUndone, [operation])).length > 0) return;
        await post(`/changes/${operation}`, { _call: 'undo', reason: 'בדיקה' });
      } catch {
        if (Date.now() > deadline) throw new Error(`the undo of ${operation} never came about`);
      }
    }
  });
  const undone = await server.query(isUndone, [operation]);
  const [variant] = await server.query<{ price: string | null }>(
    'select price_agorot as price from variants where uuid = $1',
    [goods.variant],
  );
  if (undone.length !== 1) problems.push(`operation ${operation} was undone ${undone.length} times`);
  if (Number(variant?.price) === 1_000_000 + round) problems.push(`operation ${operation} is undone in the log only`);
}

/**
 * Until the job has asked the gateway for whatever was interrupted, and what was asked by a process that died counts as
 * in doubt: five minutes after it was asked (`LOST_AFTER_MS` of server/checkout/payments/carry-out-refunds.ts).
 */
async function refundsSettled(): Promise<void> {
  for (const deadline = Date.now() + SETTLED_MS; Date.now() < deadline; await wait(500)) {
    if ((await server.query(`select 1 from refunds where status in ('due', 'asked')`)).length === 0) return;
  }
}

type Books = Record<
  | 'refunds'
  | 'unknown'
  | 'done'
  | 'trail'
  | 'gateway'
  | 'credits'
  | 'shipments'
  | 'loggedShipments'
  | 'loggedRefunds'
  | 'sent',
  number
>;

/** @returns in what the books of an order aren't those of one piece refunded and one sent */
function faultsOf(row: Books, each: number): string[] {
  const inDoubt = row.unknown === 1;
  const rules: [boolean, string][] = [
    [row.refunds === 1 && row.loggedRefunds === 1, 'refunded or logged more or less than once'],
    // Where the reply was lost the gateway may have done it: a person decides, and nothing may be counted as done.
    [!inDoubt || (row.done === 0 && row.trail === 0), 'in doubt and yet counted'],
    [inDoubt || [row.done, row.trail, row.gateway].every((sum) => sum === each), 'books and gateway disagree'],
    [inDoubt || row.credits === 1, 'more or less than one credit document'],
    [row.shipments === 1 && row.loggedShipments === 1, 'shipped or logged more or less than once'],
    [row.sent === 1, 'more or less than one piece was sent'],
  ];
  return rules.filter(([holds]) => !holds).map(([, fault]) => fault);
}

async function compare(sold: Sold[], goods: Piece[]): Promise<void> {
  for (const { order, each } of sold) {
    const [row] = await server.query<Books>(books, [order]);
    const faults = row ? faultsOf(row, each) : ['it is lost'];
    for (const fault of faults) problems.push(`order ${order}: ${fault} ${JSON.stringify(row)}`);
  }
  for (const one of goods) {
    const count = sold.filter(({ goods: of }) => of === one).length;
    const [row] = await server.query<{ stock: number; back: number }>(
      `select v.stock, (select count(*)::int from refund_lines rl join order_lines l on l.uuid = rl.order_line_uid
         where l.variant_uid = v.uuid and rl.restocked_at is not null) as back from variants v where v.uuid = $1`,
      [one.variant],
    );
    if (row?.stock !== STOCK - 2 * count + (row?.back ?? 0))
      problems.push(`${one.variant}: ${row?.stock} left of ${STOCK}, ${count} × 2 sold, ${row?.back} back`);
  }
}
