import { CACHE_CHANNEL, catalogueTag } from '#db/cache-tags.ts';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { type CollectionRule, writeCollectionProducts } from '../../catalogue/derived/collection-products.ts';
import { lockImportsSoon } from '../../catalogue/derived/refresh.ts';
import { writeSearchTexts } from '../../catalogue/derived/search-texts.ts';
import { checkCollections } from '../../import/checks/collections.ts';
import { type Problem, shown } from '../../import/problems.ts';
import { type CollectionRow, collectionRow } from '../../import/schemas/catalogue.ts';
import { writeCollections } from '../../import/write/catalogue/collections.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { editedStore, folderOf, writeParts } from '../store-files/folder.ts';
import { filePath } from '../store-files/pictures.ts';
import { parseFile } from '../store-files/problems.ts';

/** A category as `collections.csv` has it, with lists instead of joined cells; `banner` is `files/<media>`. */
export type CategoryFile = {
  slug: string;
  parent: string | null;
  name: string;
  text: string;
  banner: string;
  products: string[];
  rule_kind: string;
  rule_brand: string;
  rule_meta: { key: string; value: string }[];
  filters: string[];
  position: number;
  former_slugs: string[];
};
export type Category = CategoryFile & { uuid: string };

type StoredCategory = {
  uuid: string;
  slug: string;
  parent: string | null;
  name: string;
  text: string;
  banner: string | null;
  rule: CollectionRule;
  filters: string[] | null;
  position: number;
};

/** All categories of the store, in the operator's sequence. */
export async function readTree(db: Db, store: string): Promise<Category[]> {
  const { rows } = await db.execute<StoredCategory>(sql`
    select c.uuid, c.slug, p.slug as parent, c.name, c.text, c.banner, c.rule, c.filters, c.position
    from collections c left join collections p on p.uuid = c.parent_uid
    where c.store_uid = ${store} order by c.position, c.slug`);
  return rows.map(({ rule, banner, filters, ...row }) => ({
    ...row,
    banner: banner ? filePath(banner) : '',
    products: rule.products ?? [],
    rule_kind: rule.kind ?? '',
    rule_brand: rule.brand ?? '',
    rule_meta: (rule.meta ?? []).map(([key, value]) => ({ key, value })),
    filters: filters ?? [],
    former_slugs: [],
  }));
}

/** By the importer's own rules of a row. @throws BAD_REQUEST with the fields */
function checkedCategory(file: CategoryFile): CollectionRow {
  const joined = (parts: string[]) => (parts.length > 0 ? parts.join('|') : null);
  return parseFile(collectionRow, {
    slug: file.slug,
    parent: file.parent,
    name: file.name,
    text: file.text || null,
    banner: file.banner || null,
    products: joined(file.products),
    rule_kind: file.rule_kind || null,
    rule_brand: file.rule_brand || null,
    rule_meta: joined(file.rule_meta.map(({ key, value }) => `${key}=${value}`)),
    filters: joined(file.filters),
  });
}

/** As it is stored: what was written before isn't checked again. */
const storedRow = (file: Category): CollectionRow => ({
  slug: file.slug,
  former_slugs: file.former_slugs,
  parent: file.parent,
  name: file.name,
  text: file.text,
  banner: file.banner || null,
  products: file.products.length > 0 ? file.products : null,
  rule_kind: (file.rule_kind || null) as CollectionRow['rule_kind'],
  rule_brand: file.rule_brand || null,
  rule_meta:
    file.rule_meta.length > 0 ? file.rule_meta.map(({ key, value }) => [key, value] as [string, string]) : null,
  filters: file.filters.length > 0 ? file.filters : null,
  position: file.position,
});

/**
 * A change of a store's categories: one transaction in which no import writes. The whole tree is written as the
 * importer writes it, which changes only rows that differ; its products are derived anew by the same rule, the search
 * of those whose categories have other names, and the store's catalogue pages are told.
 * @param work returns the tree as it is to be, and the category that is edited, if it is one
 */
export function changeTree<R>(
  ctx: Allowed,
  store: string,
  work: (tx: Db, tree: Category[]) => Promise<{ tree: Category[]; edited?: Category; result: R }>,
): Promise<R> {
  return ctx.db.transaction(async (tx) => {
    const client = clientOf(tx);
    await lockImportsSoon(client);
    const before = await categoryNames(tx, store);
    const stored = await readTree(tx, store);
    const { tree, edited, result } = await work(tx, stored);
    if (edited) checkedCategory(edited);
    const target = await editedStore(tx, store);
    const place = { file: `stores/${target.key}/collections.csv`, unit: `store:${target.key}` } as const;
    const lines = tree.map((one, at) => ({ ...place, row: at + 1, data: storedRow(one) }));
    const row = edited && tree.indexOf(edited) + 1;
    const listed = stored.find(({ uuid }) => uuid === edited?.uuid)?.products.map(shown) ?? [];
    const isListed = ({ column, value }: Problem) => column === 'products' && listed.includes(value);
    await writeParts(
      tx,
      {
        deps: ctx,
        store: target,
        folder: folderOf(target, { collections: lines }),
        checks: [checkCollections],
        isEdited: (problem) =>
          problem.column === 'parent' ||
          (problem.row === row && !isListed(problem)) ||
          Boolean(edited?.banner && problem.value === edited.banner),
      },
      [writeCollections],
    );
    const writer = {
      client,
      companyUid: target.companyUid,
      changes: new Map(),
      stores: new Map([[target.key, store]]),
    };
    await writeCollectionProducts(writer);
    const after = await categoryNames(tx, store);
    const others = [...new Set([...before.keys(), ...after.keys()])].filter(
      (uuid) => before.get(uuid) !== after.get(uuid),
    );
    if (others.length > 0) await writeSearchTexts(writer, others);
    await tx.execute(sql`select pg_notify(${CACHE_CHANNEL}, ${catalogueTag(store)})`);
    return result;
  });
}

/** What the search has of categories: of each product the names of those that it is in. */
async function categoryNames(tx: Db, store: string): Promise<Map<string, string>> {
  const { rows } = await tx.execute<{ uuid: string; names: string }>(sql`
    select cp.product_uid as uuid, json_agg(distinct c.name order by c.name)::text as names
    from collections c join collection_products cp on cp.collection_uid = c.uuid where c.store_uid = ${store} group by cp.product_uid`);
  return new Map(rows.map(({ uuid, names }) => [uuid, names]));
}
