import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { emptyDatabase } from '../tests/support/database.ts';
import { rowKeys, UNWATCHED, WATCHED } from './change-log.ts';
import { connect } from './client.ts';
import { migrate } from './migrate.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let client: pg.Client;
let keys: Map<string, string[]>;

beforeAll(async () => {
  database = await emptyDatabase();
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  keys = await rowKeys(client);
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const rows = async (sql: string, values: unknown[] = []) => (await client.query(sql, values)).rows;

test('every table is watched, or it says why not', async () => {
  const tables = await rows(`select tablename from pg_tables where schemaname = 'public' order by 1`);
  expect(tables.map(({ tablename }) => tablename)).toEqual([...Object.keys(WATCHED), ...Object.keys(UNWATCHED)].sort());
});

test('every column that stays readable, or is secret, exists; an entity is a uuid', async () => {
  const columns = await rows(
    `select table_name, column_name, data_type, is_nullable from information_schema.columns where table_schema = 'public'`,
  );
  const typeOf = (table: string, column: string) =>
    columns.find((one) => one.table_name === table && one.column_name === column)?.data_type;
  for (const [table, { entity, kind, plain = [], secret = [] }] of Object.entries(WATCHED)) {
    expect([table, entity, typeOf(table, entity)]).toEqual([table, entity, 'uuid']);
    // An undo looks rows up by it.
    const entityColumn = columns.find((one) => one.table_name === table && one.column_name === entity);
    if (kind === 'content') expect([table, entity, entityColumn?.is_nullable]).toEqual([table, entity, 'NO']);
    for (const column of [...plain, ...secret]) expect([table, column, typeOf(table, column)]).not.toContain(undefined);
  }
});

/** A row of any table, without regard to what it refers to; rolled back. */
async function freely<T>(table: string, work: (key: string[]) => Promise<T>): Promise<T> {
  const key = keys.get(table) ?? [];
  await client.query('begin');
  try {
    const constraints = await rows(
      `select format('alter table %s drop constraint if exists %I cascade', conrelid::regclass, conname) as statement
       from pg_constraint where connamespace = 'public'::regnamespace and contype in ('f', 'c', 'p', 'x') and conrelid = $1::regclass`,
      [table],
    );
    const needed = await rows(
      `select format('alter table %I alter column %I drop not null', table_name, column_name) as statement
       from information_schema.columns where table_schema = 'public' and table_name = $1 and is_nullable = 'NO'`,
      [table],
    );
    for (const { statement } of constraints) await client.query(statement);
    for (const { statement } of needed) await client.query(statement);
    await client.query('alter table documents disable trigger unchanging');
    return await work(key);
  } finally {
    await client.query('rollback');
  }
}

type Column = { name: string; type: string };

function sampleOf(table: string, columns: Column[], key: string[]): Record<string, unknown> {
  const value = (type: string) => (type === 'uuid' ? crypto.randomUUID() : type === 'text' ? 'x' : 1);
  const ofKey = columns.filter(({ name }) => key.includes(name)).map(({ name, type }) => [name, value(type)]);
  return { ...Object.fromEntries(ofKey), ...(table === 'product_relations' && { kind: 'UPSELL' }) };
}

test.each(Object.keys(WATCHED))('%s: what is inserted, changed and deleted by anybody leaves rows', (table) =>
  freely(table, async (key) => {
    const types: Column[] = await rows(
      `select column_name as name, udt_name as type from information_schema.columns where table_schema = 'public' and table_name = $1`,
      [table],
    );
    const sample = sampleOf(table, types, key);
    const changed = types.find(
      ({ name, type }) =>
        !key.includes(name) &&
        ['text', 'int4', 'bool', 'jsonb', 'int8', '_text', 'float4', 'timestamptz'].includes(type),
    );
    await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [sample]);
    if (changed) {
      const value = { text: `'y'`, int4: '2', int8: '2', bool: 'true', jsonb: `'[7]'`, _text: `'{y}'`, float4: '2' };
      const next = value[changed.type as keyof typeof value] ?? 'now()';
      await client.query(`update ${table} set ${changed.name} = ${next}`);
    }
    await client.query(`delete from ${table}`);
    const changeRows = await rows(
      'select c.operation, c.row_key, a.actor_kind, a.actor from changes c join audit_log a on a.uuid = c.deed_uid where table_name = $1 order by id',
      [table],
    );
    expect(changeRows.map(({ operation }) => operation)).toEqual(
      changed ? ['insert', 'update', 'delete'] : ['insert', 'delete'],
    );
    for (const one of changeRows) {
      expect(Object.keys(one.row_key).sort()).toEqual([...key].sort());
      expect(one).toMatchObject({ actor_kind: 'database', actor: expect.stringMatching(/^database:/) });
    }
  }),
);

test.each(Object.keys(WATCHED).filter((table) => WATCHED[table]?.kind === 'records'))(
  '%s: values of columns that nobody has named as harmless are not kept',
  (table) =>
    freely(table, async () => {
      const columns = await rows(
        `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = $1 and udt_name in ('text', 'jsonb')`,
        [table],
      );
      const named = [...(WATCHED[table]?.plain ?? []), ...(keys.get(table) ?? [])];
      const personal = columns.filter(({ name }) => !named.includes(name));
      const sample = Object.fromEntries(personal.map(({ name }) => [name, 'Marked Person']));
      await client.query(`insert into ${table} select * from jsonb_populate_record(null::${table}, $1)`, [sample]);
      await client.query(`delete from ${table}`);
      const [change] = await rows(`select before::text from changes where table_name = $1 and operation = 'delete'`, [
        table,
      ]);
      expect(change.before).not.toContain('Marked');
      for (const { name } of personal) expect(JSON.parse(change.before)[name]).toBe('•••');
    }),
);

const company = `insert into companies (key, name, legal_name, company_number, address) values ('a', 'A', 'A', '1', 'x') returning uuid`;

beforeEach(async () => {
  await client.query('delete from companies');
});

test('the shop leaves none; others say who they are and how many transactions make one operation', async () => {
  const shop = connect(database.url, { max: 1 });
  const operator = connect(database.url, {
    max: 2,
    actor: { kind: 'command', name: 'operator:dana', source: 'stock set', operation: crypto.randomUUID() },
  });
  const count = async () => Number((await rows('select count(*) from changes'))[0].count);
  try {
    const before = await count();
    await shop.pool.query(company);
    expect(await count()).toBe(before);
    await operator.pool.query(`update companies set name = 'B'`);
    await operator.lockPool.query(`update companies set name = 'C', address = 'x'`);
    const changeRows = await rows(
      `select a.actor, a.actor_kind, a.command, c.before, c.after from changes c join audit_log a on a.uuid = c.deed_uid
       where a.actor = 'operator:dana' order by id`,
    );
    const who = { actor: 'operator:dana', actor_kind: 'command', command: 'stock set' };
    expect(changeRows).toEqual([
      { ...who, before: { name: 'A' }, after: { name: 'B' } },
      { ...who, before: { name: 'B' }, after: { name: 'C' } },
    ]);
    expect(await rows(`select 1 from audit_log where actor = 'operator:dana'`)).toHaveLength(1);
    await operator.pool.query(`update companies set name = 'C'`);
    expect(await count()).toBe(before + 2);
    const operations = `select count(*)::int from audit_log`;
    const loggedOperations = await rows(operations);
    // As jobs do every second: nothing to do, or only when to look again.
    await client.query(`update companies set name = 'D' where key = 'none'`);
    await client.query(`update companies set name = 'C'`);
    expect(await rows(operations)).toEqual(loggedOperations);
  } finally {
    await shop.close();
    await operator.close();
  }
});

test('rows of the log stand with the change or not at all, and are only added to', async () => {
  await client.query('begin');
  await client.query(company);
  await client.query('rollback');
  await client.query(company);
  const [last] = await rows(
    'select c.deed_uid, count(*)::int from changes c group by 1 order by max(c.id) desc limit 1',
  );
  expect(last.count).toBe(1);
  await expect(client.query('update changes set after = null')).rejects.toThrow('only added to');
  await expect(client.query('delete from changes')).rejects.toThrow('only added to');
  await expect(client.query('delete from audit_log')).rejects.toThrow('only added to');
  await expect(client.query(`update audit_log set actor = 'nobody'`)).rejects.toThrow('only added to');
  // Nor as a whole, not even by whoever says that they forget.
  for (const table of ['changes', 'audit_log'])
    await expect(
      client
        .query(`begin; set local storefront.forgetting = 'on'; truncate ${table}`)
        .finally(() => client.query('rollback')),
    ).rejects.toThrow('only added to');
});

test('a new key of a row is told as one that went and one that came', async () => {
  await client.query(company);
  await client.query('update companies set uuid = gen_random_uuid()');
  const changeRows = await rows(`select operation from changes order by id desc limit 2`);
  expect(changeRows.map(({ operation }) => operation).sort()).toEqual(['delete', 'insert']);
});

test('whoever writes is told with source and reason; where the log refuses the row, nothing is written', async () => {
  const kinds = ['command', 'staff', 'job', 'api'] as const;
  await client.query(company);
  for (const kind of kinds) {
    const actor = {
      kind,
      name: `${kind}:a`,
      source: `from ${kind}`,
      reason: `because of ${kind}`,
      operation: crypto.randomUUID(),
    };
    const ownConnection = connect(database.url, { max: 1, actor });
    try {
      await ownConnection.pool.query('update companies set name = $1', [kind]);
      const [change] = await rows(
        `select a.actor, a.actor_kind, a.command, a.reason, c.after from audit_log a join changes c on c.deed_uid = a.uuid order by c.id desc limit 1`,
      );
      expect(change).toEqual({
        actor: actor.name,
        actor_kind: kind,
        command: actor.source,
        reason: actor.reason,
        after: { name: kind },
      });
    } finally {
      await ownConnection.close();
    }
  }
  await client.query(
    `create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`,
  );
  for (const table of ['audit_log', 'changes']) {
    await client.query(`create trigger refusing before insert on ${table} for each row execute function refuse_row()`);
    for (const kind of kinds) {
      const ownConnection = connect(database.url, { max: 1, actor: { kind, name: 'a', source: 'b' } });
      try {
        await expect(ownConnection.pool.query(`update companies set name = 'never'`)).rejects.toThrow('refused');
      } finally {
        await ownConnection.close();
      }
    }
    await client.query(`drop trigger refusing on ${table}`);
    expect(await rows('select name from companies')).toEqual([{ name: 'api' }]);
  }
  await client.query('drop function refuse_row()');
});
