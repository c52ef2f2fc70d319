import type { Configurator } from '#contract/catalogue/configurator.ts';
import type { VariantValue } from '#contract/catalogue/products.ts';
import type { Image } from '#contract/common.ts';
import { catalogueTag, productTag } from '#db/cache-tags.ts';
import {
  configuratorChoices,
  configuratorGroups,
  configuratorRules,
  products,
  storeProducts,
  variants,
  variantValues,
} from '#db/schema/index.ts';
import { and, asc, eq, inArray } from '#db/sql.ts';
import { variantDifference } from '#domain/catalogue/configurator.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { mainImagesOfVariants } from '../cards/images.ts';
import { variantPrice } from '../cards/price.ts';
import { contains } from '../engine/bitset.ts';
import { getCatalogue } from '../snapshot/catalogue.ts';

/**
 * What can be chosen of a product that the store shows; `null` when it has no configurator, its price is on request or
 * it isn't there.
 */
export async function getConfigurator(ctx: RequestContext, productUid: string): Promise<Configurator | null> {
  const { byUuid, published } = await getCatalogue(ctx);
  const docId = byUuid.get(productUid);
  // Nothing is kept of whatever else a visitor names.
  if (docId === undefined || !contains(published, docId)) return null;
  return ctx.cache.get(
    `configurator:${ctx.store.uuid}/${productUid}`,
    { tags: [productTag(productUid), catalogueTag(ctx.store.uuid)] },
    () => currentConfigurator(ctx, productUid),
  );
}

/**
 * Products that these choices hold already or rule out, by the pictures that show the choices: a package that brings
 * heated grips excludes the choice of the grips.
 */
export async function settledProducts(
  ctx: RequestContext,
  { product_uid, rules }: Configurator,
  choices: string[],
): Promise<Set<string>> {
  const excluded = rules
    .filter(({ kind }) => kind === 'excludes')
    .flatMap(({ choice, others }) => [
      ...(choices.includes(choice) ? others : []),
      ...(others.some((other) => choices.includes(other)) ? [choice] : []),
    ]);
  const rows = await ctx.db
    .selectDistinct({ uuid: variants.productUid })
    .from(configuratorChoices)
    .innerJoin(
      variants,
      and(eq(variants.sku, configuratorChoices.pictureSku), eq(variants.companyUid, ctx.store.companyUid)),
    )
    .where(
      and(eq(configuratorChoices.productUid, product_uid), inArray(configuratorChoices.key, [...choices, ...excluded])),
    );
  return new Set(rows.map(({ uuid }) => uuid));
}

/** The same as it is in the database at this moment, in the caller's transaction: for what is charged. */
export async function currentConfigurator(ctx: RequestContext, productUid: string): Promise<Configurator | null> {
  const groups = await ctx.db
    .select({
      position: configuratorGroups.position,
      name: configuratorGroups.name,
      multiple: configuratorGroups.multiple,
    })
    .from(configuratorGroups)
    .innerJoin(products, eq(products.uuid, configuratorGroups.productUid))
    .innerJoin(
      storeProducts,
      and(eq(storeProducts.productUid, configuratorGroups.productUid), eq(storeProducts.storeUid, ctx.store.uuid)),
    )
    .where(
      and(eq(configuratorGroups.productUid, productUid), storeProducts.published, eq(products.priceOnRequest, false)),
    )
    .orderBy(asc(configuratorGroups.position));
  if (groups.length === 0) return null;
  const [choices, rules, rows, colors] = await Promise.all([
    ctx.db
      .select()
      .from(configuratorChoices)
      .where(eq(configuratorChoices.productUid, productUid))
      .orderBy(asc(configuratorChoices.position)),
    ctx.db
      .select()
      .from(configuratorRules)
      .where(eq(configuratorRules.productUid, productUid))
      .orderBy(asc(configuratorRules.position)),
    selectVariants(ctx, productUid),
    selectColors(ctx, productUid),
  ]);
  const pictures = await picturesBySku(
    ctx,
    choices.flatMap(({ pictureSku }) => pictureSku ?? []),
  );
  const images = await mainImagesOfVariants(
    ctx,
    rows.map(({ uuid }) => uuid),
  );
  const sold = rows.map((row) => ({
    id: row.uuid,
    sku: row.sku,
    price: toShekels(Number(row.price)),
    available: row.stockPolicy === 'PRE_ORDER' || (row.stockPolicy === 'IN_STOCK' && row.stock > 0),
    image: images.get(row.uuid) ?? null,
  }));
  return {
    product_uid: productUid,
    groups: groups.map((group) => ({
      name: group.name,
      multiple: group.multiple,
      choices: choices
        .filter((choice) => choice.groupPosition === group.position)
        .map((choice) => ({
          key: choice.key,
          name: choice.name,
          text: choice.text,
          price:
            choice.variantSkus.length > 0 ? variantDifference(sold, choice.variantSkus) : toShekels(choice.priceAgorot),
          default: choice.isDefault,
          variants: choice.variantSkus,
          color: commonColor(colors, choice.variantSkus),
          image: (choice.pictureSku && pictures.get(choice.pictureSku)) || null,
        })),
    })),
    rules: rules.map(({ choice, kind, others, reason }) => ({ choice, kind: kind as 'requires', others, reason })),
    variants: sold,
  };
}

const selectVariants = (ctx: RequestContext, productUid: string) =>
  ctx.db
    .select({
      uuid: variants.uuid,
      sku: variants.sku,
      stock: variants.stock,
      stockPolicy: products.stockPolicy,
      price: variantPrice,
    })
    .from(storeProducts)
    .innerJoin(products, eq(products.uuid, storeProducts.productUid))
    .innerJoin(variants, eq(variants.productUid, products.uuid))
    .where(and(eq(storeProducts.storeUid, ctx.store.uuid), eq(products.uuid, productUid), variants.active))
    .orderBy(asc(variants.position), asc(variants.sku));

const selectColors = (ctx: RequestContext, productUid: string) =>
  ctx.db
    .select({
      sku: variants.sku,
      type: variantValues.type,
      value_name: variantValues.valueName,
      value: variantValues.value,
      value_type: variantValues.valueType,
    })
    .from(variantValues)
    .innerJoin(variants, eq(variants.uuid, variantValues.variantUid))
    .where(and(eq(variants.productUid, productUid), eq(variantValues.type, 'COLOR')));

/** The colour that all variants of a choice share: then it is a choice of colour. */
function commonColor(colors: Awaited<ReturnType<typeof selectColors>>, skus: string[]): VariantValue | null {
  const matching = colors.filter(({ sku }) => skus.includes(sku));
  const [first] = matching;
  if (!first || matching.some(({ value_name }) => value_name !== first.value_name)) return null;
  const { sku: _, ...value } = first;
  return { ...value, value_type: value.value_type as VariantValue['value_type'] };
}

async function picturesBySku(ctx: RequestContext, skus: string[]): Promise<Map<string, Image>> {
  if (skus.length === 0) return new Map();
  const rows = await ctx.db
    .select({ sku: variants.sku, uuid: variants.uuid, product: variants.productUid })
    .from(variants)
    .where(and(eq(variants.companyUid, ctx.store.companyUid), inArray(variants.sku, skus)));
  dependOn(...rows.map(({ product }) => productTag(product)));
  const images = await mainImagesOfVariants(
    ctx,
    rows.map(({ uuid }) => uuid),
  );
  return new Map(
    rows.flatMap(({ sku, uuid }): [string, Image][] => {
      const image = images.get(uuid);
      return image ? [[sku, image]] : [];
    }),
  );
}
