import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#db/sql.ts';
import { type Server, startPrimary, startReplica } from '../tests/support/clusters.ts';
import { type Connection, connect } from './client.ts';
import { openReplica, type Replica } from './replica.ts';

let folder: string;
let primary: Server;
let follower: Server;
let connection: Connection;
let replica: Replica;

beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-replica-'));
  fs.chmodSync(folder, 0o755);
  const home = (name: string) => {
    fs.mkdirSync(path.join(folder, name));
    return path.join(folder, name);
  };
  primary = await startPrimary(home('primary'));
  follower = await startReplica(primary, home('replica'));
  await primary.query('create table prices (price int)');
  await primary.query('insert into prices values (1)');
  connection = connect(primary.url, { max: 3 });
  replica = openReplica(connection, follower.url, { max: 3, log: { warn: () => {} } });
});
afterAll(async () => {
  await replica?.close();
  await connection?.close();
  await follower?.stop();
  await primary?.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const where = async (): Promise<string> => {
  const { rows } = await replica.db.execute<{ replica: boolean }>(sql`select pg_is_in_recovery() replica`);
  return rows[0]?.replica ? 'replica' : 'primary';
};
const price = async () => (await replica.db.execute<{ price: number }>(sql`select price from prices`)).rows[0]?.price;
const soon = { timeout: 30_000, interval: 20 };

test('it reads from the replica, and writes to the primary', async () => {
  await expect.poll(where, soon).toBe('replica');
  await replica.db.execute(sql`insert into prices values (0)`);
  await replica.db.transaction((tx) => tx.execute(sql`delete from prices where price = 0`));
  expect(await primary.query('select price from prices')).toEqual([{ price: 1 }]);
});

test('after a change nothing old is read, however far the replica is behind', async () => {
  await expect.poll(where, soon).toBe('replica');
  await follower.query('select pg_wal_replay_pause()');
  await primary.query('update prices set price = 2');
  replica.changed();
  expect(await price()).toBe(2);
  expect(await where()).toBe('primary');
  await follower.query('select pg_wal_replay_resume()');
  await expect.poll(where, soon).toBe('replica');
  expect(await price()).toBe(2);
});

test('a replica that lags is noticed without being told', async () => {
  await follower.query('select pg_wal_replay_pause()');
  await primary.query('update prices set price = 3');
  await expect.poll(where, soon).toBe('primary');
  expect(await price()).toBe(3);
  await follower.query('select pg_wal_replay_resume()');
  await expect.poll(where, soon).toBe('replica');
});

test('no read fails when the replica is killed, and it is used again when it is back', async () => {
  await expect.poll(where, soon).toBe('replica');
  follower.kill();
  for (let read = 0; read < 20; read++) expect(await price()).toBe(3);
  expect(await where()).toBe('primary');
  await follower.start();
  await expect.poll(where, soon).toBe('replica');
});

test('while the primary is away, the replica still answers', async () => {
  await expect.poll(where, soon).toBe('replica');
  primary.kill();
  for (let read = 0; read < 20; read++) expect(await price()).toBe(3);
  await primary.start();
  await expect.poll(where, soon).toBe('replica');
});
