import type pg from 'pg';
import { databaseOn } from '#db/client.ts';
import { findLinks, type Link } from '#server/content/links.ts';
import type { Row } from './csv.ts';
import type { Existing } from './existing.ts';
import type { Folder, StoreFolder } from './folder.ts';
import type { Problems } from './problems.ts';
import type { ProductRow } from './schemas/catalogue.ts';

/**
 * Products that the folder takes out of a store whose menus or home page lead to them, where it leaves these as they
 * are.
 */
export async function checkUnsoldLinks(
  client: pg.ClientBase,
  folder: Folder,
  existing: Existing,
  problems: Problems,
): Promise<void> {
  for (const [key, { uuid }] of existing.stores) {
    const leaving = leavingProducts(folder, existing, key);
    if (leaving.size === 0) continue;
    const parts = folder.stores.find((store) => store.key === key);
    for (const { by, named, slug } of await findLinks(databaseOn(client), uuid, 'product', [...leaving.keys()])) {
      const line = leaving.get(slug);
      if (!line || isReplaced(parts, by)) continue;
      const { file, row, unit } = line;
      const link = by === 'menu' ? `the link "${named}" of its menu` : 'its home page';
      problems.add({ file, row, unit, column: 'stores' }, key, `stays with the store as long as ${link} leads to it`);
    }
  }
}

/** By all slugs that links may have. */
function leavingProducts({ products }: Folder, existing: Existing, store: string): Map<string, Row<ProductRow>> {
  const leaving = new Map<string, Row<ProductRow>>();
  for (const line of products) {
    const { slug, former_slugs: former, stores } = line.data;
    const isSold = existing.products.get(slug)?.stores.has(store);
    if (!stores || !isSold || stores.some((one) => one.store === store)) continue;
    for (const one of [slug, ...(former ?? [])]) leaving.set(one, line);
  }
  return leaving;
}

const isReplaced = (parts: StoreFolder | undefined, by: Link['by']): boolean =>
  Boolean(by === 'menu' ? parts?.menus : by === 'home' ? parts?.file : parts?.widgets);
