import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import type { Image } from '#contract/common.ts';
import { productImages, variants } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';

export type ImageRow = typeof productImages.$inferSelect;

export const toImage = (row: Omit<ImageRow, 'uuid'>, main: boolean): Image => ({
  image_url: row.media,
  view: row.view,
  alt: row.alt,
  width: row.width,
  height: row.height,
  main_image: main,
});

/** First picture of each product: of the product itself, else of its first variant. */
export async function mainImageOf(ctx: RequestContext, productUids: string[]): Promise<Map<string, Image>> {
  if (productUids.length === 0) return new Map();
  const rows = await ctx.db
    .selectDistinctOn([productImages.productUid])
    .from(productImages)
    .where(inArray(productImages.productUid, productUids))
    .orderBy(
      productImages.productUid,
      sql`(select v.position from variants v where v.uuid = ${productImages.variantUid}) nulls first`,
      productImages.position,
    );
  return new Map(rows.map((row) => [row.productUid, toImage(row, true)]));
}

/** First picture of each variant, else its product's. */
export async function mainImagesOfVariants(ctx: RequestContext, variantUids: string[]): Promise<Map<string, Image>> {
  if (variantUids.length === 0) return new Map();
  const rows = await ctx.db
    .selectDistinctOn([variants.uuid], { variantUid: variants.uuid, image: productImages })
    .from(variants)
    .innerJoin(productImages, eq(productImages.productUid, variants.productUid))
    .where(
      and(
        inArray(variants.uuid, variantUids),
        or(isNull(productImages.variantUid), eq(productImages.variantUid, variants.uuid)),
        ne(productImages.view, 'spin'),
      ),
    )
    .orderBy(variants.uuid, sql`${productImages.variantUid} nulls last`, asc(productImages.position));
  return new Map(rows.map((row) => [row.variantUid, toImage(row.image, true)]));
}
