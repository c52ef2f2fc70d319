import { inArray, sql } from 'drizzle-orm';
import type { Image } from '#contract/common.ts';
import { productImages } from '#db/schema/index.ts';
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
