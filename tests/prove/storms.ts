// Two processes on one PostgreSQL, of which one is stopped (SIGSTOP) for forty seconds in the middle of a job, of an
// order, of a mail; then three of them where the database has twenty connections in all, and 90 visitors ask at once.
// Tells what the others do meanwhile, and that nothing is done twice when the frozen one wakes.
import { once } from 'node:events';
import fs from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { type Server, startPrimary } from '../support/clusters.ts';
import { type Reply, request } from '../support/http.ts';
import { piece, shopper } from '../support/purchase.ts';
import { type AppProcess, freePort, startProcess } from '../support/site.ts';
import { statementProxy } from '../support/statement-proxy.ts';
import { closing, fillWithDemo, must, proofFolder, runProof } from './_proof.ts';

const FROZEN_MS = 40_000;
/** By then the locks of a process that stands still are free (db/client.ts), and another has had its turn. */
const TAKEN_OVER_MS = 25_000;
const { home } = proofFolder('storms');

await runProof(prove);

async function prove(): Promise<void> {
  const [data, dataDir] = [home('primary'), home('data')];
  const primary = await startPrimary(data);
  closing.push(() => primary.stop());
  await fillWithDemo(primary.url, dataDir);

  const mails = await mailServer();
  const settings = { DATA_DIR: dataDir, SMTP_URL: mails.url, LOG_LEVEL: 'fatal', DRAIN_SECONDS: '0' };
  const proxy = await statementProxy(primary.url);
  closing.push(() => proxy.close());
  const first = await startProcess({ ...settings, DATABASE_URL: proxy.url });
  const second = await startProcess({ ...settings, DATABASE_URL: primary.url });
  closing.push(() => Promise.all([first, second].map((app) => app.end('SIGKILL'))));
  await frozenJob(primary, { first, second, proxy });
  await frozenOrder(primary, { first, second, proxy });
  await frozenMail(primary, { first, proxy, mails });
  await Promise.all([first, second].map((app) => app.end()));
  await fewConnections(primary, settings);
}

type Pair = { first: AppProcess; second: AppProcess; proxy: Awaited<ReturnType<typeof statementProxy>> };

/** Stops the first process at the statement that holds `at`. @returns when it stands still; wakes it by the function */
async function freeze({ first, proxy }: Pick<Pair, 'first' | 'proxy'>, at: string, act: () => Promise<unknown>) {
  const stopped = new Promise<void>((resolve) =>
    proxy.arm({
      at,
      moment: 'frozen',
      kill: () => {
        first.process.kill('SIGSTOP');
        resolve();
      },
    }),
  );
  await act();
  await Promise.race([stopped, wait(60_000).then(() => Promise.reject(new Error(`nothing came to ${at}`)))]);
  const began = Date.now();
  return async () => {
    await wait(Math.max(0, FROZEN_MS - (Date.now() - began)));
    first.process.kill('SIGCONT');
    const deadline = Date.now() + 30_000;
    let well = 0;
    while (well < 3 && Date.now() < deadline) {
      const reply = await request(first.port, { path: '/readyz' }).catch(() => undefined);
      well = reply?.status === 200 ? well + 1 : 0;
      await wait(700);
    }
    must(well === 3 && first.isRunning(), 'awake again, it serves as ever');
  };
}

function books(primary: Server) {
  return { query: async (text: string, values?: unknown[]) => ({ rows: await primary.query(text, values) }) };
}

async function until(truth: () => Promise<boolean>, withinMs: number): Promise<number> {
  const began = Date.now();
  while (Date.now() - began < withinMs) {
    if (await truth()) return Date.now() - began;
    await wait(200);
  }
  return Number.POSITIVE_INFINITY;
}

async function frozenJob(primary: Server, pair: Pair): Promise<void> {
  console.log('\nFrozen with an order that it lets go');
  const goods = await piece(books(primary), { stock: 50 });
  const shop = shopper(pair.second.port);
  let order = (await shop.order(goods)).order.uuid;
  const stock = async () =>
    Number(
      (await primary.query<{ stock: number }>('select stock from variants where uuid = $1', [goods.variant]))[0]?.stock,
    );
  const wake = await freeze(pair, 'update "orders" set "status"', () =>
    // Whichever has its turn first lets an order go; new ones are placed until it is the first.
    until(async () => {
      if (isStopped(pair)) return true;
      if ((await stateOf(primary, order)) !== 'payment') order = (await shop.order(goods)).order.uuid;
      await primary.query(`update orders set hold_until = now() - interval '1 second' where uuid = $1`, [order]);
      return false;
    }, 100_000),
  );
  const took = await until(async () => (await stateOf(primary, order)) === 'cancelled', TAKEN_OVER_MS);
  must(took < TAKEN_OVER_MS, `another lets it go ${(took / 1_000).toFixed(1)} s later`);
  must((await stock()) === 50, 'its piece is back');
  await wake();
  must((await stock()) === 50, 'and comes back once');
  const [history] = await primary.query<{ count: string }>(
    `select count(*) from order_history where order_uid = $1 and field = 'status' and to_value = 'cancelled'`,
    [order],
  );
  must(Number(history?.count) === 1, 'its history knows of one end');
}

async function stateOf(primary: Server, uuid: string): Promise<string | undefined> {
  return (await primary.query<{ status: string }>('select status from orders where uuid = $1', [uuid]))[0]?.status;
}

function isStopped({ first }: Pick<Pair, 'first'>): boolean {
  return fs.readFileSync(`/proc/${first.process.pid}/stat`, 'utf8').split(') ')[1]?.[0] === 'T';
}

async function frozenOrder(primary: Server, pair: Pair): Promise<void> {
  console.log('\nFrozen with an order that it takes');
  const goods = await piece(books(primary), { stock: 5 });
  const shop = shopper(pair.first.port);
  const body = await shop.orderBody(goods);
  const key = crypto.randomUUID();
  let answer: Promise<Reply | null> = Promise.resolve(null);
  const wake = await freeze(pair, 'update "variants"', async () => {
    answer = shop.place(body, key).catch(() => null);
  });
  const began = Date.now();
  const other = shopper(pair.second.port);
  const theirs = await other.place(await other.orderBody(goods));
  must(
    theirs.status === 200,
    `somebody else buys the same ${((Date.now() - began) / 1_000).toFixed(1)} s later (${theirs.status})`,
  );
  const again = await other.place(body, key);
  must(again.status === 200, 'who asks the other process again gets the order');
  await wake();
  const first = await answer;
  const same = first?.status === 200 && first.json<{ order: { uuid: string } }>().order.uuid;
  must(
    first?.status === 503 || same === again.json<{ order: { uuid: string } }>().order.uuid,
    `the frozen one makes no second (${first?.status})`,
  );
  const [sold] = await primary.query<{ stock: number }>('select stock from variants where uuid = $1', [goods.variant]);
  must(sold?.stock === 3, `two pieces are sold (${5 - Number(sold?.stock)})`);
}

async function frozenMail(
  primary: Server,
  { first, proxy, mails }: Pick<Pair, 'first' | 'proxy'> & { mails: Mails },
): Promise<void> {
  console.log('\nFrozen with a mail that it sends');
  let sent: string[] = [];
  const wake = await freeze({ first, proxy }, 'order by (about = ', async () => {
    const rows = await primary.query<{ uuid: string }>(
      `insert into outbox (store_uid, channel, recipient, subject, body, about)
       select (select uuid from stores where key = 'raam'), 'email', 'dana@example.com', 'שלום', 'שלום', 'order'
       from generate_series(1, 40) returning uuid`,
    );
    sent = rows.map(({ uuid }) => uuid);
  });
  const arrived = () => mails.received().filter((uuid) => sent.includes(uuid)).length;
  await until(async () => arrived() >= sent.length - 1, 35_000);
  must(arrived() >= sent.length - 1, `another sends the rest: ${arrived()} of ${sent.length}`);
  await wake();
  await until(async () => arrived() >= sent.length, 150_000);
  must(
    sent.every((uuid) => mails.received().filter((one) => one === uuid).length === 1),
    'each was sent once',
  );
}

type Mails = Awaited<ReturnType<typeof mailServer>>;
async function mailServer() {
  const received: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        received.push(/^Message-ID: <([\w-]+)@/im.exec(Buffer.concat(parts).toString())?.[1] ?? '');
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  closing.push(() => server.close());
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    received: () => received.filter(Boolean),
  };
}

async function fewConnections(primary: Server, settings: Record<string, string>): Promise<void> {
  console.log('\nTwenty connections for three processes');
  primary.configure({ max_connections: '20' });
  await primary.stop();
  await primary.start();
  // Earlier parts have sold of the same goods.
  const [{ began } = {}] = await primary.query<{ began: Date }>('select now() as began');
  // Before the processes have all of them.
  const goods = await piece(books(primary), { stock: 1_000 });
  const apps: AppProcess[] = [];
  for (let number = 1; number <= 3; number++) {
    const app = await startProcess({
      ...settings,
      DATABASE_URL: primary.url,
      DATABASE_POOL: '10',
      PORT: String(await freePort()),
    });
    closing.push(() => app.end('SIGKILL'));
    apps.push(app);
  }
  const body = await shopper(apps[0]?.port ?? 0).orderBody(goods);
  const outcomes = new Map<string, number>();
  const count = ({ status }: { status: number | string }) =>
    outcomes.set(String(status), (outcomes.get(String(status)) ?? 0) + 1);
  const placed: string[] = [];
  const visit = async (at: number) => {
    const app = apps[at % 3] as AppProcess;
    const shop = shopper(app.port);
    for (let turn = 0; turn < 3; turn++) {
      count(
        await request(app.port, { path: `/api/products/get-product/raam-barak-500` }).catch((error: Error) => ({
          status: error.message,
        })),
      );
      const phone = `050-${2_000_000 + at * 10 + turn}`;
      const reply = await shop
        .place({ ...body, customer: { ...body.customer, phone } })
        .catch((error: Error) => ({ status: error.message, json: null }));
      count(reply);
      if (reply.status === 200 && reply.json)
        placed.push((reply as Reply).json<{ order: { uuid: string } }>().order.uuid);
    }
  };
  await Promise.all(Array.from({ length: 90 }, (_, at) => visit(at)));
  console.log(`  ${[...outcomes].map(([status, times]) => `${status}: ${times}`).join(', ')}; ${placed.length} orders`);
  must(
    [...outcomes.keys()].every((status) => ['200', '503', '429', '422'].includes(status)),
    'each is answered, or told to try again',
  );
  must(placed.length > 0, 'some buy');
  must(
    apps.every((app) => app.isRunning()),
    'no process ends',
  );
  const calm = await until(
    async () =>
      (await Promise.all(apps.map((app) => request(app.port, { path: '/readyz' }).catch(() => ({ status: 0 }))))).every(
        ({ status }) => status === 200,
      ),
    30_000,
  );
  must(calm < 30_000, `all are well ${(calm / 1_000).toFixed(1)} s later`);
  for (const app of apps) must((await app.end()) === 0, 'ends by itself');
  const [kept] = await primary.query<{ count: string }>('select count(*) from orders where uuid = any($1)', [placed]);
  must(Number(kept?.count) === placed.length, 'what was told as ordered is in the books');
  const [sold] = await primary.query<{ stock: number; lines: string }>(
    `select stock, (select sum(l.quantity) from order_lines l join orders o on o.uuid = l.order_uid
       where l.variant_uid = $1 and o.stock_held and o.created_at > $2) as lines from variants where uuid = $1`,
    [goods.variant, began],
  );
  must(1_000 - Number(sold?.stock) === Number(sold?.lines ?? 0), 'stock and books agree');
}
