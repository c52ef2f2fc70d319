import { and, asc, eq, inArray, isNull, notLike, or, sql } from 'drizzle-orm';
import type { Image } from '#contract/common.ts';
import type { Db } from '#db/client.ts';
import { anyOf, prepared } from '#db/prepared.ts';
import { productImages, variants } from '#db/schema/index.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import type { RequestContext } from '../../context.ts';

export type ImageRow = typeof productImages.$inferSelect;

export const toImage = (row: Pick<ImageRow, 'media' | 'view' | 'alt' | 'width' | 'height'>, main: boolean): Image => ({
  image_url: mediaPath(row.media),
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

/** The same in a query of variants, to be joined to it laterally. */
export const imageOfVariant = (db: Db) =>
  db
    .select({
      media: productImages.media,
      view: productImages.view,
      alt: productImages.alt,
      width: productImages.width,
      height: productImages.height,
    })
    .from(productImages)
    .where(
      and(
        eq(productImages.productUid, variants.productUid),
        or(isNull(productImages.variantUid), eq(productImages.variantUid, variants.uuid)),
        noSpin,
      ),
    )
    .orderBy(sql`${productImages.variantUid} nulls last`, asc(productImages.position))
    .limit(1)
    .as('image');

/** What `toImage` wants of it. */
export const columnsOf = ({ media, view, alt, width, height }: ReturnType<typeof imageOfVariant>) => ({
  media,
  view,
  alt,
  width,
  height,
});

const variantImagesQuery = prepared((db) => {
  const image = imageOfVariant(db);
  return db
    .select({ variantUid: variants.uuid, image: columnsOf(image) })
    .from(variants)
    .innerJoinLateral(image, sql`true`)
    .where(anyOf(variants.uuid, 'ids'))
    .prepare('images_of_variants');
});
