import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Connection, connect } from '#db/client.ts';
import { badFolders } from '../../../tests/support/bad-folders.ts';
import { migratedDatabase } from '../../../tests/support/database.ts';
import { sampleFolder } from '../../../tests/support/sample-folder.ts';
import { IMPORT_LOCK } from '../../catalogue/derived/refresh.ts';
import type { Deps } from '../../context.ts';
import { zipFolder } from '../../export/zip.ts';
import { importFolder } from '../../import/import.ts';
import { localStorage } from '../../providers/storage/local.ts';
import { writeParts } from '../file-parts.ts';
import { runTransfers } from './run.ts';
import type { ImportResult } from './transfers.ts';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let connection: Connection;
let media: string;
const silent = { warn() {}, error() {} } as unknown as FastifyBaseLogger;

beforeAll(async () => {
  database = await migratedDatabase();
  connection = connect(database.url, { max: 3, actor: 'each' });
  media = await mkdtemp(join(tmpdir(), 'media-'));
});
afterAll(async () => {
  await connection.close();
  await database.drop();
  await rm(media, { recursive: true });
});

async function uploaded(fileName: string, pieces: AsyncIterable<Uint8Array>, state = 'check'): Promise<string> {
  const { rows } = await connection.pool.query<{ uuid: string }>(
    `insert into transfers (direction, file_name, state) values ('import', $1, 'uploading') returning uuid`,
    [fileName],
  );
  const uuid = rows[0]?.uuid ?? '';
  await writeParts(connection.db, uuid, pieces);
  await connection.pool.query('update transfers set state = $2 where uuid = $1', [uuid, state]);
  return uuid;
}
async function outcomeOf(uuid: string): Promise<{ state: string; report: ImportResult }> {
  await runTransfers({ db: connection.db, storage: localStorage(media), env: { MODE: 'demo' } as Deps['env'] }, silent);
  const { rows } = await connection.pool.query('select state, report from transfers where uuid = $1', [uuid]);
  return rows[0];
}
const count = async (table: string) =>
  Number((await connection.pool.query(`select count(*) from ${table}`)).rows[0].count);

// Each costs two checks and an upload; what the command says of the others stands in `server/import/bad-input.test.ts`.
const someFolders = badFolders.filter((_, at) => at % 4 === 0);
test.each(someFolders)('the wizard says of a folder what the command says: %s', async (_, changes, expected) => {
  const folder = await sampleFolder(changes);
  // As the wizard's check: what is left without the faulty parts is tried, too, and rolled back.
  const command = await importFolder({
    pool: connection.pool,
    storage: localStorage(media),
    folder: folder.path,
    mode: 'partial',
    rehearse: async () => {},
  });
  const { state, report } = await outcomeOf(await uploaded('folder.zip', zipFolder(folder.path)));
  await folder.remove();
  expect(state).toBe('checked');
  expect(report.errors).toEqual(command.errors);
  const lines = report.errors.map((e) => `${e.file} ${e.row ?? '-'} ${e.column ?? '-'} ${e.value ?? '-'}: ${e.reason}`);
  for (const beginning of expected) expect(lines.some((line) => line.startsWith(beginning))).toBe(true);
  expect([await count('products'), await count('stores')]).toEqual([0, 0]);
});

async function* piece(text: string | Uint8Array): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text as string);
}

test('a process that died while it wrote left nothing, and says so; one that had written is found done', async () => {
  const lost = await uploaded('prices.csv', piece('sku,price\nA,1\n'), 'apply');
  const operation = '11111111-1111-4111-8111-111111111111';
  const died = `claimed_at = now() - interval '2 minutes'`;
  await connection.pool.query(`update transfers set ${died}, deed_uid = gen_random_uuid() where uuid = $1`, [lost]);
  expect((await outcomeOf(lost)).state).toBe('failed');

  const written = await uploaded('prices.csv', piece('sku,price\nA,1\n'), 'apply');
  await connection.pool.query(`update transfers set ${died}, deed_uid = $2 where uuid = $1`, [written, operation]);
  await connection.pool.query(
    `insert into audit_log (uuid, actor, command, details) values ($1, 'staff:a', 'imports.apply', '{"changes": {}}')`,
    [operation],
  );
  expect((await outcomeOf(written)).state).toBe('done');
});

test('a file whose check ends three processes is not read again, and one that was chosen anew is', async () => {
  const uuid = await uploaded('prices.csv', piece('sku,price\nA,1\n'));
  const died = (deaths: number) =>
    connection.pool.query(
      `update transfers set state = 'check', claimed_at = now() - interval '2 minutes', options = jsonb_build_object('deaths', $2::int) where uuid = $1`,
      [uuid, deaths],
    );
  await died(1);
  expect((await outcomeOf(uuid)).state).toBe('checked');
  await died(2);
  expect((await outcomeOf(uuid)).state).toBe('failed');
  await connection.pool.query(`update transfers set state = 'check' where uuid = $1`, [uuid]);
  expect((await outcomeOf(uuid)).state).toBe('checked');
});

test('what another process works on is left to it', async () => {
  const uuid = await uploaded('prices.csv', piece('sku,price\nA,1\n'));
  await connection.pool.query('update transfers set claimed_at = now() where uuid = $1', [uuid]);
  expect((await outcomeOf(uuid)).state).toBe('check');
  // Its import may hold the catalogue for minutes: the next one waits for its turn.
  const next = await uploaded('prices.csv', piece('sku,price\nA,1\n'));
  expect((await outcomeOf(next)).state).toBe('check');
  await connection.pool.query(`update transfers set claimed_at = null, state = 'discarded' where uuid = $1`, [uuid]);
  expect((await outcomeOf(next)).state).toBe('checked');
});

test('a process that stops ends what it works on, and leaves the next one', async () => {
  const lock = await connection.pool.connect();
  const stop = new AbortController();
  try {
    await lock.query('select pg_advisory_lock($1)', [IMPORT_LOCK]);
    const [first, next] = [
      await uploaded('prices.csv', piece('sku,price\nA,1\n')),
      await uploaded('prices.csv', piece('sku,price\nA,1\n')),
    ];
    const env = { MODE: 'demo' } as Deps['env'];
    const run = runTransfers({ db: connection.db, storage: localStorage(media), env }, silent, stop.signal);
    const waits = async () =>
      (
        await connection.pool.query(`select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`, [
          IMPORT_LOCK,
        ])
      ).rowCount;
    await expect.poll(waits, { timeout: 20_000 }).toBe(1);
    stop.abort();
    await lock.query('select pg_advisory_unlock($1)', [IMPORT_LOCK]);
    await run;
    const { rows } = await connection.pool.query(
      'select state, claimed_at from transfers where uuid = any($1) order by created_at',
      [[first, next]],
    );
    expect(rows).toEqual([
      { state: 'checked', claimed_at: null },
      { state: 'check', claimed_at: null },
    ]);
    await connection.pool.query(`update transfers set state = 'discarded' where uuid = $1`, [next]);
  } finally {
    lock.release();
  }
});

test('a check waits for an import of a command for as long as that takes', async () => {
  // Of a live installation, which waits for other locks for moments only.
  const impatient = connect(database.url, { max: 3, actor: 'each', queryTimeoutMs: 1_000 });
  const command = await connection.pool.connect();
  try {
    await command.query('select pg_advisory_lock($1)', [IMPORT_LOCK]);
    const uuid = await uploaded('prices.csv', piece('sku,price\nA,1\n'));
    const storage = localStorage(media);
    const run = runTransfers({ db: impatient.db, storage, env: { MODE: 'demo' } as Deps['env'] }, silent);
    const waited = async () => {
      const { rows } = await connection.pool.query<{ ms: number }>(
        `select coalesce(max(extract(epoch from clock_timestamp() - waitstart) * 1000), 0)::int as ms from pg_locks
         where locktype = 'advisory' and objid = $1 and not granted`,
        [IMPORT_LOCK],
      );
      return rows[0]?.ms ?? 0;
    };
    await expect.poll(waited, { timeout: 20_000 }).toBeGreaterThan(1_500);
    await command.query('select pg_advisory_unlock($1)', [IMPORT_LOCK]);
    await run;
    const { rows } = await connection.pool.query('select state from transfers where uuid = $1', [uuid]);
    expect(rows[0].state).toBe('checked');
  } finally {
    command.release();
    await impatient.close();
  }
});

test.each([
  ['a ZIP that is none', 'folder.zip', Buffer.from('PK not really'), 'is no whole ZIP file'],
  [
    'a ZIP that leads out',
    'folder.zip',
    Buffer.from(
      // One stored file, `../x`.
      '504b0304140000000000000021000000000000000000000000000400' +
        '00002e2e2f78' +
        '504b0102140014000000000000002100000000000000000000000000040000000000000000000000000000000000' +
        '2e2e2f78' +
        '504b05060000000001000100320000002200000000' +
        '00',
      'hex',
    ),
    'holds a file with an odd name',
  ],
])('%s', async (_, name, bytes, reason) => {
  const { state, report } = await outcomeOf(await uploaded(name, piece(bytes)));
  expect(state).toBe('checked');
  expect(report.errors[0]?.reason).toContain(reason);
});

test('a product that goes on request is told so, not as one that costs nothing', async () => {
  const sample = await sampleFolder();
  const storage = localStorage(media);
  expect((await importFolder({ pool: connection.pool, storage, folder: sample.path })).errors).toEqual([]);
  await sample.put('catalogue/products.csv', 'slug,price\none-800,on request\nfilter,140\n');
  const checked = await outcomeOf(await uploaded('folder.zip', zipFolder(sample.path)));
  expect(checked.report.prices.filter(({ row }) => /^(?:ONE Barak 800|מסנן שמן)$/.test(row))).toEqual([
    { row: 'ONE Barak 800', before: 6_290_000, after: 'on request', isJump: false },
    { row: 'מסנן שמן', before: 12_990, after: 14_000, isJump: false },
  ]);
  const load = { pool: connection.pool, storage, folder: sample.path };
  expect((await importFolder(load)).written).toBe(true);
  await sample.put('catalogue/products.csv', 'slug,price\none-800,61900\n');
  const priced = await outcomeOf(await uploaded('folder.zip', zipFolder(sample.path)));
  expect(priced.report.prices).toEqual([
    { row: 'ONE Barak 800', before: 'on request', after: 6_190_000, isJump: false },
  ]);
  await sample.remove();
});

test('a check names products that are new and goods that go off sale, each with its count', async () => {
  const sample = await sampleFolder();
  const storage = localStorage(media);
  const load = { pool: connection.pool, storage, folder: sample.path, acceptPriceChanges: true };
  expect((await importFolder(load)).errors).toEqual([]);
  const head = 'slug,kind,brand,name,price,stores';
  const fresh = Array.from({ length: 120 }, (_, at) => `new-${at},ACCESSORY,gear,פריט ${at},50,one`);
  await sample.put(
    'catalogue/products.csv',
    [head, 'helmet,ACCESSORY,gear,קסדה מלאה,890,one', ...fresh, ''].join('\n'),
  );
  await sample.put(
    'catalogue/variants.csv',
    ['product,sku,size', 'helmet,HELMET-M,M', ...fresh.map((_, at) => `new-${at},NEW-${at},`), ''].join('\n'),
  );
  const { report } = await outcomeOf(await uploaded('folder.zip', zipFolder(sample.path)));
  expect(report.errors).toEqual([]);
  expect([report.newProducts?.count, report.newProducts?.names.length]).toEqual([120, 100]);
  expect(report.newProducts?.names[0]).toBe('פריט 0');
  expect(report.offSale).toEqual({ names: ['HELMET-L · קסדה מלאה', 'קסדה מלאה · all'], count: 2 });
  await sample.remove();
});
