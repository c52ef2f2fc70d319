import type { Assembly, AssemblyPreview, Part } from '#contract/catalogue/parts.ts';
import { catalogueTag, partsTag, productsTag, shownTag } from '#db/cache-tags.ts';
import {
  assemblies,
  assemblyCallouts,
  assemblyVehicles,
  brands,
  calloutParts,
  productMeta,
  products,
  storeProducts,
} from '#db/schema/index.ts';
import { and, asc, eq, type SQL, sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { refuse } from '../../platform/errors.ts';
import { fitsVehicle, type KnownVehicle, makeInStore } from './fits.ts';
import { getPartPreviews } from './parts.ts';
import { vehicleUid } from './vehicles.ts';

type Of = { vehicle: string; year?: number | undefined; chassis?: string | undefined };

/** Assemblies of a vehicle that the store has something for. @throws NOT_FOUND for a vehicle it has nothing for */
export async function listAssemblies(ctx: RequestContext, { vehicle, year, chassis }: Of): Promise<AssemblyPreview[]> {
  dependOn(catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid), partsTag(ctx.store.uuid));
  const uid = await vehicleUid(ctx, vehicle);
  const rows = await ctx.db
    .select({
      assembly: assemblies,
      parts_count: sql<number>`count(distinct ${calloutParts.partUid})::int`,
    })
    .from(assemblies)
    .innerJoin(assemblyVehicles, eq(assemblyVehicles.assemblyUid, assemblies.uuid))
    .innerJoin(calloutParts, eq(calloutParts.assemblyUid, assemblies.uuid))
    .innerJoin(storeProducts, eq(storeProducts.productUid, calloutParts.partUid))
    .where(
      and(
        eq(storeProducts.storeUid, ctx.store.uuid),
        storeProducts.published,
        eq(assemblyVehicles.vehicleUid, uid),
        builtIn(year),
        fitsVehicle(sql`${calloutParts.partUid}`, { uuid: uid, year, chassis }),
      ),
    )
    .groupBy(assemblies.uuid)
    .orderBy(asc(assemblies.position), asc(assemblies.slug));
  return rows.map(({ assembly, parts_count }) => ({ ...toPreview(assembly), parts_count }));
}

const builtIn = (year: number | undefined) =>
  year === undefined
    ? undefined
    : sql`${year}::int between ${assemblyVehicles.yearFrom} and ${assemblyVehicles.yearTo}`;

const toPreview = (row: typeof assemblies.$inferSelect) => ({
  id: row.uuid,
  name: row.name,
  slug: { name: row.slug },
  image: {
    image_url: mediaPath(row.media),
    view: 'diagram',
    alt: row.name,
    width: row.width,
    height: row.height,
    main_image: true,
  },
});

/** By its slug, or a former one. */
function diagramOf(company: string, typed: string): SQL {
  const slug = plainSlug(typed);
  return sql`coalesce((select uuid from assemblies where company_uid = ${company} and slug = ${slug}),
    (select entity_uid from slug_history where owner_uid = ${company} and entity_type = 'ASSEMBLY' and slug = ${slug}))`;
}

/**
 * An assembly with its numbers and what the store sells for them; with a vehicle, only what fits it.
 * @throws NOT_FOUND also when the vehicle is not built with it, or the store serves none of its makes
 */
export async function getAssembly(ctx: RequestContext, slug: string, of: Partial<Of>): Promise<Assembly> {
  const { uuid: store } = ctx.store;
  dependOn(catalogueTag(store), productsTag(store), shownTag(store), partsTag(store));
  const uid = of.vehicle === undefined ? undefined : await vehicleUid(ctx, of.vehicle);
  const rows = await ctx.db
    .select({
      assembly: assemblies,
      id: products.uuid,
      name: products.name,
      slug: products.slug,
      brand: { key: brands.key, name: brands.name },
      type: sql<
        string | null
      >`(select value from ${productMeta} where product_uid = ${products.uuid} and key = 'type' limit 1)`,
      year_from: assemblyVehicles.yearFrom,
      year_to: assemblyVehicles.yearTo,
    })
    .from(assemblies)
    .innerJoin(assemblyVehicles, eq(assemblyVehicles.assemblyUid, assemblies.uuid))
    .innerJoin(products, eq(products.uuid, assemblyVehicles.vehicleUid))
    .innerJoin(brands, eq(brands.uuid, products.brandUid))
    .where(
      and(
        makeInStore(ctx, sql`${products.brandUid}`),
        eq(assemblies.companyUid, ctx.store.companyUid),
        eq(assemblies.uuid, diagramOf(ctx.store.companyUid, slug)),
      ),
    )
    .orderBy(asc(brands.position), asc(products.name));
  const assembly = rows[0]?.assembly;
  const built = (row: (typeof rows)[number]) =>
    row.id === uid && (of.year === undefined || (of.year >= row.year_from && of.year <= row.year_to));
  if (!assembly || (uid !== undefined && !rows.some(built))) throw refuse('NOT_FOUND');
  const callouts = await ctx.db
    .select()
    .from(assemblyCallouts)
    .where(eq(assemblyCallouts.assemblyUid, assembly.uuid))
    .orderBy(asc(assemblyCallouts.number));
  const parts = await partsOf(ctx, assembly.uuid, uid === undefined ? undefined : { ...of, uuid: uid });
  return {
    ...toPreview(assembly),
    vehicles: rows.map(({ assembly: _, slug: name, ...vehicle }) => ({ ...vehicle, slug: { name } })),
    callouts: callouts.map(({ number, name, x, y, quantity }) => ({
      number,
      name,
      x,
      y,
      quantity,
      parts: parts.get(number) ?? [],
    })),
  };
}

/** What the store sells for each number. */
async function partsOf(
  ctx: RequestContext,
  assemblyUid: string,
  vehicle: KnownVehicle | undefined,
): Promise<Map<number, Part[]>> {
  const rows = await ctx.db
    .select({ number: calloutParts.number, uid: calloutParts.partUid })
    .from(calloutParts)
    .where(
      and(
        eq(calloutParts.assemblyUid, assemblyUid),
        vehicle === undefined ? undefined : fitsVehicle(sql`${calloutParts.partUid}`, vehicle),
      ),
    )
    .orderBy(asc(calloutParts.number), asc(calloutParts.position));
  const uids = [...new Set(rows.map((row) => row.uid))];
  const previews = new Map((await getPartPreviews(ctx, uids, vehicle)).map((part) => [part.id, part]));
  const parts = new Map<number, Part[]>();
  for (const { number, uid } of rows) {
    const preview = previews.get(uid);
    if (!preview) continue;
    parts.set(number, [...(parts.get(number) ?? []), preview]);
  }
  return parts;
}
