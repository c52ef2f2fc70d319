import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emptyDatabase } from '../tests/support/database.ts';
import { changeLogStatements } from './change-log.ts';
import { migrate } from './migrate.ts';
import { installTriggers, readTriggerFiles, readTriggers, TRIGGER_HASHES, TRIGGER_VERSION } from './triggers.ts';

let database: Awaited<ReturnType<typeof emptyDatabase>>;
let client: pg.Client;

beforeAll(async () => {
  database = await emptyDatabase();
  await migrate(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const column = async (sql: string) => (await client.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort();

test('a fresh database has every function and trigger of the code, and no other', async () => {
  const files = await readTriggerFiles();
  expect(files.length).toBeGreaterThan(2);
  const code = [...files, await changeLogStatements(client)].join('\n').replace(/^--.*$/gm, '');
  const functions = [...code.matchAll(/create or replace function (\w+)/g)].map(([, name]) => name);
  const triggers = [...code.matchAll(/create or replace trigger (\w+)[^;]*?\bon (\w+)\s[^;]*?for each/g)].map(
    ([, name, table]) => `${name} on ${table}`,
  );
  expect(functions).toHaveLength(code.split('create or replace function').length - 1);
  expect(triggers).toHaveLength(code.split('create or replace trigger').length - 1);
  expect(
    await column(`select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`),
  ).toEqual(functions.sort());
  expect(
    await column(
      `select tgname || ' on ' || tgrelid::regclass as name from pg_trigger where not tgisinternal and tgenabled = 'O'`,
    ),
  ).toEqual(triggers.sort());
});

const stockTrigger = `select pg_get_triggerdef(oid) as name from pg_trigger where tgrelid = 'variants'::regclass and tgname = 'tell_change'`;

/** As a program of another version would leave them: with a trigger of its own, and its note. */
async function installOthers(note: string): Promise<string[]> {
  await client.query(`
    create or replace trigger tell_change after update of sku on variants for each row execute function tell_product_change();
    comment on function log_changes() is '${note}'`);
  return column(stockTrigger);
}

test('a change of the triggers’ text raises their version', async () => {
  const { hash } = await readTriggers(client);
  expect(TRIGGER_HASHES.at(-1), `the text has changed: append '${hash}' to TRIGGER_HASHES`).toBe(hash);
  expect(new Set(TRIGGER_HASHES).size).toBe(TRIGGER_HASHES.length);
});

test('triggers of an older version are replaced at the next start, also of one that stored its newest migration', async () => {
  const current = await column(stockTrigger);
  for (const note of [`${TRIGGER_VERSION - 1} former`, '1795403586525 former', `${TRIGGER_VERSION} edited`]) {
    expect(await installOthers(note)).not.toEqual(current);
    await installTriggers(client);
    expect(await column(stockTrigger)).toEqual(current);
  }
});

test('an older version that starts beside a newer one leaves its triggers in place', async () => {
  const newer = await installOthers(`${TRIGGER_VERSION + 1} newer`);
  await migrate(database.url);
  await installTriggers(client);
  expect(await column(stockTrigger)).toEqual(newer);
  await installTriggers(client, TRIGGER_VERSION + 2);
  expect(await column(stockTrigger)).not.toEqual(newer);
});
