import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { OperatorError } from '#db/operator-error.ts';
import { DAY_MS } from '#domain/calendar/durations.ts';
import type { Progress } from '#server/import/progress.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import type { Storage } from '#server/providers/storage/storage.ts';
import {
  listTables,
  MANIFEST,
  type Manifest,
  MEDIA_LIST,
  nameOf,
  namesOnlyOurs,
  PLAIN_TEXT,
  sumOf,
  type Table,
} from './manifest.ts';

const BATCH = 500;
const MEDIA_AT_ONCE = 8;
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;
/** Any reference to a picture or film: in a column, in JSON or in the text of a page. */
const MEDIA_NAME = /[0-9a-f]{32}\.(?:avif|webp|jpg|png|svg|mp4)/g;

/**
 * Media by name. `true`: it must be there; `false`: its name may be anybody's words, so it belongs to the backup where
 * it is there.
 */
type Named = Map<string, boolean>;

type Options = { pool: pg.Pool; storage: Storage; folder: string; now: Date; progress: Progress };

/**
 * Writes all rows of one snapshot, and all media that they reference, below `folder`. The shop keeps serving. A final
 * name means a complete backup. @throws OperatorError where it can't be written
 */
export async function backUp(options: Options): Promise<{ path: string; manifest: Manifest }> {
  const { pool, storage, folder, now, progress } = options;
  const path = join(folder, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z`);
  const unfinished = `${path}.unfinished`;
  await mkdir(folder, { recursive: true }).catch(operatorError(folder));
  await mkdir(unfinished, { mode: 0o700 }).catch(operatorError(folder));
  try {
    const names: Named = new Map();
    const client = await pool.connect();
    let rows: Omit<Manifest, 'media'>;
    try {
      rows = await writeRows(client, unfinished, names, options);
    } finally {
      // Never returned to the pool: its settings were this snapshot's.
      client.release(true);
    }
    const media = await keepMedia(names, storage, join(folder, 'media'), progress);
    await writeFile(join(unfinished, MEDIA_LIST), [...names.keys()].sort().join('\n'), { mode: 0o600, flush: true });
    const manifest: Manifest = { ...rows, media };
    await writeFile(join(unfinished, MANIFEST), JSON.stringify(manifest, null, 2), { mode: 0o600, flush: true });
    await rename(unfinished, path);
    await flushFolder(folder);
    return { path, manifest };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true }).catch(() => {});
    return operatorError(folder)(error as NodeJS.ErrnoException);
  }
}

/** Reports a folder that can't be written, or a full disk, in one line. */
const operatorError =
  (folder: string) =>
  (error: NodeJS.ErrnoException): never => {
    const isDisk = /^E(ACCES|PERM|ROFS|NOSPC|DQUOT|NOTDIR|IO|EXIST)$/.test(error.code ?? '');
    throw isDisk ? new OperatorError(`${folder} cannot be written: ${error.message}`) : error;
  };

async function writeRows(
  client: pg.PoolClient,
  folder: string,
  names: Named,
  { now, progress }: Options,
): Promise<Omit<Manifest, 'media'>> {
  await client.query('begin isolation level repeatable read read only');
  await client.query(PLAIN_TEXT);
  const about = await client.query<{ version: string; migration: string | null }>(
    `select current_setting('server_version') as version, (select max(created_at) from drizzle.__drizzle_migrations) as migration`,
  );
  const tables = await listTables(client);
  const written: Manifest['tables'] = [];
  for (const [index, table] of tables.entries()) {
    progress('tables', index, tables.length);
    const file = `${table.schema}.${table.name}.rows.gz`;
    const sha256 = await writeTable(client, table, join(folder, file), names);
    written.push({ ...table, ...(await sumOf(client, table)), file, sha256 });
  }
  progress('tables', tables.length, tables.length);
  await client.query('commit');
  const [row] = about.rows;
  return {
    format: 1,
    taken_at: now.toISOString(),
    server_version: row?.version ?? '',
    migration: Number(row?.migration ?? 0),
    tables: written,
  };
}

/** A line is a row as PostgreSQL writes it, in JSON quotes. @returns the hash of the file */
async function writeTable(client: pg.PoolClient, table: Table, file: string, names: Named): Promise<string> {
  const ours = namesOnlyOurs(table);
  await client.query(`declare backup no scroll cursor for select t::text as line from ${nameOf(table)} t`);
  async function* lines(): AsyncGenerator<string> {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${BATCH} from backup`);
      if (rows.length === 0) return;
      for (const { line } of rows)
        for (const [name] of line.matchAll(MEDIA_NAME)) names.set(name, ours || names.get(name) === true);
      yield rows.map(({ line }) => `${JSON.stringify(line)}\n`).join('');
    }
  }
  const hash = createHash('sha256');
  const hasher = new Transform({
    transform(part, _encoding, done) {
      hash.update(part);
      done(null, part);
    },
  });
  await pipeline(
    Readable.from(lines()),
    createGzip(),
    hasher,
    createWriteStream(file, { mode: 0o600, flags: 'wx', flush: true }),
  );
  await client.query('close backup');
  return hash.digest('hex');
}

/** Existing files are equal: names are content hashes. Removes from `names` what is no stored picture. */
async function keepMedia(names: Named, from: Storage, folder: string, progress: Progress): Promise<Manifest['media']> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const to = localStorage(folder);
  const media: Manifest['media'] = { names: 0, bytes: 0, missing: [] };
  const all = [...names];
  let [next, done] = [0, 0];
  const worker = async (): Promise<void> => {
    for (let one = all[next++]; one !== undefined; one = all[next++]) {
      const [name, must] = one;
      if (!(await to.has(name))) {
        const bytes = await from.read(name);
        if (bytes) await to.put(name, bytes);
        else if (must) media.missing.push(name);
        else names.delete(name);
      }
      media.bytes += (await to.size(name)) ?? 0;
      progress('media', ++done, all.length);
    }
  };
  await Promise.all(Array.from({ length: MEDIA_AT_ONCE }, worker));
  media.names = names.size;
  media.missing.sort();
  return media;
}

/** No part of a backup takes this long, so one without recent writes is abandoned. */
const BROKEN_AFTER_MS = DAY_MS;

/**
 * Removes all but the newest `keep` backups, and leftovers of ones abandoned a day ago. Media stay. One that can't be
 * removed doesn't keep the others.
 * @returns what was removed, and why others weren't
 */
export async function removeOld(folder: string, keep: number): Promise<{ removed: string[]; failed: string[] }> {
  const names = await readdir(folder);
  const old = names
    .filter((name) => MOMENT.test(name))
    .sort()
    .slice(0, -keep);
  const broken: string[] = [];
  for (const name of names) {
    if (!name.endsWith('.unfinished') || !MOMENT.test(basename(name, '.unfinished'))) continue;
    // lint-allow wall-clock: compared with dates of files
    if (Date.now() - (await lastTouched(join(folder, name))) > BROKEN_AFTER_MS) broken.push(name);
  }
  const [removed, failed]: [string[], string[]] = [[], []];
  for (const name of [...old, ...broken])
    await rm(join(folder, name), { recursive: true }).then(
      () => removed.push(name),
      (error: Error) => failed.push(`${name}: ${error.message}`),
    );
  return { removed, failed };
}

/** Time of its last write; one finished meanwhile has just been written. */
async function lastTouched(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const touched = [folder, ...names.map((name) => join(folder, name))].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      // lint-allow wall-clock: for the same reason as above
      () => Date.now(),
    ),
  );
  return Math.max(...(await Promise.all(touched)));
}

/** Flushes the new name to disk too. */
async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => {
    throw new OperatorError(`${folder} cannot be read`);
  });
  await handle.sync().catch(() => {}); // not every file system can
  await handle.close();
}
