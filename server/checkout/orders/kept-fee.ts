import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';

/**
 * The fee of a cancellation that staff kept of an order's money, less what went back of it since, where nothing else of
 * the money is still here. Agorot; `null`: none is kept, or more is left than that.
 */
export async function keptFee(db: Db, orderUid: string): Promise<number | null> {
  const { rows } = await db.execute<{ fee: number; left: number }>(sql`
    select coalesce((select sum(r.fee_agorot) from refunds r join payments p on p.uuid = r.payment_uid
        where p.order_uid = ${orderUid} and r.status = 'done'), 0)::float8 as fee,
      coalesce((select sum(coalesce(taken_agorot, amount_agorot) - refunded_agorot) from payments
        where order_uid = ${orderUid} and status in ('paid', 'partly_refunded') and review_outcome is distinct from 'closed'), 0)::float8 as left`);
  const [{ fee, left } = { fee: 0, left: 0 }] = rows;
  return left > 0 && left <= fee ? left : null;
}
