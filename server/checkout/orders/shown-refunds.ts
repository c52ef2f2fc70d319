import type { Order } from '#contract/checkout/orders.ts';
import { rowsOf } from '#db/rows.ts';
import { alias } from '#db/schema/columns.ts';
import { orders, payments, refunds } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { walletNames } from '#domain/money/wallets.ts';

const refundedPayment = alias(payments, 'refunded');

/** As a column of a query of orders. A hold that was released took nothing that could come back. */
export const refundsOfOrder = rowsOf(
  {
    uuid: refunds.uuid,
    amountAgorot: refunds.amountAgorot,
    feeAgorot: refunds.feeAgorot,
    status: refunds.status,
    plannedAt: refunds.createdAt,
    at: sql<string>`coalesce(${refunds.settledAt}, ${refunds.createdAt})`,
    wallet: refundedPayment.wallet,
    last4: refundedPayment.last4,
  },
  sql`from ${refunds} join ${payments} refunded on ${refundedPayment.uuid} = ${refunds.paymentUid}
    where ${refundedPayment.orderUid} = ${orders.uuid} and ${refunds.status} <> 'refused' and ${refundedPayment.status} not in ('authorised', 'cancelled')`,
  sql`${refunds.createdAt}, ${refunds.amountAgorot} desc, ${refunds.uuid}`,
);
type RefundRow = (typeof refundsOfOrder)['_']['type'][number];

const meansOf = ({ wallet, last4 }: RefundRow): string => `${wallet ?? ''} ${last4 ?? ''}`;

/**
 * Refunds as their buyer knows them: what one return takes from several payments was planned at one moment, and is one
 * refund, unless it goes to several cards or a part of it is still on its way.
 */
export function shownRefunds(rows: RefundRow[]): Order['refunds'] {
  const returns = Map.groupBy(rows, ({ plannedAt }) => plannedAt);
  return [...returns.values()].flatMap((parts) => {
    const isShared = new Set(parts.map(meansOf)).size > 1;
    const shown = Map.groupBy(parts, (part) => `${meansOf(part)} ${part.status === 'done'}`);
    return [...shown.values()].flatMap((same) => {
      const [first] = same;
      if (!first) return [];
      const sum = (agorot: (row: RefundRow) => number) => toShekels(same.reduce((all, row) => all + agorot(row), 0));
      return {
        id: first.uuid,
        amount: sum(({ amountAgorot }) => amountAgorot),
        fee: sum(({ feeAgorot }) => feeAgorot),
        at: same.map(({ at }) => new Date(at).toISOString()).reduce((a, b) => (a > b ? a : b)),
        done: first.status === 'done',
        to: isShared ? { wallet: first.wallet && walletNames[first.wallet], last4: first.last4 } : null,
      };
    });
  });
}
