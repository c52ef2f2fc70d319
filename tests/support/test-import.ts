import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Connection, connect } from '#db/client.ts';
import { type ImportOptions, type ImportReport, importFolder } from '#server/import/import.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { migratedDatabase } from './database.ts';
import { type SampleFolder, sampleFolder } from './sample-folder.ts';

/** For tests: a migrated database with nothing in it, a media folder, and the sample to load. */
export type TestImport = {
  url: string;
  connection: Connection;
  storage: ReturnType<typeof localStorage>;
  sample: SampleFolder;
  /** Imports the sample. */
  load: (options?: Partial<ImportOptions>) => Promise<ImportReport>;
  /** Imports a folder that has only these files. */
  loadOnly: (files: Record<string, string>, options?: Partial<ImportOptions>) => Promise<ImportReport>;
  query: (sql: string) => Promise<unknown[]>;
  end: () => Promise<void>;
};

export async function startImport(): Promise<TestImport> {
  const database = await migratedDatabase();
  const connection = connect(database.url, {
    max: 3,
    actor: { kind: 'command', name: 'operator:test', source: 'import' },
  });
  const data = await mkdtemp(join(tmpdir(), 'data-'));
  const sample = await sampleFolder();
  const storage = localStorage(join(data, 'media'));
  const cacheFile = join(data, 'cache/pictures.json');
  const load = (options: Partial<ImportOptions> = {}): Promise<ImportReport> =>
    importFolder({ pool: connection.pool, folder: sample.path, storage, cacheFile, ...options });
  return {
    url: database.url,
    connection,
    storage,
    sample,
    load,
    async loadOnly(files, options) {
      const folder = await mkdtemp(join(data, 'update-'));
      for (const [file, text] of Object.entries(files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), text);
      }
      return load({ folder, ...options });
    },
    query: async (sql) => (await connection.pool.query<unknown[]>({ text: sql, rowMode: 'array' })).rows,
    async end() {
      await connection.close();
      await database.drop();
      await rm(data, { recursive: true });
      await sample.remove();
    },
  };
}
