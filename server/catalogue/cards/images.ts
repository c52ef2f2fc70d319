import type { Image } from '#contract/common.ts';
import { pictureTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { anyOf, prepared } from '#db/prepared.ts';
import { productImages, variants } from '#db/schema/index.ts';
import { and, asc, eq, inArray, isNull, notLike, or, sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';

export type ImageRow = typeof productImages.$inferSelect;

type Shown = Pick<ImageRow, 'media' | 'view' | 'alt' | 'width' | 'height' | 'focusX' | 'focusY'>;

export const toImage = ({ media, view, alt, width, height, focusX, focusY }: Shown, main: boolean): Image => ({
  image_url: mediaPath(media),
  view,
  alt,
  width,
  height,
  main_image: main,
  ...(focusX !== null && focusY !== null && { focus: { x: focusX, y: focusY } }),
});

/** A frame of the 360° view: the importer calls them `spin-01`, `spin-02` … */
export const isSpin = ({ view }: { view: string }): boolean => view.startsWith('spin-');
export const noSpin = notLike(productImages.view, 'spin-%');

/**
 * Of a colour that is sold no more, in a query with `variants`: one that isn't sold may have the pictures of its
 * colour.
 */
export const isWithdrawn = sql<boolean>`(coalesce(not ${variants.active}, false) and not exists (
  select from variant_values mine join variant_values theirs on theirs.type = mine.type and theirs.value_name = mine.value_name
    join variants sold on sold.uuid = theirs.variant_uid and sold.active and sold.product_uid = ${variants.productUid}
  where mine.type = 'COLOR' and mine.variant_uid = ${variants.uuid}))`;

/** First picture of each product: of the product itself, else of the first variant that is sold. */
export async function mainImageOf(ctx: RequestContext, productUids: string[]): Promise<Map<string, Image>> {
  if (productUids.length === 0) return new Map();
  dependOn(...productUids.map(pictureTag));
  const rows = await ctx.db
    .selectDistinctOn([productImages.productUid], { image: productImages })
    .from(productImages)
    .leftJoin(variants, eq(variants.uuid, productImages.variantUid))
    .where(and(inArray(productImages.productUid, productUids), noSpin))
    .orderBy(productImages.productUid, isWithdrawn, sql`${variants.position} nulls first`, productImages.position);
  return new Map(rows.map(({ image }) => [image.productUid, toImage(image, true)]));
}

/** First picture of each variant, else of another one in its colour, else its product's. */
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
      focusX: productImages.focusX,
      focusY: productImages.focusY,
    })
    .from(productImages)
    .where(
      and(
        eq(productImages.productUid, variants.productUid),
        or(isNull(productImages.variantUid), eq(productImages.variantUid, variants.uuid), inSameColor),
        noSpin,
      ),
    )
    .orderBy(
      sql`case when ${productImages.variantUid} = ${variants.uuid} then 0 when ${productImages.variantUid} is not null then 1 else 2 end`,
      asc(productImages.position),
    )
    .limit(1)
    .as('image');

const inSameColor = sql`exists (
  select from variant_values mine join variant_values theirs on theirs.type = mine.type and theirs.value_name = mine.value_name
  where mine.type = 'COLOR' and mine.variant_uid = ${variants.uuid} and theirs.variant_uid = ${productImages.variantUid})`;

/** What `toImage` wants of it. */
export const columnsOf = ({ media, view, alt, width, height, focusX, focusY }: ReturnType<typeof imageOfVariant>) => ({
  media,
  view,
  alt,
  width,
  height,
  focusX,
  focusY,
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
