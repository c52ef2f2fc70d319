import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { changeLogStatements } from './change-log.ts';

const FOLDER = fileURLToPath(new URL('./triggers', import.meta.url));

/** What the files of db/triggers create. Each statement replaces what is there; to take one away, write `drop trigger if exists`. */
export async function readTriggerFiles(): Promise<string[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  return Promise.all(files.map((file) => readFile(join(FOLDER, file), 'utf8')));
}

/**
 * Brings functions and triggers to what db/triggers and change-log.ts say, after migrations. They are touched only when these say
 * something else than what is installed, and not by an older version that starts beside a newer one: `version` is the newest
 * migration that it knows. The comment on `log_changes()` holds both.
 */
export async function installTriggers(client: pg.ClientBase, version: number): Promise<void> {
  const statements = [...(await readTriggerFiles()), await changeLogStatements(client)].join('\n');
  const hash = createHash('sha256').update(statements).digest('hex');
  const { rows } = await client.query<{ note: string | null }>(
    `select obj_description(to_regproc('public.log_changes'), 'pg_proc') as note`,
  );
  const [installed = '0', same] = rows[0]?.note?.split(' ') ?? [];
  if (same === hash || Number(installed) > version) return;
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
