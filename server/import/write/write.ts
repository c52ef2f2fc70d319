import type pg from 'pg';
import { INVALIDATED_BY_ROW, invalidateCatalogues } from '#db/cache-tags.ts';
import { databaseOn } from '#db/client.ts';
import { legacyKey } from '#domain/text/legacy-url.ts';
import { writeCollectionProducts } from '#server/catalogue/derived/collection-products.ts';
import { writeSearchTexts } from '#server/catalogue/derived/search-texts.ts';
import { sync } from '#server/catalogue/derived/sync.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Progress } from '../progress.ts';
import { writeAssemblies } from './catalogue/assemblies.ts';
import { writeCollections } from './catalogue/collections.ts';
import { writeConfigurators } from './catalogue/configurators.ts';
import { writeDetails } from './catalogue/details.ts';
import { readStaffEdits, writeImages } from './catalogue/images.ts';
import { writeProducts } from './catalogue/products.ts';
import { writeVariants } from './catalogue/variants.ts';
import { addVatRates, keepSingleDays, writeBranches, writeCompany } from './company.ts';
import { writeContent } from './content.ts';
import { writePosts } from './posts.ts';
import { writeSales } from './sales.ts';
import { writeStores } from './stores.ts';
import { changedRows, type Writer } from './writer.ts';

/** The file holds all of the store's old URLs; stores without the file keep theirs. Answered misses are deleted. */
export async function writeRedirects(writer: Writer): Promise<void> {
  const stores = writer.folder.stores.filter(({ key, redirects }) => redirects && writer.stores.has(key));
  const uids = stores.map(({ key }) => writer.stores.get(key) as string);
  const rows = stores.flatMap(({ redirects }, index) =>
    (redirects ?? []).map(({ data }) => ({
      store_uid: uids[index],
      source: legacyKey(data.from),
      target: encoded(data.to),
    })),
  );
  const replace = { column: 'store_uid', values: uids };
  await sync(writer, { table: 'redirects', key: ['store_uid', 'source'], replace }, rows);
  await writer.client.query(
    `delete from redirect_misses m using redirects r
     where r.store_uid = m.store_uid and r.source = m.path and m.store_uid = any($1)`,
    [uids],
  );
}

/** Encoded for the Location header. */
function encoded(path: string): string {
  const { pathname, search, hash } = new URL(path, 'https://store.invalid');
  return `${pathname}${search}${hash}`;
}

/** Synonyms of stores whose `synonyms.csv` is in the folder. The file is the whole table. */
async function writeSynonyms(writer: Writer): Promise<void> {
  for (const { key, synonyms } of writer.folder.stores) {
    const storeUid = writer.stores.get(key);
    if (!synonyms || !storeUid) continue;
    const rows = synonyms.map(({ data }, position) => ({ store_uid: storeUid, position, words: data.words }));
    const replace = { column: 'store_uid', values: [storeUid] };
    await sync(writer, { table: 'search_synonyms', key: ['store_uid', 'position'], replace }, rows);
  }
}

/** In sequence of dependency. */
const steps: ((writer: Writer) => Promise<void>)[] = [
  writeCompany,
  writeStores,
  keepSingleDays,
  writeBranches,
  readStaffEdits,
  // Old URLs of products that leave a store follow them to a category that stays.
  writeCollections,
  writeProducts,
  async (writer) => writeImages(writer, await writeVariants(writer)),
  writeDetails,
  writeConfigurators,
  writeAssemblies,
  writeCollectionProducts,
  writeSales,
  writeContent,
  writePosts,
  writeRedirects,
  writeSynonyms,
  writeSearchTexts,
  addVatRates,
];

/**
 * Writes the folder in one transaction, with the audit row and the notification of caches. With `rehearse` it is rolled
 * back after it.
 */
export async function writeFolder(
  writer: Writer,
  details: Record<string, unknown>,
  progress: Progress,
  rehearse?: (client: pg.ClientBase) => Promise<void>,
): Promise<void> {
  const { client, changes } = writer;
  await client.query('begin');
  try {
    await client.query('set local statement_timeout = 0');
    let done = 0;
    for (const step of steps) {
      progress('writing', done++, steps.length);
      await step(writer);
    }
    if (rehearse) {
      await rehearse(client);
      await client.query('rollback');
      return;
    }
    await noteOperation(databaseOn(client), { ...details, changes: Object.fromEntries(changes) }, 'import');
    // Tables that have no trigger of their own, the bulk of a catalogue; and those whose words the search is made of.
    const others = [...changes].filter(
      ([table]) => !INVALIDATED_BY_ROW.has(table) || ['brands', 'search_synonyms'].includes(table),
    );
    if (changedRows(new Map(others)) > 0) await invalidateCatalogues(client, writer.companyUid);
    await client.query('commit');
    progress('writing', steps.length, steps.length);
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
