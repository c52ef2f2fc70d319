import type { PartsMake, PartsVehicle } from '#contract/catalogue/parts.ts';
import { catalogueTag, partsTag, settingsTag, shownTag, vehiclesTag } from '#db/cache-tags.ts';
import { brands, partFits, products } from '#db/schema/index.ts';
import { and, asc, eq, ne, sql } from '#db/sql.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { mainImageOf } from '../cards/images.ts';
import { formerSlugs, inStore, makeInStore } from './fits.ts';

/** Makes and models that the store sells parts for. */
export function listPartsVehicles(ctx: RequestContext): Promise<PartsMake[]> {
  return ctx.cache.get(
    `parts-vehicles:${ctx.store.uuid}`,
    {
      tags: [
        ...[catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid), vehiclesTag(ctx.store.uuid)],
        partsTag(ctx.store.uuid),
        settingsTag(ctx.store.companyUid),
      ],
    },
    async () => {
      const rows = await ctx.db
        .select({
          uuid: products.uuid,
          name: products.name,
          slug: products.slug,
          former_slugs: formerSlugs(ctx),
          brand: { id: brands.uuid, key: brands.key, name: brands.name, name_en: brands.nameEn },
          sold: inStore(ctx, sql`${products.uuid}`),
          years: sql<
            [number, number][]
          >`jsonb_agg(distinct jsonb_build_array(${partFits.yearFrom}, ${partFits.yearTo}))`,
        })
        .from(partFits)
        .innerJoin(products, eq(products.uuid, partFits.vehicleUid))
        .innerJoin(brands, eq(brands.uuid, products.brandUid))
        .leftJoin(sql`store_products sp`, sql`sp.product_uid = ${products.uuid} and sp.is_home`)
        .where(and(makeInStore(ctx, sql`${products.brandUid}`), inStore(ctx, sql`${partFits.partUid}`)))
        .groupBy(products.uuid, brands.uuid)
        .orderBy(asc(brands.position), asc(brands.key), sql`min(sp.position) nulls last`, asc(products.name));
      const images = await mainImageOf(
        ctx,
        rows.map((row) => row.uuid),
      );
      const makes = new Map<string, PartsMake>();
      for (const { uuid, name, slug, former_slugs, brand, sold, years } of rows) {
        const make = makes.get(brand.id) ?? { ...brand, vehicles: [] };
        makes.set(brand.id, make);
        const image = images.get(uuid) ?? null;
        const slugs = { slug: { name: slug }, former_slugs };
        make.vehicles.push({ id: uuid, name, ...slugs, years: eachYear(years), image, sold });
      }
      return [...makes.values()];
    },
  );
}

/**
 * Whether plates lead to parts here: the registry knows what takes a driving licence, and no boats or mobility
 * scooters.
 */
export const hasPlates = (ctx: RequestContext): Promise<boolean> =>
  ctx.cache.get(
    `parts-plates:${ctx.store.uuid}`,
    {
      tags: [
        catalogueTag(ctx.store.uuid),
        shownTag(ctx.store.uuid),
        vehiclesTag(ctx.store.uuid),
        partsTag(ctx.store.uuid),
      ],
    },
    async () => {
      const [row] = await ctx.db
        .select({ uuid: products.uuid })
        .from(partFits)
        .innerJoin(products, eq(products.uuid, partFits.vehicleUid))
        .where(
          and(
            makeInStore(ctx, sql`${products.brandUid}`),
            inStore(ctx, sql`${partFits.partUid}`),
            ne(products.licenceClass, 'none'),
          ),
        )
        .limit(1);
      return row !== undefined;
    },
  );

/** `[2019, 2021]` and `[2021, 2022]` as 2022, 2021, 2020, 2019. */
function eachYear(ranges: [number, number][]): number[] {
  const years = new Set(ranges.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));
  return [...years].sort((a, b) => b - a);
}

/** By its slug; else by a former one, which links, bookmarks and devices keep. */
export const findVehicle = (makes: PartsMake[], slug: string): { make: PartsMake; vehicle: PartsVehicle } | null => {
  const all = makes.flatMap((make) => make.vehicles.map((vehicle) => ({ make, vehicle })));
  const plain = plainSlug(slug);
  return (
    all.find(({ vehicle }) => vehicle.slug.name === plain) ??
    all.find(({ vehicle }) => vehicle.former_slugs.includes(plain)) ??
    null
  );
};

/** @throws NOT_FOUND when the store sells no part for such a vehicle */
export async function vehicleUid(ctx: RequestContext, slug: string): Promise<string> {
  const match = findVehicle(await listPartsVehicles(ctx), slug);
  if (!match) throw refuse('NOT_FOUND');
  return match.vehicle.id;
}
