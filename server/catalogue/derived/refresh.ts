import type pg from 'pg';
import {
  CACHE_CHANNEL,
  collectionTag,
  listedTag,
  productsTag,
  productTag,
  shownTag,
  vehiclesTag,
} from '#db/cache-tags.ts';
import { writeCollectionProducts } from './collection-products.ts';
import type { RowWriter } from './row-writer.ts';
import { STRUCK_THROUGH, writeSearchTexts } from './search-texts.ts';

/** Advisory lock for writing a whole catalogue: by imports, and by undoing one. */
export const IMPORT_LOCK = 7_310;

/** No import writes until the transaction ends. */
export const lockImports = (client: pg.ClientBase): Promise<unknown> =>
  client.query('select pg_advisory_xact_lock($1)', [IMPORT_LOCK]);

/**
 * Shorter than the office waits for a connection: saves beside an import would otherwise take all of them from
 * everybody's pages.
 */
const PATIENCE_MS = 2_000;

/** As `lockImports`, for who waits for the answer: soon given up (55P03) where an import runs. */
export async function lockImportsSoon(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ former: string }>(
    `select setting as former, set_config('lock_timeout', least(nullif(setting::int, 0), $1)::text, true)
     from pg_settings where name = 'lock_timeout'`,
    [PATIENCE_MS],
  );
  await lockImports(client);
  await client.query(`select set_config('lock_timeout', $1, true)`, [rows[0]?.former]);
}

/** Derived rows of a company: the products of its categories, and the search index. */
export async function refreshDerived(client: pg.ClientBase, companyUid: string): Promise<void> {
  const writer = await writerOfAll(client, companyUid);
  await writeCollectionProducts(writer);
  await writeSearchTexts(writer);
}

async function writerOfAll(client: pg.ClientBase, companyUid: string): Promise<RowWriter> {
  const stores = await client.query<{ key: string; uuid: string }>(
    'select key, uuid from stores where company_uid = $1',
    [companyUid],
  );
  return { client, companyUid, changes: new Map(), stores: new Map(stores.rows.map(({ key, uuid }) => [key, uuid])) };
}

/** Where products stand before a change: what shows them then has to hear of it, too. */
export type Placement = {
  product: string;
  kind: string;
  /** Name, slug and brand, which the pages of the parts that fit it show. */
  shownAs: string;
  /** Parts that are delivered instead of it: these are found by its numbers, too. */
  successors: string[];
  /** Each with the product's place in it. */
  stores: Record<string, number>;
  collections: Record<string, number>;
  /** The stores in which it is found by ״מבצע״. */
  struckThrough: string[];
};

export async function placementsOf(client: pg.ClientBase, products: string[]): Promise<Placement[]> {
  const { rows } = await client.query<Placement>(
    `select p.uuid as product, p.kind, concat_ws(E'\\n', p.name, p.slug, p.brand_uid) as "shownAs",
       array(with recursive next as (select p.replaced_by as uuid
             union select n.replaced_by from products n join next on next.uuid = n.uuid)
         select uuid from next where uuid is not null) as successors,
       coalesce((select jsonb_object_agg(store_uid, position) from store_products where product_uid = p.uuid), '{}') as stores,
       coalesce((select jsonb_object_agg(collection_uid, position) from collection_products where product_uid = p.uuid), '{}') as collections,
       array(select store_uid from store_products sp where sp.product_uid = p.uuid and ${STRUCK_THROUGH} order by 1) as "struckThrough"
     from products p where p.uuid = any($1) order by p.uuid`,
    [products],
  );
  return rows;
}

/** The products that are found by ״מבצע״ in other stores than before. */
export const struckElsewhere = (before: Placement[], after: Placement[]): string[] =>
  after
    .filter(({ product, struckThrough }) => {
      const was = before.find((one) => one.product === product)?.struckThrough ?? [];
      return was.join() !== struckThrough.join();
    })
    .map(({ product }) => product);

/**
 * Makes anew what categories, lists and the search have of the products that a transaction has changed, and tells every
 * process which pages that is as it commits: exactly what `refreshDerived` would come to. `before`: where they stood
 * before. What is to be deleted is taken out of its stores first.
 */
export async function refreshProducts(
  client: pg.ClientBase,
  companyUid: string,
  products: string[],
  before: Placement[],
): Promise<void> {
  const writer = await writerOfAll(client, companyUid);
  await writeCollectionProducts(writer, products);
  const after = await placementsOf(client, products);
  const former = new Map(before.map(({ product, shownAs }) => [product, shownAs]));
  const renamed = after.filter(({ product, shownAs }) => former.get(product) !== shownAs);
  const unlisted = before.filter(({ product, stores }) => {
    const now = after.find((one) => one.product === product);
    return Object.keys(stores).length > 0 && Object.keys(now?.stores ?? {}).length === 0;
  });
  // A part's text names the vehicles that it fits.
  const { rows: parts } = await client.query<{ uuid: string }>(
    'select distinct part_uid as uuid from part_fits where vehicle_uid = any($1)',
    [[...renamed, ...unlisted].map(({ product }) => product)],
  );
  const successors = [...before, ...after].flatMap((one) => one.successors);
  const dependent = [...new Set([...parts.map(({ uuid }) => uuid), ...successors])];
  const all = [...new Set([...products, ...dependent])];
  await writeSearchTexts(writer, all);
  await invalidateTags(client, [
    ...all.map(productTag),
    ...tagsBetween(before, after),
    ...(await tagsElsewhere(client, products, dependent)),
  ]);
}

/** Of stores that sell parts for one of the products, or what is made anew with them (`dependent`), but not these. */
async function tagsElsewhere(client: pg.ClientBase, products: string[], dependent: string[]): Promise<string[]> {
  const { rows } = await client.query<{ tag: string }>(
    `select distinct $3 || sp.store_uid as tag from part_fits f join store_products sp on sp.product_uid = f.part_uid
       where f.vehicle_uid = any($1)
     union select $4 || store_uid from store_products where product_uid = any($2)`,
    [products, dependent, vehiclesTag(''), listedTag('')],
  );
  return rows.map(({ tag }) => tag);
}

function tagsBetween(before: Placement[], after: Placement[]): string[] {
  const tags = new Set<string>();
  const former = new Map(before.map((one) => [one.product, one]));
  for (const standing of [...before, ...after]) {
    const was = former.get(standing.product);
    for (const collection of Object.keys(standing.collections)) {
      tags.add(collectionTag(collection));
      tags.add(listedTag(collection));
    }
    for (const store of Object.keys(standing.stores)) {
      tags.add(productsTag(store));
      tags.add(listedTag(store));
      if (standing.kind === 'VEHICLE') tags.add(vehiclesTag(store));
    }
    const current = standing === was ? after.find(({ product }) => product === standing.product) : standing;
    if (JSON.stringify([was?.stores, was?.collections]) !== JSON.stringify([current?.stores, current?.collections]))
      for (const store of Object.keys(standing.stores)) tags.add(shownTag(store));
  }
  return [...tags];
}

/** Of one notification (PostgreSQL's most are 8,000). */
const MAX_BYTES = 7_000;

/** Tells every process which tags have changed, once the transaction commits; of each chunk one notification. */
export async function invalidateTags(client: pg.ClientBase, tags: string[]): Promise<void> {
  const chunks: string[] = [];
  for (const tag of tags) {
    const last = chunks.at(-1);
    if (last !== undefined && last.length + tag.length < MAX_BYTES) chunks[chunks.length - 1] = `${last} ${tag}`;
    else chunks.push(tag);
  }
  await client.query('select pg_notify($1, tags) from unnest($2::text[]) tags', [CACHE_CHANNEL, chunks]);
}
