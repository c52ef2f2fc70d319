import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { connect } from '#db/client.ts';
import { carryOutRefunds } from '#server/checkout/payments/carry-out-refunds.ts';
import { parseEnvironment } from '#server/platform/environment.ts';
import { documentProviders } from '#server/providers/documents/providers.ts';
import { cardcomProvider } from '#server/providers/payment/cardcom/provider.ts';
import { SECRET } from './app.ts';
import { cardcomFake } from './cardcom-fake.ts';
import { freshDatabase } from './database.ts';
import { request } from './http.ts';
import { AROUND, type Death, type Step, statements } from './payment-deaths.ts';
import { piece, shopper } from './purchase.ts';
import { freePort } from './site.ts';
import { statementProxy } from './statement-proxy.ts';
import { ROOT } from './template.ts';

export type Walk = { steps: Step[]; problems: string[] };
const NODE = path.join(ROOT, 'node_modules/.bin/node');
const STOCK = 1000;
const DEPOSIT = 80_000;

type World = Awaited<ReturnType<typeof makeWorld>>;

/**
 * Buys, pays, refunds and captures by CardCom's fake, and kills the server (then the operator's command) with -9 on the
 * way: before the database has a statement, and after it was carried out but not answered. Between any two steps of a
 * payment lies a statement, so that this walks through all of them. `every`: at each so-manieth statement; without it,
 * around the steps that count.
 */
export async function walkPayments({ every, say }: { every?: number; say: (line: string) => void }): Promise<Walk> {
  const world = await makeWorld();
  const walk: Walk = { steps: [], problems: [] };
  try {
    for (const [what, once] of [
      ['payment', killedPurchase],
      ['refund', killedRefund],
      ['capture', killedCapture],
    ] as const) {
      let through = 0;
      for (const death of every ? statements(every) : AROUND[what]) {
        const before = walk.problems.length;
        const died = await once(world, death, walk.problems);
        walk.steps.push({ what, ...death, died });
        say(`${walk.problems.length > before ? '✗' : '✓'} ${what} ${nameOf(death)}: ${died ?? 'got through'}`);
        through += died === null ? 1 : 0;
        if (every && through === 2) break;
      }
    }
    await compare(world, walk.problems);
  } finally {
    await world.close();
  }
  return walk;
}

const nameOf = ({ at, moment }: Death): string => `${moment} ${at}`;

async function makeWorld() {
  const database = await freshDatabase();
  const proxy = await statementProxy(database.url);
  const fake = await cardcomFake({ minute: 60_000 }); // the walk repeats its reports
  const connection = connect(database.url, { max: 4 });
  const port = await freePort();
  const env = {
    ...process.env,
    ...fake.env,
    NODE_ENV: 'production',
    MODE: 'demo',
    FIRST_PICTURES: 'off',
    DEMO_ACTIVITY: 'off',
    PORT: String(port),
    DATABASE_URL: proxy.url,
    DATA_DIR: database.dataDir,
    CARDCOM_URL: fake.url,
    SECRET,
    LOG_LEVEL: 'fatal',
  };
  let server: ChildProcess | undefined;
  await connection.pool.query(
    `update stores set settings = jsonb_set(settings, '{purchase}', coalesce(settings->'purchase', '{}') || '{"provider": "cardcom", "deposit": "hold"}') where key = 'raam'`,
  );
  const goods = await piece(connection.pool, { stock: STOCK });
  await connection.pool.query('update products set deposit_agorot = $2 where uuid = $1', [goods.product, DEPOSIT]);
  const isRunning = () => server?.exitCode === null && server.signalCode === null;

  return {
    fake,
    proxy,
    goods,
    connection,
    shop: shopper(port),
    paid: [] as { order: string; page: string }[],
    held: [] as string[],
    killServer: () => void server?.kill('SIGKILL'),
    async serve(): Promise<void> {
      if (isRunning()) return;
      server = spawn(NODE, ['server/start.ts'], { cwd: ROOT, env, stdio: 'ignore' });
      for (const deadline = Date.now() + 120_000; Date.now() < deadline; await wait(20)) {
        const reply = await request(port, { path: '/readyz' }).catch(() => undefined);
        if (reply?.status === 200) return;
      }
      throw new Error('The server did not start.');
    },
    command: (...args: string[]) => spawn(NODE, ['cli/main.ts', ...args], { cwd: ROOT, env, stdio: 'ignore' }),
    async close() {
      if (server && isRunning()) {
        server.kill('SIGKILL');
        await once(server, 'exit');
      }
      proxy.close();
      await fake.close();
      await connection.close();
      await database.drop();
    },
  };
}

/** As often as it takes, with the server started again where it has died. */
async function insist<T>(world: World, attempt: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 120_000; ; await wait(30)) {
    try {
      return await attempt();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await world.serve();
    }
  }
}

async function killedPurchase(world: World, death: Death, problems: string[]) {
  await world.serve();
  const body = await insist(world, () => world.shop.orderBody(world.goods));
  world.proxy.arm({ ...death, kill: world.killServer }, death.since);
  const made = await buy(world, body);
  if (world.fake.books.pages.get(made.page)?.deal === null) await world.fake.act(made.page, 'approve');
  const paid = await settled(world, made, 'accepted paid');
  const died = world.proxy.disarm();
  if (paid !== 'accepted paid') problems.push(`${nameOf(death)}: order ${made.order} is ${paid}, died at ${died}`);
  world.paid.push({ order: made.order, page: made.page });
  return died;
}

async function buy(world: World, body: unknown) {
  const key = randomUUID();
  return insist(world, async () => {
    const reply = await world.shop.place(body, key);
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text.slice(0, 300)}`);
    const { order, secret, payment } = reply.json<CreateOrderReply>();
    return { order: order.uuid, secret, page: payment?.url.match(/[0-9a-f-]{36}/)?.[0] ?? '' };
  });
}

/**
 * Until the order stands as expected. What the gateway has to report it repeats as soon as the server answers again,
 * until that takes it: by the vendor's clock a start that a busy machine makes slow would outlast its attempts.
 */
async function settled(
  world: World,
  { secret, page }: { secret: string; page: string },
  expected: string,
): Promise<string> {
  const { fake, shop } = world;
  const isTaken = () => fake.webhooks.some(({ body, status }) => body.LowProfileId === page && status === 200);
  for (const deadline = Date.now() + 180_000; ; await wait(50)) {
    const { status, payment_status } = await insist(world, () => shop.find(secret));
    const stands = `${status} ${payment_status}`;
    if (stands === expected || Date.now() > deadline) return stands;
    if (!isTaken()) await fake.report(page);
  }
}

/** The command dies; what it has left is finished by the job or goes to a person, and is never asked for twice. */
async function killedRefund(world: World, death: Death, problems: string[]) {
  const { fake, connection, paid } = world;
  const bought = paid.pop();
  if (!bought) throw new Error('Nothing is left to refund.');
  world.killServer(); // its own job would finish what the command has left, before it can be looked at
  const { rows } = await connection.pool.query('select number, total_agorot from orders where uuid = $1', [
    bought.order,
  ]);
  const before = fake.calls.length;
  let command: ChildProcess | undefined;
  const kill = () => void command?.kill('SIGKILL');
  world.proxy.arm({ ...death, kill }, death.since ?? 'select uuid from orders where number');
  command = world.command('orders', 'refund', rows[0].number);
  await once(command, 'exit');
  const died = world.proxy.disarm();

  const { terminal: number, ...account } = fake.account;
  const cardcom = cardcomProvider({ url: fake.url, number, ...account, documents: true, timeoutMs: 5_000 });
  const log = { info() {}, warn() {}, error() {} };
  const later = () => new Date(Date.now() + 10 * 60_000);
  const env = parseEnvironment({ DATABASE_URL: 'postgres://unused', SECRET });
  const documents = documentProviders({ env });
  await carryOutRefunds({ db: connection.db, env, secret: SECRET, payment: { cardcom }, documents, now: later, log });

  const asked = fake.calls.slice(before).filter(({ path: call }) => /CancelDoc|RefundBy/.test(call)).length;
  const left = await connection.pool.query(
    `select r.status, o.status as order_status from orders o left join payments p on p.order_uid = o.uuid left join refunds r on r.payment_uid = p.uuid
     where o.uuid = $1`,
    [bought.order],
  );
  const { status, order_status: order } = left.rows[0];
  const deal = [...fake.books.deals.values()].find((one) => one.id === fake.books.pages.get(bought.page)?.deal?.id);
  const back = (deal?.refunded ?? 0) > 0;
  const fits =
    (status === null && asked === 0 && order === 'accepted') ||
    (status === 'done' && asked === 1 && back && order === 'refunded') ||
    (status === 'unknown' && asked <= 1 && order === 'accepted');
  if (!fits || left.rows.length > 1)
    problems.push(
      `refund ${nameOf(death)}: ${status}, asked ${asked} times, ${back ? 'went back' : 'stayed'}, order ${order}; died at ${died}`,
    );
  return died;
}

/**
 * Some orders whose deposits are held. The server is not needed after that, and its jobs would be counted as
 * statements.
 */
async function holdDeposits(world: World, problems: string[]): Promise<void> {
  await world.serve();
  for (let i = 0; i < AROUND.capture.length; i++) {
    const made = await buy(world, await world.shop.orderBody(world.goods, { payment_method: 'deposit' }));
    await world.fake.act(made.page, 'approve');
    const held = await settled(world, made, 'accepted authorised');
    if (held !== 'accepted authorised') problems.push(`order ${made.order} is ${held}`);
    world.held.push(made.order);
  }
  world.killServer();
}

/**
 * The command dies while it takes a held deposit. Repeated, it finishes what was begun: the sum is taken once, with one
 * document.
 */
async function killedCapture(world: World, death: Death, problems: string[]) {
  const { fake, connection } = world;
  if (world.held.length === 0) await holdDeposits(world, problems);
  const order = world.held.pop();
  const { rows } = await connection.pool.query('select number from orders where uuid = $1', [order]);
  let command: ChildProcess | undefined;
  const kill = () => void command?.kill('SIGKILL');
  world.proxy.arm({ ...death, kill }, death.since ?? 'select uuid from orders where number');
  command = world.command('orders', 'capture', rows[0].number);
  await once(command, 'exit');
  const died = world.proxy.disarm();
  await once(world.command('orders', 'capture', rows[0].number), 'exit');

  const left = await connection.pool.query(
    `select p.uuid, p.status, p.amount_agorot, (select count(*)::int from documents d where d.order_uid = o.uuid) documents
     from orders o join payments p on p.order_uid = o.uuid where o.uuid = $1`,
    [order],
  );
  const { uuid, status, amount_agorot: agorot, documents } = left.rows[0];
  const taken = fake.books.byExternalId.get(`capture-${uuid}`)?.amount;
  if (status !== 'paid' || Number(agorot) !== DEPOSIT || taken !== DEPOSIT / 100 || documents !== 1)
    problems.push(
      `capture ${nameOf(death)}: ${status}, ${agorot} agorot, ${taken} taken, ${documents} documents; died at ${died}`,
    );
  return died;
}

/** The books of shop and gateway at the end. */
async function compare({ connection, fake, goods, held }: World, problems: string[]): Promise<void> {
  const { rows: orders } = await connection.pool.query(`
    select o.uuid, o.status, (select count(*)::int from order_history h where h.order_uid = o.uuid and h.field = 'status' and h.to_value = 'accepted') accepted,
      (select count(*)::int from outbox b where b.order_uid = o.uuid and b.channel = 'sms' and b.about in ('order paid', 'order deposit_paid')) told,
      (select array_agg(p.provider_ref) from payments p where p.order_uid = o.uuid) pages
    from orders o`);
  for (const order of orders) {
    const charges = (order.pages as string[]).filter((page) => fake.books.pages.get(page)?.deal);
    if (charges.length !== 1) problems.push(`order ${order.uuid} was charged ${charges.length} times`);
    if (order.accepted !== 1 || order.told !== (held.includes(order.uuid) ? 0 : 1))
      problems.push(`order ${order.uuid} was accepted ${order.accepted} times, and its buyer told ${order.told} times`);
  }
  const charged = [...fake.books.pages.values()].filter((page) => page.deal).length;
  if (charged !== orders.length) problems.push(`${charged} pages were paid on for ${orders.length} orders`);
  const taken = [...fake.books.deals.values()].filter((deal) => deal.code === 0 && !deal.isRefund).length;
  if (taken !== orders.length - held.length)
    problems.push(`${taken} charges for ${orders.length} orders, of which ${held.length} are only held`);
  const kept = orders.filter((order) => order.status !== 'refunded').length;
  const { rows } = await connection.pool.query('select stock from variants where uuid = $1', [goods.variant]);
  if (rows[0].stock !== STOCK - kept) problems.push(`${STOCK - rows[0].stock} pieces are gone for ${kept} orders`);
}
