import type { RequestContext } from '../../context.ts';
import { type Catalogue, loadCatalogue, mendCatalogue } from './catalogue.ts';

/** The store's columns: in memory until an operator changes the catalogue, and mended as prices and stock change. */
export function catalogueOf({ db, store, cache }: Pick<RequestContext, 'db' | 'store' | 'cache'>): Promise<Catalogue> {
  return cache.get(
    `listing:${store.uuid}`,
    () => loadCatalogue(db, store.uuid, store.settings.filters ?? []),
    (catalogue, changed) => mendCatalogue(db, store.uuid, catalogue, changed),
  );
}
