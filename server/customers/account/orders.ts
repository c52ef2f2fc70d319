import type { OrderPreview } from '#contract/customers/customers.ts';
import { orderLines, orders, stores } from '#db/schema/index.ts';
import { and, asc, containing, count, desc, eq, exists, getTableColumns, ilike, inArray, or } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { toShekels } from '#domain/money/money.ts';
import { hasPaymentInDoubt, toPayNowAgorot } from '../../checkout/orders/balance.ts';
import {
  canStillBeCancelled,
  hasOpenNotice,
  noticesOfOrder,
  shownNotices,
} from '../../checkout/orders/cancellation-notices.ts';
import { isAllReturned } from '../../checkout/orders/returned-pieces.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';

const SHOWN_LINES = 4;
type Query = { page: number; page_size: number; search: string };
type OrderList = { items: OrderPreview[]; total: number; page: number; page_size: number };

/** The customer's orders, descending by time; `search` matches their numbers and product names. */
export async function getCustomerOrders(ctx: RequestContext, { search, ...paging }: Query): Promise<OrderList> {
  const { uuid } = requireCustomer(ctx);
  const text = containing(search);
  const bought = ctx.db
    .select({ uuid: orderLines.uuid })
    .from(orderLines)
    .where(and(eq(orderLines.orderUid, orders.uuid), ilike(orderLines.name, text)));
  const condition = and(
    eq(orders.storeUid, ctx.store.uuid),
    eq(orders.customerUid, uuid),
    search === '' ? undefined : or(ilike(orders.number, text), exists(bought)),
  );
  const [rows, [counted]] = await Promise.all([
    ctx.db
      .select({
        ...getTableColumns(orders),
        notices: noticesOfOrder,
        hasOpenNotice: hasOpenNotice(orders.uuid),
        toPayNowAgorot,
        hasPaymentInDoubt,
        returned: isAllReturned(orders.uuid),
      })
      .from(orders)
      // Without a join Drizzle names the columns of `noticesOfOrder` without their tables (db/rows.ts).
      .innerJoin(stores, eq(stores.uuid, orders.storeUid))
      .where(condition)
      .orderBy(desc(orders.createdAt), desc(orders.uuid))
      .limit(paging.page_size)
      .offset((paging.page - 1) * paging.page_size),
    ctx.db.select({ total: count() }).from(orders).where(condition),
  ]);
  const lines = await linesOf(
    ctx,
    rows.map((row) => row.uuid),
  );
  const items = rows.map((row): OrderPreview => {
    const ownLines = lines.filter((line) => line.orderUid === row.uuid);
    return {
      uuid: row.uuid,
      number: row.number,
      status: row.status,
      payment_status: row.paymentStatus,
      created_at: row.createdAt.toISOString(),
      total_order_price: toShekels(row.totalAgorot),
      amount_to_pay: toShekels(row.toPayNowAgorot),
      in_doubt: row.hasPaymentInDoubt,
      at_branch: row.branchUid !== null,
      cancellation_notices: shownNotices(row.notices),
      returned: row.returned,
      cancelling: row.hasOpenNotice && canStillBeCancelled(row.status),
      lines_count: ownLines.length,
      lines: ownLines
        .slice(0, SHOWN_LINES)
        .map(({ id, name, media, quantity }) => ({ id, name, image_url: mediaPath(media), quantity })),
    };
  });
  return { items, total: counted?.total ?? 0, ...paging };
}

async function linesOf(ctx: RequestContext, orderUids: string[]) {
  if (orderUids.length === 0) return [];
  return ctx.db
    .select({
      id: orderLines.uuid,
      orderUid: orderLines.orderUid,
      name: orderLines.name,
      media: orderLines.media,
      quantity: orderLines.quantity,
    })
    .from(orderLines)
    .where(inArray(orderLines.orderUid, orderUids))
    .orderBy(asc(orderLines.position));
}
