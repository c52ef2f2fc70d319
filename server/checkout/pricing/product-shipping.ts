import type { Product } from '#contract/catalogue/products.ts';
import { variants } from '#db/schema/index.ts';
import { inArray } from '#db/sql.ts';
import { toAgorot, toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { suitableDeliveries } from './delivery.ts';

/** A way by courier and what it costs in shekels. */
export type Shipping = { name: string; price: number };

const ANYWHERE = { city: '', postalCode: '' };

/**
 * What it costs to have one piece sent, by variant, as far as one knows without the address. What is only handed over
 * or collected isn't in it.
 */
export async function shippingOf(ctx: RequestContext, products: Product[]): Promise<Map<string, Shipping[]>> {
  const couriers = async (kind: Product['kind'], sumAgorot: number, weightG: number) =>
    (await suitableDeliveries(ctx, [kind], { ...ANYWHERE, sumAgorot, weightG }, false)).filter(
      (type) => type.kind === 'COURIER',
    );
  const kinds = new Set<Product['kind']>();
  for (const kind of new Set(products.map((product) => product.kind)))
    if ((await couriers(kind, 0, 0)).length > 0) kinds.add(kind);
  const sent = products.filter(({ kind }) => kinds.has(kind));
  const weights = await weightsOf(ctx, sent);
  const shippingByVariant = new Map<string, Shipping[]>();
  for (const { kind, variants } of sent)
    for (const { id, price } of variants) {
      if (price === null) continue;
      const ways = await couriers(kind, toAgorot(price), weights.get(id) ?? 0);
      shippingByVariant.set(
        id,
        ways.map(({ name, finalAgorot }) => ({ name, price: toShekels(finalAgorot) })),
      );
    }
  return shippingByVariant;
}

/** Grams by variant; one without a weight goes at the price of the lightest. */
async function weightsOf(ctx: RequestContext, products: Product[]): Promise<Map<string, number>> {
  const uids = products.flatMap(({ variants }) => variants.map(({ id }) => id));
  if (uids.length === 0) return new Map();
  const rows = await ctx.db
    .select({ uuid: variants.uuid, weightG: variants.weightG })
    .from(variants)
    .where(inArray(variants.uuid, uids));
  return new Map(rows.map(({ uuid, weightG }) => [uuid, weightG ?? 0]));
}
