import { addresses, customers } from '#db/schema/index.ts';
import { and, desc, eq } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';

export type MainAddress = Record<
  'city' | 'street' | 'house' | 'entrance' | 'floor' | 'apartment' | 'postal_code' | 'remarks',
  string
>;

/** Default postal address of an order: the signed-in customer's main one, else the newest. */
export async function getMainAddress(ctx: RequestContext): Promise<MainAddress | null> {
  if (!ctx.customer) return null;
  const [row] = await ctx.db
    .select({ address: addresses })
    .from(addresses)
    .innerJoin(customers, eq(customers.uuid, addresses.customerUid))
    .where(and(eq(customers.storeUid, ctx.store.uuid), eq(customers.uuid, ctx.customer.uuid)))
    .orderBy(desc(addresses.isMain), desc(addresses.createdAt))
    .limit(1);
  if (!row) return null;
  const { city, street, house, entrance, floor, apartment, postalCode, remarks } = row.address;
  return { city, street, house, entrance, floor, apartment, postal_code: postalCode, remarks };
}
