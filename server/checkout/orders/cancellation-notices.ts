import type { CancellationNotice } from '#contract/checkout/orders.ts';
import { rowsOf } from '#db/rows.ts';
import { orderHistory, orders } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';

/** Column of a query of orders: their cancellation notices (`noteCancellation`), the oldest first. */
export const noticesOfOrder = rowsOf(
  { number: orderHistory.toValue, sentAt: orderHistory.createdAt },
  sql`from ${orderHistory}
    where ${orderHistory.orderUid} = ${orders.uuid} and ${orderHistory.field} = 'cancellation_notice'`,
  sql`${orderHistory.createdAt}`,
);

export const shownNotices = (rows: { number: string; sentAt: string }[]): CancellationNotice[] =>
  rows.map(({ number, sentAt }) => ({ number, sent_at: new Date(sentAt).toISOString() }));
