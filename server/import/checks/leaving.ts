import type pg from 'pg';
import { type Db, databaseOn } from '#db/client.ts';
import { promotionsOfCategories } from '#server/checkout/pricing/promotions-of-categories.ts';
import { findLinks, type Link, type Linked } from '#server/content/links.ts';
import type { Row } from '../csv.ts';
import type { Existing } from '../existing.ts';
import type { Folder, StoreFolder } from '../folder.ts';
import type { KnownReferences } from '../known-references.ts';
import type { FileLocation, Problems } from '../problems.ts';
import { formerOf } from '../renamed.ts';
import type { ProductRow } from '../schemas/catalogue.ts';

type About = { folder: Folder; existing: Existing; references: KnownReferences; problems: Problems };

/**
 * Products and categories that the folder takes out of a store whose menus, home page or redirects lead to them, or
 * whose promotions are for them, where it leaves these as they are.
 */
export async function checkLeaving(client: pg.ClientBase, about: About): Promise<void> {
  const db = databaseOn(client);
  for (const key of about.existing.stores.keys()) {
    await checkProducts(db, about, key);
    await checkCategories(db, about, key);
  }
}

async function checkProducts(db: Db, { folder, existing, problems }: About, key: string): Promise<void> {
  const leaving = leavingProducts(folder, existing, key);
  for (const { slug, what } of await linksThatStay(db, { folder, existing }, key, 'product', [...leaving.keys()])) {
    const line = leaving.get(slug);
    if (!line) continue;
    const { file, row, unit } = line;
    problems.add({ file, row, unit, column: 'stores' }, key, stays(what));
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

/** Of stores with a `collections.csv`: the file is the whole tree. */
async function checkCategories(db: Db, { folder, existing, references, problems }: About, key: string): Promise<void> {
  const parts = folder.stores.find((one) => one.key === key);
  const store = existing.stores.get(key);
  if (!parts?.collections || !store) return;
  const renamed = new Set(parts.collections.map(({ data }) => formerOf(data, (slug) => store.collections.has(slug))));
  const leaving = [...store.collections].filter((slug) => !references.collection(key, slug) && !renamed.has(slug));
  if (leaving.length === 0) return;
  const at: FileLocation = { file: `stores/${key}/collections.csv`, unit: parts.unit, column: 'slug' };
  for (const { slug, what } of await linksThatStay(db, { folder, existing }, key, 'category', leaving))
    problems.add(at, slug, stays(what));
  for (const { name, slug, imported } of await promotionsOfCategories(db, store.uuid, leaving))
    if (!parts.sales || !imported)
      problems.add(at, slug, `stays with the store as long as the promotion "${name}" is for it`);
}

/** What leads to addresses of the store and that the folder doesn't bring anew. */
async function linksThatStay(
  db: Db,
  { folder, existing }: Pick<About, 'folder' | 'existing'>,
  key: string,
  kind: Linked,
  slugs: string[],
): Promise<{ slug: string; what: string }[]> {
  const uuid = existing.stores.get(key)?.uuid;
  if (slugs.length === 0 || !uuid) return [];
  const parts = folder.stores.find((one) => one.key === key);
  const links = await findLinks(db, uuid, kind, slugs);
  return links.filter(({ by }) => !isReplaced(parts, by)).map((link) => ({ slug: link.slug, what: nameOf(link) }));
}

const isReplaced = (parts: StoreFolder | undefined, by: Link['by']): boolean =>
  Boolean({ menu: parts?.menus, home: parts?.file, widget: parts?.widgets, redirect: parts?.redirects }[by]);

const nameOf = ({ by, named }: Link): string =>
  ({
    menu: `the link "${named}" of its menu`,
    home: 'its home page',
    widget: 'its home page',
    redirect: `the redirect from ${named}`,
  })[by];

const stays = (what: string): string => `stays with the store as long as ${what} leads to it`;
