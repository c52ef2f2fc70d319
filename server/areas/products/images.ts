import { and, asc, eq, inArray, isNull, notLike, or, sql } from 'drizzle-orm';
import type { Image } from '#contract/common.ts';
import { anyOf, prepared } from '#db/prepared.ts';
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

/** A frame of the 360° view: the importer calls them `spin-01`, `spin-02` … */
export const isSpin = ({ view }: { view: string }): boolean => view.startsWith('spin-');
export const noSpin = notLike(productImages.view, 'spin-%');

/** First picture of each product: of the product itself, else of its first variant. */
export async function mainImageOf(ctx: RequestContext, productUids: string[]): Promise<Map<string, Image>> {
  if (productUids.length === 0) return new Map();
  const rows = await ctx.db
    .selectDistinctOn([productImages.productUid])
    .from(productImages)
    .where(and(inArray(productImages.productUid, productUids), noSpin))
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
  const rows = await variantImagesQuery(ctx.db).execute({ ids: variantUids });
  return new Map(rows.map((row) => [row.variantUid, toImage(row.image, true)]));
}

const variantImagesQuery = prepared((db) =>
  db
    .selectDistinctOn([variants.uuid], { variantUid: variants.uuid, image: productImages })
    .from(variants)
    .innerJoin(productImages, eq(productImages.productUid, variants.productUid))
    .where(
      and(
        anyOf(variants.uuid, 'ids'),
        or(isNull(productImages.variantUid), eq(productImages.variantUid, variants.uuid)),
        noSpin,
      ),
    )
    .orderBy(variants.uuid, sql`${productImages.variantUid} nulls last`, asc(productImages.position))
    .prepare('images_of_variants'),
);
