import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { cancellationFee } from '#domain/orders/cancellation.ts';
import { returnedPieces } from './returned-pieces.ts';

/**
 * The fee of a cancellation that was kept: what is left of an order's money once it is cancelled or all its pieces are given back, where
 * something went back and the law allows as much. Agorot; `null`: nothing was kept, or more than a fee is still owed.
 */
export async function keptFee(db: Db, orderUid: string): Promise<number | null> {
  const { rows } = await db.execute<{ taken: number; kept: number; isBack: boolean }>(sql`
    select coalesce(sum(coalesce(taken_agorot, amount_agorot)), 0)::float8 as taken,
      coalesce(sum(coalesce(taken_agorot, amount_agorot) - refunded_agorot), 0)::float8 as kept,
      (select status from orders where uuid = ${orderUid}) = 'cancelled' or not exists (select from order_lines l where l.order_uid = ${orderUid} and l.quantity > ${returnedPieces(sql`l.uuid`)}) as "isBack"
    from payments where order_uid = ${orderUid} and status in ('paid', 'partly_refunded') and review_outcome is distinct from 'closed'`);
  const [money] = rows;
  return money?.isBack && money.kept > 0 && money.kept < money.taken && money.kept <= cancellationFee(money.taken)
    ? money.kept
    : null;
}
