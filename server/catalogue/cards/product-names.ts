import { catalogueTag, shownTag, vehiclesTag } from '#db/cache-tags.ts';
import { brands, products, storeProducts } from '#db/schema/index.ts';
import { and, asc, eq, ne } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';
import { soldIn } from '../sold-in.ts';

/** A product that this store shows, for what is said of it; `null` for others. */
export async function productName(ctx: RequestContext, uid: string): Promise<{ uuid: string; name: string } | null> {
  const [row] = await ctx.db
    .select({ uuid: products.uuid, name: products.name })
    .from(products)
    .innerJoin(storeProducts, soldIn(ctx.store.uuid))
    .where(and(eq(products.uuid, uid), storeProducts.published));
  return row ?? null;
}

/** The same by its slug, as an address has it. */
export async function productOfSlug(ctx: RequestContext, slug: string): Promise<{ id: string; name: string } | null> {
  const [row] = await ctx.db
    .select({ id: products.uuid, name: products.name })
    .from(products)
    .innerJoin(storeProducts, soldIn(ctx.store.uuid))
    .where(and(eq(products.slug, slug.normalize('NFC')), storeProducts.published));
  return row ?? null;
}

/** Vehicles of the store by name, to choose from. */
export const listVehicles = (ctx: RequestContext) =>
  ctx.cache.get(
    `vehicle-names:${ctx.store.uuid}`,
    { tags: [catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid), vehiclesTag(ctx.store.uuid)] },
    () =>
      ctx.db
        .select({ uuid: products.uuid, name: products.name, slug: products.slug })
        .from(products)
        .innerJoin(storeProducts, soldIn(ctx.store.uuid))
        .where(and(eq(products.kind, 'VEHICLE'), storeProducts.published))
        .orderBy(asc(products.name))
        .limit(500),
  );

/**
 * Those of them that have a plate, with their makes: the registry knows what takes a driving licence, and no boats or
 * mobility scooters.
 */
export const listVehiclesWithPlates = (ctx: RequestContext) =>
  ctx.cache.get(
    `vehicles-with-plates:${ctx.store.uuid}`,
    { tags: [catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid), vehiclesTag(ctx.store.uuid)] },
    () =>
      ctx.db
        .select({ name: products.name, slug: products.slug, make: { name: brands.name, name_en: brands.nameEn } })
        .from(products)
        .innerJoin(storeProducts, soldIn(ctx.store.uuid))
        .innerJoin(brands, eq(brands.uuid, products.brandUid))
        .where(and(eq(products.kind, 'VEHICLE'), ne(products.licenceClass, 'none'), storeProducts.published))
        .limit(500),
  );
