import type { Connection } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { stores } from '#db/schema/index.ts';
import { asc, count } from '#db/sql.ts';
import type { Deps } from './context.ts';
import type { Storage } from './providers/storage/storage.ts';

type Options = { connection: Connection; storage: Storage; folder: string; say: (line: string) => void };

/** Loads the demo stores into an empty database, by the operators' importer. */
export async function loadDemo({ connection, storage, folder, say }: Options): Promise<void> {
  const [row] = await connection.db.select({ stores: count() }).from(stores);
  if (row && row.stores > 0) return;
  say('Loading the demo stores …');
  const { importFolder } = await import('#server/import/import.ts');
  const result = await importFolder({ pool: connection.pool, storage, folder, progress: () => {} });
  for (const problem of result.errors.slice(0, 20))
    say(`  ${problem.file}:${problem.row} ${problem.column} ${problem.reason}`);
  if (result.errors.length > 0)
    throw new OperatorError(`The demo stores could not be loaded: ${result.errors.length} errors`);
}

/** A line a store: where to find it. */
export async function storeAddresses(deps: Deps): Promise<string[]> {
  const rows = await deps.db
    .select({ key: stores.key, name: stores.name, domain: stores.publicDomain })
    .from(stores)
    .orderBy(asc(stores.position), asc(stores.key));
  return rows.map((store) =>
    deps.env.MODE === 'demo'
      ? `  http://${store.key}.localhost:${deps.env.PORT}/`
      : `  ${store.domain ? `https://${store.domain}/` : store.key}`,
  );
}
