import type { Db } from '#db/client.ts';
import { heldPieces, isOutOfStock, takeStock } from '../orders/stock.ts';
import { countAgain } from '../pricing/promotion-uses.ts';

/**
 * Takes the goods and coupon uses of an order that is paid after its hold has ended. @returns `false`, with nothing
 * taken, where a piece is missing
 */
export async function takeAgain(tx: Db, orderUid: string): Promise<boolean> {
  const heldLines = await heldPieces(tx, orderUid);
  const pieces = heldLines.flatMap(({ variantUid, quantity }) => (variantUid ? [{ variantUid, quantity }] : []));
  if (pieces.length < heldLines.length) return false;
  return tx
    .transaction(async (savepoint) => {
      await takeStock(savepoint, orderUid, pieces);
      await countAgain(savepoint, orderUid);
      return true;
    })
    .catch((error) => {
      if (isOutOfStock(error)) return false;
      throw error;
    });
}
