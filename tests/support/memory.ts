import fs from 'node:fs';
import path from 'node:path';
import type pg from 'pg';

const MEMORY = '/dev/shm';
/** Bytes that the databases of tests may come to need at once. */
const ROOM = 1024 ** 3;

/**
 * A tablespace in memory for the databases of tests, where there is room: each consists of a thousand files, and making
 * these on a disk takes half a second of a processor, in memory a twelfth of that.
 * @returns its name; empty: the databases lie with the others
 */
export async function makeTablespace(admin: pg.Client): Promise<string> {
  if (!hasRoom()) return '';
  const name = `test_${process.pid}`;
  const folder = folderOf(name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { mode: 0o700 });
  const { rows } = await admin.query<{ data_directory: string }>('SHOW data_directory');
  // Root's PostgreSQL runs as somebody else.
  const { uid, gid } = fs.statSync(rows[0]?.data_directory ?? '');
  fs.chownSync(folder, uid, gid);
  await admin.query(`CREATE TABLESPACE ${name} LOCATION '${folder}'`);
  return name;
}

export async function dropTablespace(admin: pg.Client, name: string): Promise<void> {
  await admin.query(`DROP TABLESPACE IF EXISTS ${name}`);
  fs.rmSync(folderOf(name), { recursive: true, force: true });
}

const folderOf = (name: string) => path.join(MEMORY, `storefront-${name}`);

function hasRoom(): boolean {
  try {
    fs.accessSync(MEMORY, fs.constants.W_OK);
    const { bavail, bsize } = fs.statfsSync(MEMORY);
    return bavail * bsize >= ROOM;
  } catch {
    return false; // only Linux has it
  }
}
