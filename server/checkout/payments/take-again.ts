import type { Db } from '#db/client.ts';
import { isGone, reserve, stockOf } from '../orders/stock.ts';
import { countAgain } from '../pricing/uses.ts';

/** The goods and coupon uses of an order that is paid after its hold has ended. All, or none and `false`. */
export async function takeAgain(tx: Db, orderUid: string): Promise<boolean> {
  const wanted = await stockOf(tx, orderUid);
  if (!wanted) return false;
  return tx
    .transaction(async (savepoint) => {
      await reserve(savepoint, { wanted });
      await countAgain(savepoint, orderUid);
      return true;
    })
    .catch((error) => {
      if (isGone(error)) return false;
      throw error;
    });
}
