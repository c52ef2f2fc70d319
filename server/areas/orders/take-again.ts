import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderDiscounts, sales } from '#db/schema/index.ts';
import { stockOf, takeStock } from './stock.ts';

/** The goods and coupon uses of an order that is paid after its hold has ended. All, or none and `false`. */
export async function takeAgain(tx: Db, orderUid: string): Promise<boolean> {
  const wanted = await stockOf(tx, orderUid);
  if (!wanted) return false;
  return tx
    .transaction(async (savepoint) => {
      if (!(await takeStock(savepoint, wanted))) throw new OutOfStock();
      // The shopper has paid the price with the discount, so its use counts even when others have used it up meanwhile.
      const used = savepoint
        .select({ uuid: orderDiscounts.saleUid })
        .from(orderDiscounts)
        .where(eq(orderDiscounts.orderUid, orderUid));
      // Locked in one order, as everywhere else, so that two orders can't deadlock.
      await savepoint
        .select({ uuid: sales.uuid })
        .from(sales)
        .where(sql`${sales.uuid} in ${used}`)
        .orderBy(sales.uuid)
        .for('update');
      await savepoint
        .update(sales)
        .set({ uses: sql`${sales.uses} + 1` })
        .where(sql`${sales.uuid} in ${used}`);
      return true;
    })
    .catch((error) => {
      if (error instanceof OutOfStock) return false;
      throw error;
    });
}

class OutOfStock extends Error {}
