import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import type { Reply } from './http.ts';
import { type KilledServer, killedServer } from './killed-server.ts';
import { CARDS, type Piece, pay, piece, shopper } from './purchase.ts';

/** What a shopper has been told, kept outside the server. */
export type Told = { goods: Piece; order: string; secret: string; page: string; approved: boolean };
export type Findings = {
  purchases: number;
  kills: number;
  databaseKills: number;
  approved: number;
  problems: string[];
};

type Options = { purchases: number; dataDir: string; random: () => number; say: (line: string) => void };

/** How long a purchase takes about, so that a kill falls anywhere in it, and sometimes just behind. */
const SPAN_MS = 700;
const VARIANTS = 5;
export const STOCK = 90;

/**
 * Buys again and again, while the server is killed with -9 once in every purchase, every second time with the database;
 * shoppers go on with their idempotency key until they are answered. Then compares what they were told with the books.
 */
export async function buyWhileKilled(options: Options): Promise<Findings> {
  const server = await killedServer(options.dataDir);
  try {
    return await buyAll(server, options);
  } finally {
    await server.kill(true); // where a purchase has failed; else both have ended
  }
}

async function buyAll(server: KilledServer, { purchases, random, say }: Options): Promise<Findings> {
  server.begin();
  await server.ready();
  const goods: Piece[] = [];
  const db = { query: async (text: string, values?: unknown[]) => ({ rows: await server.query(text, values) }) };
  for (let i = 0; i < VARIANTS; i++) goods.push(await piece(db, { stock: STOCK }));

  const told: Told[] = [];
  const problems: string[] = [];
  for (let i = 0; i < purchases; i++) {
    const withDatabase = i % 2 === 1;
    const paying = random() < 0.85;
    const piece = goods[i % VARIANTS];
    if (!piece) continue;
    const bought = buy(server, piece, paying, problems).then((one) => told.push(one));
    bought.catch(() => {});
    await wait(random() * SPAN_MS);
    await server.kill(withDatabase);
    server.begin();
    // Now and then it dies again while it starts.
    if (random() < 0.2) {
      await wait(random() * SPAN_MS);
      await server.kill(withDatabase);
      server.begin();
    }
    await server.ready();
    await bought;
    say(`${i + 1}/${purchases} killed${withDatabase ? ' with the database' : ''}`);
  }

  await server.stop();
  server.begin();
  await server.ready();
  await settled(server, told);
  problems.push(...(await compare(server, told, goods)));
  if (/error|fail/i.test(server.output())) problems.push(`the last start was not clean:\n${server.output()}`);
  const code = await server.stop();
  if (code !== 0) problems.push(`the server ended with ${code}`);
  return {
    purchases: told.length,
    kills: purchases,
    databaseKills: Math.floor(purchases / 2),
    approved: told.filter((one) => one.approved).length,
    problems,
  };
}

/** Where to buy, and the books to look into. */
type Shop = Pick<KilledServer, 'port' | 'query'>;

/** One purchase, gone on with until it is answered, however often the server is gone. */
export async function buy(
  server: Pick<Shop, 'port'>,
  goods: Piece,
  paying: boolean,
  problems: string[],
): Promise<Told> {
  const shop = shopper(server.port);
  const body = await insist(() => shop.orderBody(goods));
  const key = randomUUID();
  const made = (await answered(() => shop.place(body, key))).json<CreateOrderReply>();
  const told: Told = {
    goods,
    order: made.order.uuid,
    secret: made.secret,
    // The gateway has an address of its own, which may be another process's than the one that was asked.
    page: made.payment?.url ?? '',
    approved: false,
  };
  const again = (await answered(() => shop.place(body, key))).json<CreateOrderReply>();
  if (again.order.uuid !== told.order) problems.push(`key ${key} made a second order`);
  if (!paying) return told;
  const gateway = new URL(told.page);
  const paid = await answered(() => pay(Number(gateway.port), gateway.pathname, CARDS.approved));
  told.approved = paid.status === 303 || paid.text.includes('התשלום אושר');
  if (!told.approved) problems.push(`the page of order ${told.order} did not take the card: ${paid.status}`);
  return told;
}

/** As often as it takes: a server that is gone, or one that is just coming up, is tried again. */
async function insist<T>(attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 120_000; ; await wait(40)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

const answered = (send: () => Promise<Reply>): Promise<Reply> =>
  insist(async () => {
    const reply = await send();
    if (reply.status >= 400) throw new Error(`${reply.status} ${reply.text.slice(0, 500)}`);
    return reply;
  });

/** Until webhooks and reconciliation have told the shop of every approved payment. */
export async function settled(server: Pick<Shop, 'query'>, told: Told[]): Promise<void> {
  const approved = told.filter((one) => one.approved).map((one) => one.order);
  for (const deadline = Date.now() + 180_000; Date.now() < deadline; await wait(500)) {
    const open = await server.query(`select 1 from orders where uuid = any($1) and payment_status <> 'paid'`, [
      approved,
    ]);
    if (open.length === 0) return;
  }
}

type OrderRow = {
  uuid: string;
  status: string;
  payment_status: string;
  accepted: number;
  mails: number;
  charges: number;
  lines: number;
};

/** @returns in what the books differ from what shoppers were told */
export async function compare(
  server: Pick<Shop, 'query'>,
  told: Told[],
  goods: Piece[],
  /** Last name of those who are not counted. */
  except = '',
): Promise<string[]> {
  const problems: string[] = [];
  const orders = await server.query<OrderRow>(
    `
    select o.uuid, o.status, o.payment_status,
      (select count(*)::int from order_history h where h.order_uid = o.uuid and h.field = 'status' and h.to_value = 'accepted') accepted,
      (select count(*)::int from outbox where body like '%' || o.number || '%') mails,
      (select count(*)::int from order_lines l where l.order_uid = o.uuid) lines,
      (select count(*)::int from sandbox.transactions t join sandbox.pages p on p.uuid = t.page_uid join payments y on y.uuid::text = p.reference
        where y.order_uid = o.uuid and t.state = 'approved') charges
    from orders o where o.last_name <> $1`,
    [except],
  );
  const known = new Set(told.map((one) => one.order));
  for (const order of orders) if (!known.has(order.uuid)) problems.push(`order ${order.uuid} is nobody's: made twice`);
  if (known.size !== told.length) problems.push('two purchases were given one order');
  for (const one of told) {
    const order = orders.find((row) => row.uuid === one.order);
    const expected = one.approved
      ? { status: 'accepted', payment_status: 'paid', accepted: 1, mails: 2, charges: 1, lines: 1 }
      : { status: 'payment', payment_status: 'pending', accepted: 0, mails: 0, charges: 0, lines: 1 };
    const { uuid: _, ...found } = order ?? { uuid: '' };
    if (JSON.stringify(sorted(found)) !== JSON.stringify(sorted(expected))) {
      problems.push(
        `order ${one.order} (${one.approved ? 'paid' : 'unpaid'}) is ${order ? JSON.stringify(found) : 'lost'}`,
      );
    }
  }
  for (const one of goods) {
    const sold = told.filter((purchase) => purchase.goods === one).length;
    const [row] = await server.query<{ stock: number }>('select stock from variants where uuid = $1', [one.variant]);
    if (row?.stock !== STOCK - sold) problems.push(`${sold} of ${STOCK} pieces were sold, ${row?.stock} are left`);
  }
  return problems;
}

const sorted = (row: object) => Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1));

/** The same kills again for the same seed, as far as two processes and a disk allow. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
