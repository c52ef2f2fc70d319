import type { ProductsFilter, SpecGroup } from '#contract/catalogue/products.ts';
import { productSpecs } from '#db/schema/index.ts';
import { asc, eq, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { contains, forEachDoc } from '../engine/bitset.ts';
import { getListing, type Listing } from '../listing/listing.ts';
import { getCatalogue } from '../snapshot/catalogue.ts';

type Names = { name: string; values: { name: string; unit: string; products_count: number }[] };

/**
 * What the products under a filter are specified by, in the order in which their specifications stand. It reads all of
 * their specifications: those of a whole collection are kept in memory.
 */
export async function getSpecificationNames(ctx: RequestContext, filter: ProductsFilter): Promise<Names[]> {
  const listing = await getListing(ctx, filter);
  const { collection = '', ...others } = filter;
  const whole = Object.values(others).every((value) => value === undefined);
  const isKnownCollection = collection === '' || listing.catalogue.collections.has(collection);
  if (!whole || !isKnownCollection) return readNames(ctx, listing);
  const load = async () => readNames(ctx, await getListing(ctx, filter));
  return ctx.cache.get(`specification-names:${ctx.store.uuid}:${collection}`, { tags: [] }, load);
}

async function readNames(ctx: RequestContext, { catalogue, matching }: Listing): Promise<Names[]> {
  const uuids: string[] = [];
  forEachDoc(matching, (docId) => uuids.push(catalogue.uuids[docId] as string));
  const rows = await ctx.db
    .select({
      group: productSpecs.groupName,
      name: productSpecs.name,
      unit: productSpecs.unit,
      products_count: sql<number>`count(distinct ${productSpecs.productUid})::int`,
    })
    .from(productSpecs)
    .where(sql`${productSpecs.productUid} = any(${sql.param(uuids)}::uuid[])`)
    .groupBy(productSpecs.groupName, productSpecs.name, productSpecs.unit)
    .orderBy(sql`min(${productSpecs.position})`, asc(productSpecs.groupName), asc(productSpecs.name));
  return [...new Set(rows.map(({ group }) => group))].map((name) => ({
    name,
    values: rows.filter(({ group }) => group === name).map(({ group: _group, ...value }) => value),
  }));
}

/** @throws NOT_FOUND */
export async function getSpecification(ctx: RequestContext, idOrSlug: string): Promise<SpecGroup[]> {
  const rows = await ctx.db
    .select()
    .from(productSpecs)
    .where(eq(productSpecs.productUid, await shownProduct(ctx, idOrSlug)))
    .orderBy(asc(productSpecs.position));
  return groupSpecs(rows);
}

/** Uuid of a product that the store shows, by uuid or slug. @throws NOT_FOUND */
export async function shownProduct(ctx: RequestContext, idOrSlug: string): Promise<string> {
  const catalogue = await getCatalogue(ctx);
  const name = idOrSlug.normalize('NFC').toLowerCase();
  const docId = catalogue.bySlug.get(name) ?? catalogue.byUuid.get(name);
  if (docId === undefined || !contains(catalogue.published, docId)) throw refuse('NOT_FOUND');
  return catalogue.uuids[docId] as string;
}

export function groupSpecs(rows: { groupName: string; name: string; value: string; unit: string }[]): SpecGroup[] {
  const groups = new Map<string, { name: string; value: string; unit: string }[]>();
  for (const { groupName, name, value, unit } of rows) {
    const group = groups.get(groupName) ?? [];
    group.push({ name, value, unit });
    groups.set(groupName, group);
  }
  return [...groups].map(([name, values]) => ({ name, values }));
}
