import type { Variant } from '#contract/catalogue/products.ts';
import type { Image } from '#contract/common.ts';
import { anyOf, byProduct, prepared } from '#db/prepared.ts';
import { productImages, products, storeProducts, variants, variantValues } from '#db/schema/index.ts';
import { and, asc, eq, sql } from '#db/sql.ts';
import { MAX_LAST_PIECES } from '#domain/catalogue/stock-text.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { type ImageRow, isSpin, toImage } from '../cards/images.ts';
import { variantDeletedPrice, variantPrice } from '../cards/price.ts';
import { listPlans, monthlyFrom, type Plan } from '../finance-plans.ts';
import { soldIn } from '../sold-in.ts';

type Sold = { variants: Variant[]; images: Image[] };

/** What can be chosen of each of these products, with the pictures; in four queries whatever their number. */
export async function getVariants(ctx: RequestContext, productUids: string[]): Promise<Map<string, Sold>> {
  if (productUids.length === 0) return new Map();
  const parameters = { uids: productUids, store: ctx.store.uuid };
  const [rows, valueRows, imageRows, plans] = await Promise.all([
    variantsQuery(ctx.db).execute(parameters),
    valuesQuery(ctx.db).execute(parameters),
    imagesQuery(ctx.db).execute(parameters),
    listPlans(ctx),
  ]);
  const sold = byProduct(rows);
  const values = byProduct(valueRows);
  const images = byProduct(imageRows);
  return new Map(
    productUids.map((uid) => {
      const productImages = images(uid);
      return [
        uid,
        {
          variants: sold(uid).map((row) => toVariant(row, values(uid), productImages, plans)),
          images: productImages
            .filter((image) => image.variantUid === null && !isSpin(image))
            .map((image, i) => toImage(image, i === 0)),
        },
      ];
    }),
  );
}

const atBranches = sql<
  { key: string; name: string }[] | null
>`case when exists (select from branch_stock s where s.variant_uid = ${variants.uuid})
  then (select coalesce(json_agg(json_build_object('key', b.key, 'name', b.name) order by b.position), '[]')
    from branch_stock s join branches b on b.uuid = s.branch_uid
      join branch_stores t on t.branch_uid = b.uuid and t.store_uid = ${sql.placeholder('store')}
    where s.variant_uid = ${variants.uuid} and s.pieces > 0) end`;

const variantsQuery = prepared((db) =>
  db
    .select({
      uuid: variants.uuid,
      productUid: variants.productUid,
      sku: variants.sku,
      stock: variants.stock,
      atBranches,
      kind: products.kind,
      policy: products.stockPolicy,
      price: variantPrice,
      deletedPrice: variantDeletedPrice,
    })
    .from(variants)
    .innerJoin(products, eq(products.uuid, variants.productUid))
    .innerJoin(storeProducts, soldIn(sql.placeholder('store')))
    .where(and(anyOf(variants.productUid, 'uids'), variants.active))
    .orderBy(asc(variants.position), asc(variants.sku))
    .prepare('variants_of_products'),
);

const valuesQuery = prepared((db) =>
  db
    .select({
      productUid: variants.productUid,
      variantUid: variantValues.variantUid,
      type: variantValues.type,
      value_name: variantValues.valueName,
      value: variantValues.value,
      value_type: variantValues.valueType,
    })
    .from(variantValues)
    .innerJoin(variants, eq(variants.uuid, variantValues.variantUid))
    .where(anyOf(variants.productUid, 'uids'))
    .orderBy(asc(variantValues.position))
    .prepare('values_of_products'),
);

const imagesQuery = prepared((db) =>
  db
    .select()
    .from(productImages)
    .where(anyOf(productImages.productUid, 'uids'))
    .orderBy(asc(productImages.position))
    .prepare('images_of_products'),
);

type VariantRow = Awaited<ReturnType<ReturnType<typeof variantsQuery>['execute']>>[number];
type ValueRow = Awaited<ReturnType<ReturnType<typeof valuesQuery>['execute']>>[number];

function toVariant(row: VariantRow, values: ValueRow[], images: ImageRow[], plans: Plan[]): Variant {
  const price = row.price === null ? null : Number(row.price);
  const inStock = row.policy === 'IN_STOCK' && row.stock > 0;
  const stills = imagesOf(
    row.uuid,
    values,
    images.filter((image) => !isSpin(image)),
  );
  const frames = imagesOf(row.uuid, values, images.filter(isSpin));
  return {
    id: row.uuid,
    sku: row.sku,
    price: price === null ? null : toShekels(price),
    deleted_price:
      price !== null && row.deletedPrice !== null && Number(row.deletedPrice) > price
        ? toShekels(Number(row.deletedPrice))
        : null,
    // Lenders finance vehicles; what is bought along with one is in the purchase's own calculation.
    monthly_from: row.kind === 'VEHICLE' && price !== null ? monthlyFrom(plans, price) : null,
    available: row.policy === 'PRE_ORDER' || inStock,
    last_pieces: inStock && row.stock <= MAX_LAST_PIECES ? row.stock : null,
    at_branches: row.atBranches,
    types: values
      .filter((value) => value.variantUid === row.uuid)
      .map(({ type, value_name, value, value_type }) => ({ type, value_name, value, value_type })),
    product_images: stills.map((image, i) => toImage(image, i === 0)),
    spin: frames.map((image) => toImage(image, false)),
  };
}

/**
 * A variant's own pictures, else those of the first variant in its colour that has some: sizes share what a colour
 * looks like.
 */
function imagesOf(variant: string, values: ValueRow[], images: ImageRow[]): ImageRow[] {
  const colorOf = (uuid: string | null) =>
    values.find((value) => value.variantUid === uuid && value.type === 'COLOR')?.value_name;
  const color = colorOf(variant);
  const variantImages = images.filter((image) => image.variantUid === variant);
  if (variantImages.length > 0 || color === undefined) return variantImages;
  const first = images.find((image) => image.variantUid !== null && colorOf(image.variantUid) === color);
  return images.filter((image) => first && image.variantUid === first.variantUid);
}
