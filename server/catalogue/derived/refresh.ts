import type pg from 'pg';
import { writeCollectionProducts } from './collection-products.ts';
import { writeSearchTexts } from './search-texts.ts';

/** Advisory lock of whoever writes the catalogue as a whole: imports, and undoing one. */
export const IMPORT_LOCK = 7_310;

/** No import writes until the transaction ends. */
export const lockImports = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK]);

/** Derived rows of a company: the products of its categories, and the search index. */
export async function refreshDerived(client: pg.ClientBase, companyUid: string): Promise<void> {
  const stores = await client.query<{ key: string; uuid: string }>(
    'select key, uuid from stores where company_uid = $1',
    [companyUid],
  );
  const writer = {
    client,
    companyUid,
    changes: new Map(),
    stores: new Map(stores.rows.map(({ key, uuid }) => [key, uuid])),
  };
  await writeCollectionProducts(writer);
  await writeSearchTexts(writer);
}
