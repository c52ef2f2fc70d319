import { once } from 'node:events';
import net from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../tests/support/app.ts';

let site: TestApp;
beforeEach(async () => {
  site = await startApp({ env: { DATABASE_POOL: '2' } });
});
afterEach(() => site.close());

const ready = () => site.call({ path: '/readyz' });

/** Database settings hold for new connections: those of the pool are ended. */
async function set(setting: string): Promise<void> {
  const { pool } = site.connection;
  const [{ name } = { name: '' }] = (await pool.query<{ name: string }>('select current_database() as name')).rows;
  await pool.query(`alter database ${name} set ${setting}`);
  await pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and application_name <> 'storefront cache'`,
  );
  await pool.query('select pg_terminate_backend(pg_backend_pid())').catch(() => {});
}

test('/readyz says 503 when the database takes no writes, though it answers', async () => {
  expect((await ready()).json()).toEqual({ status: 'ready', database: true, draining: false });
  await set('default_transaction_read_only = on');
  await expect.poll(async () => (await ready()).status).toBe(503);
  expect((await site.call({ path: '/healthz' })).status).toBe(200);
});

test('/readyz says 503 when there is no room for new pages', async () => {
  expect((await ready()).status).toBe(200);
  // The same refusal (class 53) as of a full disk.
  await set('temp_file_limit = 0');
  await expect.poll(async () => (await ready()).status).toBe(503);
});

test('a connection that a browser opened ahead, and on which nothing is asked, does not keep the server from ending', async () => {
  const other = await startApp();
  const ahead = net.connect(other.port, '127.0.0.1');
  ahead.on('error', () => {});
  await once(ahead, 'connect');
  // Accepted after the one above.
  expect((await other.call({ path: '/healthz' })).status).toBe(200);
  const startedAt = performance.now();
  await other.close();
  expect(performance.now() - startedAt).toBeLessThan(20_000);
});

test('a request that was half sent when the server began to end is answered, whether its head or its body was on its way', async () => {
  const other = await startApp();
  const beginRequest = async (text: string) => {
    const socket = net.connect(other.port, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write(text);
    return { socket, answer: new Response(Readable.toWeb(socket) as ReadableStream).text().catch(() => 'cut off') };
  };
  const body = JSON.stringify({ cart: [] });
  const head = await beginRequest('GET /healthz HTTP/1.1\r\nhost: raam.loc');
  const post = await beginRequest(
    `POST /api/sales/calc-cart HTTP/1.1\r\nhost: raam.localhost\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body.slice(0, 4)}`,
  );
  const silent = await beginRequest('');
  // Accepted after the ones above.
  expect((await other.call({ path: '/healthz' })).status).toBe(200);
  const ended = other.close();
  await silent.answer;
  head.socket.write('alhost\r\n\r\n');
  post.socket.write(body.slice(4));
  for (const { answer } of [head, post]) expect(await answer).toMatch(/^HTTP\/1.1 200 [\s\S]*connection: close/i);
  await ended;
});
