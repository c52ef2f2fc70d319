import type { Db } from '#db/client.ts';
import { favorites, products, storeProducts } from '#db/schema/index.ts';
import { and, desc, eq, sql } from '#db/sql.ts';
import { canBeOrdered, lowestOrderablePrice, lowestPrice } from '../../catalogue/cards/price.ts';
import { soldIn } from '../../catalogue/sold-in.ts';

/**
 * A favourite as the store offers it now, beside what its customer knows of it. Agorot; `null`: on request, or not
 * known.
 */
export type Offer = {
  productUid: string;
  name: string;
  slug: string;
  /** As the store shows it: the lowest, also where that can't be ordered. */
  price: number | null;
  /** Of what can be ordered: higher where the cheapest variant is sold out. */
  orderablePrice: number | null;
  available: boolean;
  /** What the customer saw when it became a favourite, or read in the last alert. */
  knownPrice: number | null;
  knownAvailable: boolean | null;
  /** The same before the last alert that named it. */
  toldFromPrice: number | null;
  toldFromAvailable: boolean | null;
};

const numberOf = (value: unknown): number | null => (value === null ? null : Number(value));

/** Those that the store shows, the newest first. */
export async function offersOf(tx: Db, customerUid: string, storeUid: string): Promise<Offer[]> {
  const rows = await tx
    .select({
      productUid: favorites.productUid,
      name: products.name,
      slug: products.slug,
      price: lowestPrice,
      orderablePrice: lowestOrderablePrice,
      available: canBeOrdered,
      knownPrice: favorites.knownPriceAgorot,
      knownAvailable: favorites.knownAvailable,
      toldFromPrice: favorites.toldFromPriceAgorot,
      toldFromAvailable: favorites.toldFromAvailable,
    })
    .from(favorites)
    .innerJoin(products, eq(products.uuid, favorites.productUid))
    .innerJoin(storeProducts, soldIn(storeUid))
    .where(and(eq(favorites.customerUid, customerUid), storeProducts.published))
    .orderBy(desc(favorites.createdAt), favorites.productUid);
  return rows.map((row) => ({ ...row, price: numberOf(row.price), orderablePrice: numberOf(row.orderablePrice) }));
}

export type Known = Pick<Offer, 'productUid' | 'knownPrice' | 'knownAvailable' | 'toldFromPrice' | 'toldFromAvailable'>;

/** Written as it was read: what changes in between is sent the next time. */
export async function noteKnown(tx: Db, customerUid: string, knownOffers: Known[]): Promise<void> {
  if (knownOffers.length === 0) return;
  const column = (name: keyof Known) => sql.param(knownOffers.map((one) => one[name]));
  await tx.execute(sql`update favorites set known_price_agorot = fresh.price, known_available = fresh.available,
      told_from_price_agorot = fresh.from_price, told_from_available = fresh.from_available
    from unnest(${column('productUid')}::uuid[], ${column('knownPrice')}::bigint[], ${column('knownAvailable')}::boolean[],
      ${column('toldFromPrice')}::bigint[], ${column('toldFromAvailable')}::boolean[]) as fresh (uuid, price, available, from_price, from_available)
    where favorites.customer_uid = ${customerUid} and favorites.product_uid = fresh.uuid`);
}
