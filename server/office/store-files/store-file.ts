import { clientOf, type Db } from '#db/client.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { readStoreFile } from '../../export/store.ts';
import { checkStores } from '../../import/checks/stores.ts';
import type { Problem } from '../../import/problems.ts';
import { storeFile } from '../../import/schemas/store.ts';
import { writeStores } from '../../import/write/stores.ts';
import { refuse } from '../../platform/errors.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { only } from './edited-input.ts';
import { editedStore, folderOf, writeParts } from './folder.ts';
import { mergeEdited } from './merge.ts';
import { filePath, PICTURE } from './pictures.ts';
import { parseFile } from './problems.ts';

type Values = Record<string, unknown>;

/** What of the importer's steps reads: rows of a transaction, or of a connection that has none. */
export const rowsOf = (tx: Db) => ({
  all: async <T>(text: string, values?: unknown[]) => (await clientOf(tx).query(text, values)).rows as T[],
});

/** The store's `store.json`; pictures are `files/<media>`. */
export async function readStore(tx: Db, storeUid: string): Promise<Values> {
  const file = await readStoreFile(rowsOf(tx), { uuid: storeUid, place: async (media) => filePath(media) });
  if (!file) throw refuse('NOT_FOUND');
  // As a file has it: without what is not set.
  return JSON.parse(JSON.stringify(file)) as Values;
}

/**
 * Changes parts of the store's `store.json` by the importer's rules.
 * @param names the parts that the form may change; whatever else it sends is passed over
 * @throws CHANGED_MEANWHILE, BAD_REQUEST with the fields
 */
export async function editStore(
  tx: Db,
  ctx: Allowed,
  { store: storeUid, names, was, now }: { store: string; names: readonly string[]; was: Values; now: Values },
): Promise<void> {
  const store = await editedStore(tx, storeUid);
  await tx.select({ uuid: stores.uuid }).from(stores).where(eq(stores.uuid, storeUid)).for('update');
  const currentFile = await readStore(tx, storeUid);
  const merged = mergeEdited(currentFile, only(was, names), only(now, names));
  const file = parseFile(storeFile, merged);
  const sent = JSON.stringify(now);
  const isEdited = ({ column, value }: Problem) =>
    column === PICTURE
      ? value !== null && sent.includes(value)
      : names.some((name) => column === name || column?.startsWith(`${name}.`) || column?.startsWith(`${name}[`));
  await writeParts(tx, { deps: ctx, store, folder: folderOf(store, { file }), checks: [checkStores], isEdited }, [
    writeStores,
  ]);
}
