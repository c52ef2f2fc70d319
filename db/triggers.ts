import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { changeLogStatements } from './change-log.ts';

/**
 * Hashes of the text of all triggers and functions, one for each change of it; only added to, since their number is the
 * version: a process never replaces the triggers of a later version. The test of this file says what to add.
 */
export const TRIGGER_HASHES = [
  '3fde38d713d1',
  '5353114add48',
  '9637607dfa94',
  '3167fa46af09',
  'd7ff0180b36b',
  'c08fc4852788',
  'e7068a924ec9',
  '3a01efe8ef5f',
  'c58772b02889',
  'cc3da4c52188',
  'f487db9ce004',
  'f6fd7b44fb9d',
  '410ac9b4d228',
];
/**
 * Above any time in milliseconds: where a database has the time of a migration in this place, its triggers count as
 * older.
 */
const FIRST_VERSION = 2_000_000_000_000;

export const TRIGGER_VERSION = FIRST_VERSION + TRIGGER_HASHES.length;

const FOLDER = fileURLToPath(new URL('./triggers', import.meta.url));

/**
 * What the files of db/triggers create. Each statement replaces what is there; to take one away, write `drop trigger if
 * exists`.
 */
export async function readTriggerFiles(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
}

/** All statements, and the hash of them that `TRIGGER_HASHES` lists. */
export async function readTriggers(client: pg.ClientBase): Promise<{ statements: string; hash: string }> {
  const statements = [...(await readTriggerFiles()), await changeLogStatements(client)].join('\n');
  return { statements, hash: createHash('sha256').update(statements).digest('hex').slice(0, 12) };
}

/**
 * Brings functions and triggers to what db/triggers and change-log.ts say, after migrations. They are replaced only
 * when their text differs from what is installed, and never by an older version that starts beside a newer one. The
 * comment on `log_changes()` holds the installed version and hash.
 */
export async function installTriggers(client: pg.ClientBase, version = TRIGGER_VERSION): Promise<void> {
  const { statements, hash } = await readTriggers(client);
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(to_regproc('public.log_changes'), 'pg_proc') as note`,
  );
  const [installedVersion = '0', installedHash] = rows[0]?.note?.split(' ') ?? [];
  if (Number(installedVersion) > version || (Number(installedVersion) === version && installedHash === hash)) return;
  await client.query('begin');
  try {
    await client.query(statements);
    await client.query(`comment on function log_changes() is '${version} ${hash}'`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
