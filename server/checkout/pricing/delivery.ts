import type { DeliveryOption } from '#contract/checkout/cart-pricing.ts';
import { settingsTag } from '#db/cache-tags.ts';
import { deliveryTypes } from '#db/schema/index.ts';
import { and, asc, eq } from '#db/sql.ts';
import {
  type DeliveryTerms,
  deliveryPrice,
  deliveryTerms,
  dependsOnPlace,
  type Parcel,
} from '#domain/money/delivery-price.ts';
import { toShekels } from '#domain/money/money.ts';
import type { RequestContext } from '../../context.ts';
import { listBranches } from '../../stores/branches.ts';

/** A delivery type with its terms for one cart; `finalAgorot` is shown and charged. */
export type DeliveryType = typeof deliveryTypes.$inferSelect & { terms: DeliveryTerms; finalAgorot: number };

/**
 * Delivery types of the store that suit the kinds of products in the cart and its weight. Goods bought with a vehicle
 * are handed over with it, so only the vehicle's kind counts; HANDOVER is for vehicles alone. `free`: a sale gives free
 * delivery.
 */
export async function suitableDeliveries(
  ctx: RequestContext,
  kinds: string[],
  parcel: Parcel,
  free: boolean,
): Promise<DeliveryType[]> {
  const all = await ctx.cache.get(`deliveries:${ctx.store.uuid}`, { tags: [settingsTag(ctx.store.uuid)] }, () =>
    ctx.db
      .select()
      .from(deliveryTypes)
      .where(and(eq(deliveryTypes.storeUid, ctx.store.uuid), deliveryTypes.active))
      .orderBy(asc(deliveryTypes.position)),
  );
  const vehicle = kinds.includes('VEHICLE');
  const deciding = vehicle ? ['VEHICLE'] : kinds;
  return all
    .filter(
      (type) =>
        (vehicle || type.kind !== 'HANDOVER') &&
        deciding.every((kind) => type.productKinds.includes(kind)) &&
        parcel.weightG <= (type.maxWeightG ?? Number.POSITIVE_INFINITY),
    )
    .map((type) => {
      const terms = deliveryTerms(type, parcel);
      return { ...type, terms, finalAgorot: free ? 0 : deliveryPrice(terms, parcel.sumAgorot) };
    });
}

export const storeBranches = async (ctx: RequestContext) =>
  (await listBranches(ctx)).map(({ uuid: id, name, city, address }) => ({ id, name, city, address }));

export async function toOption(ctx: RequestContext, type: DeliveryType): Promise<DeliveryOption> {
  return {
    id: type.uuid,
    kind: type.kind,
    name: type.name,
    days: type.days ?? '',
    first_price: toShekels(type.terms.priceAgorot),
    final_price: toShekels(type.finalAgorot),
    free_from: type.terms.freeFromAgorot === null ? null : toShekels(type.terms.freeFromAgorot),
    by_place: dependsOnPlace(type.prices),
    branches: type.kind === 'COURIER' ? [] : await storeBranches(ctx),
  };
}
