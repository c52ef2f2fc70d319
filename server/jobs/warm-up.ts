import { asc } from 'drizzle-orm';
import { stores } from '#db/schema/index.ts';
import { indexOf } from '../catalogue/search/inverted-index.ts';
import { catalogueOf } from '../catalogue/snapshot/store-catalogue.ts';
import type { Deps } from '../context.ts';
import { findStore } from '../stores/stores.ts';

/** Loads what lists and searches are made of, one store after another, so that the first visitor doesn't wait for them. */
export async function warmUp(deps: Deps, log: { warn: (message: string) => void }): Promise<void> {
  try {
    const rows = await deps.db.select({ key: stores.key }).from(stores).orderBy(asc(stores.position), asc(stores.key));
    for (const { key } of rows) {
      const store = await findStore(deps, key);
      if (!store || store.status === 'closed') continue;
      await catalogueOf({ ...deps, store });
      await indexOf({ ...deps, store });
    }
  } catch (error) {
    log.warn(`warming up: ${(error as Error).message}`);
  }
}
