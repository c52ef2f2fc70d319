// Two processes behind Debian's nginx on a PostgreSQL with a streaming replica, while shoppers look around and buy: a
// price is changed, both are restarted, killed with -9, the database is killed, its disk fills up, the replica goes,
// the gateway hangs. Tells what a shopper saw in each, and compares in the end what shoppers were told with the books.
// The database's disk is a small tmpfs, which needs root (or CAP_SYS_ADMIN).
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Product } from '#contract/catalogue/products.ts';
import { type Server, startPrimary, startReplica } from '../support/clusters.ts';
import { request } from '../support/http.ts';
import { buy, compare, STOCK, settled, type Told } from '../support/killed-purchases.ts';
import { type Piece, piece, shopper } from '../support/purchase.ts';
import { type AppProcess, freePort, startProcess } from '../support/site.ts';
import { ROOT } from '../support/template.ts';
import { needNginx, startNginx } from './_nginx.ts';
import { closing, fillWithDemo, must, problems, proofFolder, runProof } from './_proof.ts';
import { WATCHER, watchShop } from './_watch.ts';

const DISK = '450m';
const SLUG = 'raam-barak-300';

needNginx();
const { home } = proofFolder('two');
const disk = home('primary');
const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'storefront-proof', disk]);
if (mounted.status !== 0)
  await runProof(async () =>
    must(false, `a tmpfs of ${DISK} can be mounted as the database's disk, which needs root: ${mounted.stderr}`),
  );

closing.push(() => spawnSync('umount', ['--lazy', disk]));
await runProof(prove);

async function prove(): Promise<void> {
  const began = Date.now();
  const primary = await startPrimary(disk);
  closing.push(() => primary.stop());
  const dataDir = home('data');
  await fill(primary, dataDir);
  const replica = await startReplica(primary, home('replica'));
  closing.push(() => replica.stop());
  const hung = net.createServer(() => {}).listen(0, '127.0.0.1');
  closing.push(() => hung.close());

  const ports: [number, number] = [await freePort(), await freePort()];
  const settings = (port: number) => ({
    PORT: String(port),
    DATABASE_URL: primary.url,
    DATABASE_REPLICA_URL: replica.url,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    DRAIN_SECONDS: '1',
    LOG_LEVEL: 'fatal',
    CARDCOM_TERMINAL: '1000',
    CARDCOM_API_NAME: 'proof',
    CARDCOM_API_PASSWORD: 'proof',
    CARDCOM_URL: `http://127.0.0.1:${(hung.address() as net.AddressInfo).port}`,
  });
  const start = (port: number) => startProcess(settings(port));
  const apps = (await Promise.all(ports.map(start))) as [AppProcess, AppProcess];
  closing.push(() => Promise.all(apps.map((app) => app.end())));
  const nginx = await startNginx(home('nginx'), ports);
  closing.push(() => nginx.stop());
  console.log(`ready in ${Math.round((Date.now() - began) / 1_000)} s`);
  const ssl = spawnSync('curl', [
    '-sk',
    '--resolve',
    `raam.localhost:${nginx.tls}:127.0.0.1`,
    '-o',
    '/dev/null',
    '-w',
    '%{http_code} %{http_version}',
    `https://raam.localhost:${nginx.tls}/`,
  ]);
  must(`${ssl.stdout}` === '200 2', `the shop answers over TLS and HTTP/2 (${ssl.stdout})`);

  // Shoppers who buy, from now to the end, whatever happens.
  const books = { query: async (text: string, values?: unknown[]) => ({ rows: await primary.query(text, values) }) };
  const [priced] = await primary.query<{ uuid: string }>('select uuid from products where slug = $1', [SLUG]);
  const goods: Piece[] = [];
  while (goods.length < 5) {
    const one = await piece(books, { stock: STOCK });
    if (one.product !== priced?.uuid) goods.push(one);
  }
  const told: Told[] = [];
  let buying = true;
  const buyers = [0, 1].map(async (buyer) => {
    for (let i = buyer; buying && told.length < 5 * (STOCK - 4); i++) {
      told.push(await buy({ port: nginx.plain }, goods[i % goods.length] as Piece, i % 4 !== 0, problems));
      await wait(150);
    }
  });
  const shop = await watchShop(nginx.plain, await piece(books, { store: 'zik', stock: 100_000 }));
  closing.push(() => shop.stop());
  const phase = async (title: string, work: () => Promise<void>) => {
    console.log(`\n${title}`);
    shop.reset();
    const before = told.length;
    await work();
    console.log(shop.seen());
    console.log(`  bought meanwhile: ${told.length - before}`);
  };
  const recovered = (within: number) => shop.untilAllWell(within);

  await phase('A price is changed, twenty times, in the database and by command', async () => {
    await wait(2_000);
    const reads = async () =>
      Number(
        (
          await replica.query<{ reads: string }>(
            `select tup_returned as reads from pg_stat_database where datname = 'storefront'`,
          )
        )[0]?.reads,
      );
    const readBefore = await reads();
    let slowest = 0;
    for (let price = 20_000; price < 20_020; price++)
      slowest = Math.max(slowest, await priceSeen(primary, ports, price));
    must(slowest <= 2_000, `both show it within 2 s: ${slowest} ms at most`);
    const byCommand = await priceByCommand(primary, ports, dataDir);
    must(byCommand <= 2_000, `and within 2 s when it was imported: ${byCommand} ms`);
    must((await reads()) > readBefore, 'the replica was read from');
    must(shop.failures().length === 0, 'no request failed');
  });

  await phase('Both processes are restarted, one after the other', async () => {
    for (const index of [0, 1] as const) {
      await nginx.mark(ports[index], true);
      must((await apps[index].end('SIGTERM')) === 0, `process ${index + 1} ended by itself`);
      apps[index] = await start(ports[index]);
      await nginx.mark(ports[index], false);
    }
    must(shop.failures().length === 0, 'no request failed');
  });

  for (const index of [0, 1] as const)
    await phase(`Process ${index + 1} is killed with -9`, async () => {
      await wait(500);
      await apps[index].end('SIGKILL');
      await wait(3_000);
      must(shop.failures('page').length === 0, 'no page failed: nginx asked the other');
      must(
        shop.failures().every(({ outcome }) => outcome === '503 page'),
        'what was being sent got the page that asks to try again',
      );
      shop.reset();
      await wait(1_500);
      must(shop.failures().length === 0, 'nothing fails while one serves alone');
      apps[index] = await start(ports[index]);
      await wait(2_500);
    });

  await phase('The replica is killed with -9', async () => {
    replica.kill();
    await wait(3_000);
    must(shop.failures().length === 0, 'no request failed: the primary was read');
    must((await priceSeen(primary, ports, 21_000)) <= 2_000, 'a price is seen as soon as ever');
    await replica.start();
    await wait(1_500);
  });

  await phase('The database is killed with -9 and comes back after six seconds', async () => {
    await wait(500);
    primary.kill();
    await wait(6_000);
    const pages = shop.outcomes('page');
    must(
      pages.filter((outcome) => outcome === '200').length > 0.9 * pages.length,
      'pages that were known are shown as they were',
    );
    must(
      shop.failures().every(({ outcome }) => outcome === '503 UNAVAILABLE' || outcome === '503 page'),
      'the rest is told to try again in a moment, in Hebrew',
    );
    must(shop.outcomes('cart').includes('503 UNAVAILABLE'), 'nothing is sold meanwhile');
    await primary.start();
    const seconds = await recovered(30_000);
    must(seconds < 15, `all is well ${seconds.toFixed(1)} s after it is back`);
    must((await priceSeen(primary, ports, 22_000)) <= 2_000, 'and prices are heard of again');
  });

  await phase('The disk of the database is full', async () => {
    const ballast = path.join(disk, 'ballast');
    spawnSync('dd', ['if=/dev/zero', `of=${ballast}`, 'bs=1M'], { stdio: 'ignore' });
    const free = execFileSync('df', ['--output=avail', disk], { encoding: 'utf8' }).trim().split('\n').at(-1);
    must(Number(free) === 0, 'no byte is left');
    // Small writes still find room in the pages and the log that there are: until they don't.
    const full = Date.now();
    while (Date.now() - full < 40_000 && !shop.outcomes('order').some((outcome) => outcome.startsWith('503'))) {
      await primary
        .query(
          `insert into audit_log (actor, command, details) select 'proof', 'fill', to_jsonb(repeat('x', 2000)) from generate_series(1, 500)`,
        )
        .catch(() => {});
      await wait(200);
    }
    must(shop.outcomes('order').includes('503 UNAVAILABLE'), 'orders are refused and told to try again');
    await wait(2_000);
    const pages = shop.outcomes('page');
    must(pages.filter((outcome) => outcome === '200').length > 0.9 * pages.length, 'pages are shown');
    must(
      shop.failures().every(({ outcome }) => /^503 /.test(outcome)),
      'and nothing else but “try again” was seen',
    );
    fs.rmSync(ballast);
    if (!primary.isRunning()) await primary.start();
    const seconds = await recovered(60_000);
    must(seconds < 30, `all is well ${seconds.toFixed(1)} s after there is room`);
  });

  buying = false;
  await Promise.all(buyers);
  console.log('\nThe books');
  await settled({ query: primary.query }, told);
  const lost = await compare({ query: primary.query }, told, goods, WATCHER);
  must(
    lost.length === 0,
    `${told.length} purchases, ${told.filter(({ approved }) => approved).length} of them paid: the books agree with what shoppers were told`,
  );
  problems.push(...lost);

  await phase('The gateway takes the connection and never answers', async () => {
    await primary.query(
      `update stores set settings = jsonb_set(settings, '{purchase,provider}', '"cardcom"') where key = 'noam'`,
    );
    await primary.query('notify cache_versions');
    await wait(1_000);
    const buyer = shopper(nginx.plain, 'noam');
    const vehicle = await piece(books, { store: 'noam', stock: 50 });
    const body = await buyer.orderBody(vehicle);
    const key = crypto.randomUUID();
    shop.reset();
    const asked = Date.now();
    const [reply] = await Promise.all([
      buyer.place(body, key),
      ...Array.from({ length: 10 }, async () =>
        buyer.place(
          await buyer.orderBody(vehicle, {
            customer: {
              first_name: 'דנה',
              last_name: 'לוי',
              phone: `052-${Math.floor(1e6 + Math.random() * 9e6)}`,
              email: 'x@example.com',
            },
          }),
        ),
      ),
    ]);
    const seconds = (Date.now() - asked) / 1_000;
    const said = reply.json<{ error_code?: string; message?: string }>();
    must(
      reply.status === 503 && said.error_code === 'PAYMENT_PROVIDER_DOWN',
      `the shopper is told after ${seconds.toFixed(1)} s: ${reply.status} ${said.message}`,
    );
    must(seconds < 35, 'before nginx gives up');
    must(shop.failures().length === 0, 'the other stores notice nothing');
    const orders = await primary.query<{ orders: number }>(
      `select count(*)::int orders from orders o join stores s on s.uuid = o.store_uid where s.key = 'noam' and o.status = 'payment' and o.stock_held`,
    );
    must((orders[0]?.orders ?? 0) >= 1, `its order is kept, with its goods (${orders[0]?.orders})`);
  });
  console.log(`\n${Math.round((Date.now() - began) / 1_000)} s in all`);
}

async function fill(primary: Server, dataDir: string): Promise<void> {
  await fillWithDemo(primary.url, dataDir);
  await primary.query('checkpoint');
}

/** Milliseconds from the commit until both show a new price, in the API and on the page. */
async function priceSeen(primary: Server, ports: number[], price: number): Promise<number> {
  await primary.query('update products set price_agorot = $1 where slug = $2', [price * 100, SLUG]);
  return untilSeen(ports, price);
}

async function untilSeen(ports: number[], price: number): Promise<number> {
  const began = Date.now();
  for (;;) {
    const shown = await Promise.all(
      ports.flatMap((port) => [
        request(port, { path: `/api/products/get-product/${SLUG}` }).then(
          (reply) => reply.json<Product>().price === price,
        ),
        request(port, { path: `/product/${SLUG}` }).then((reply) =>
          new RegExp(`"price":"?${price}(?:\\.0+)?\\b`).test(reply.text),
        ),
      ]),
    );
    if (shown.every(Boolean)) return Date.now() - began;
    if (Date.now() - began > 20_000) throw new Error(`the price ${price} was not seen: ${shown}`);
    await wait(20);
  }
}

/** The operator's command, in a process of its own: from its end on. */
async function priceByCommand(primary: Server, ports: number[], dataDir: string): Promise<number> {
  const catalogue = path.join(home('price'), 'catalogue');
  fs.mkdirSync(catalogue);
  const [head, first] = fs.readFileSync(path.join(ROOT, 'demo/catalogue/products-raam.csv'), 'utf8').split('\n');
  fs.writeFileSync(path.join(catalogue, 'products.csv'), `${head}\n${first?.replace(',28900,', ',23456,')}\n`);
  const env = { PATH: process.env.PATH, DATABASE_URL: primary.url, DATA_DIR: dataDir };
  execFileSync(process.execPath, ['cli/main.ts', 'import', path.dirname(catalogue)], {
    cwd: ROOT,
    env,
    stdio: 'ignore',
  });
  return untilSeen(ports, 23_456);
}
