import { stores } from '#db/schema/index.ts';
import { asc } from '#db/sql.ts';
import { getSearchIndex } from '../catalogue/search/search-index.ts';
import { getCatalogue } from '../catalogue/snapshot/catalogue.ts';
import type { Deps } from '../context.ts';
import { findStore } from '../stores/stores.ts';

/** Loads the data of lists and searches store by store, so that the first visitor doesn't wait for it. */
export async function warmUp(deps: Deps, log: { warn: (message: string) => void }): Promise<void> {
  try {
    const rows = await deps.db.select({ key: stores.key }).from(stores).orderBy(asc(stores.position), asc(stores.key));
    for (const { key } of rows) {
      const store = await findStore(deps, key);
      if (!store || store.status === 'closed') continue;
      await getCatalogue({ ...deps, store });
      await getSearchIndex({ ...deps, store });
    }
  } catch (error) {
    log.warn(`warming up: ${(error as Error).message}`);
  }
}
