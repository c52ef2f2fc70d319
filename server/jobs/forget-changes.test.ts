import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { migratedDatabase } from '../../tests/support/database.ts';
import { forgetChanges } from './forget-changes.ts';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let connection: Connection;
beforeAll(async () => {
  database = await migratedDatabase();
  connection = connect(database.url, { max: 2 });
});
afterAll(async () => {
  await connection.close();
  await database.drop();
});

const NOW = new Date('2026-11-22T10:00:00Z');

async function insertOperation(kind: string, months: number, rows: number): Promise<void> {
  const uuid = randomUUID();
  const name = `${kind} ${months}`;
  await connection.pool.query(
    `insert into audit_log (uuid, actor, actor_kind, command, reason, created_at)
     values ($1, 'a', $2, $3, 'דנה ביקשה', $4::timestamptz - make_interval(months => $5))`,
    [uuid, kind, name, NOW, months],
  );
  await connection.pool.query(
    `insert into changes (deed_uid, table_name, row_key, operation)
     select $1, 'variants', jsonb_build_object('uuid', n), 'insert' from generate_series(1, $2::int) n`,
    [uuid, rows],
  );
}

test('what jobs did is kept for months, what rows held and reasons for years, who did it as long as books, however much it is', async () => {
  for (const months of [2, 4]) await insertOperation('job', months, 2);
  for (const months of [35, 37, 83, 85]) await insertOperation('command', months, 2);
  await insertOperation('command', 40, 25_000);
  await forgetChanges({ db: connection.db, now: () => NOW });
  const { rows } = await connection.pool.query(
    `select a.command, a.reason <> '' as reason, count(c.id)::int as rows
     from audit_log a left join changes c on c.deed_uid = a.uuid group by 1, 2 order by 1`,
  );
  expect(rows).toEqual([
    { command: 'command 35', reason: true, rows: 2 },
    { command: 'command 37', reason: false, rows: 0 },
    { command: 'command 40', reason: false, rows: 0 },
    { command: 'command 83', reason: false, rows: 0 },
    { command: 'job 2', reason: true, rows: 2 },
  ]);
  expect((await connection.pool.query('select count(*)::int as rows from changes')).rows).toEqual([{ rows: 4 }]);
});
