import type { Db } from '#db/client.ts';
import type { OrderLineRow, OrderRow } from '#db/schema/index.ts';
import { hasReturnableStock, waitsAt } from '#domain/orders/transitions.ts';
import { refuse } from '../../platform/errors.ts';
import { atBranch, changeStock, isOutOfStock } from '../orders/stock.ts';
import type { EditedLine } from './edited-lines.ts';

export type StockMove = { sku: string; name: string; change: number };

/**
 * Takes what the order grew by, gives back what it lost: pieces that a courier or the buyer has are put back by hand,
 * as when an order is cancelled. The CHECK on the stock decides. @throws NOT_POSSIBLE
 */
export async function moveStock(
  tx: Db,
  order: OrderRow,
  edited: EditedLine[],
  removed: OrderLineRow[],
): Promise<StockMove[]> {
  const moves = [
    ...edited.map(({ was, added, stockTaken }) => ({
      variantUid: was?.variantUid ?? added?.variant.uuid ?? null,
      sku: was?.sku ?? added?.variant.sku ?? '',
      name: was?.name ?? added?.variant.name ?? '',
      change: (was?.stockTaken ?? 0) - stockTaken,
    })),
    ...removed.map(({ variantUid, sku, name, stockTaken }) => ({ variantUid, sku, name, change: stockTaken })),
  ].filter(({ change }) => change < 0 || (change > 0 && hasReturnableStock(order)));
  const pieces = moves.flatMap(({ variantUid, change }) => (variantUid ? [{ variantUid, quantity: change }] : []));
  await changeStock(tx, order.uuid, await atBranch(tx, pieces, waitsAt(order)), 1).catch((error) => {
    if (isOutOfStock(error)) throw refuse('NOT_POSSIBLE', { message: 'אין במלאי מספיק יחידות ממה שנוסף' });
    throw error;
  });
  return moves.map(({ sku, name, change }) => ({ sku, name, change }));
}
