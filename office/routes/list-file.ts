import type { LoaderFunctionArgs } from 'react-router';
import type { OfficeContext } from '#server/context.ts';
import { exportBookings } from '#server/office/bookings/export-bookings.ts';
import { exportChanges } from '#server/office/changes/export-changes.ts';
import { exportPosts } from '#server/office/content/posts.ts';
import { exportMisses, exportRedirects } from '#server/office/content/redirects.ts';
import { exportCustomers } from '#server/office/customers/list-customers.ts';
import { exportDocuments } from '#server/office/documents/documents.ts';
import { exportLeads } from '#server/office/leads/export-leads.ts';
import type { ListFile } from '#server/office/list-file.ts';
import { exportOrders } from '#server/office/orders/export-orders.ts';
import { exportProducts } from '#server/office/products/export-products.ts';
import { exportPromotions } from '#server/office/promotions/list-promotions.ts';
import { exportVoices } from '#server/office/reviews/list-reviews.ts';
import { exportStock } from '#server/office/stock/list-stock.ts';
import { exportTradeIns } from '#server/office/trade-ins/list-trade-ins.ts';
import { refuse } from '#server/platform/errors.ts';
import { fileReply } from '../file-reply.ts';
import { load, queryOf } from '../load.ts';

const lists = new Map<string, (ctx: OfficeContext, query: never) => Promise<ListFile>>([
  ['orders.csv', exportOrders],
  ['leads.csv', exportLeads],
  ['products.csv', exportProducts],
  ['stock/export', exportStock],
  ['customers/export', exportCustomers],
  ['changes.csv', exportChanges],
  ['documents/export', exportDocuments],
  ['trade-ins/export', exportTradeIns],
  ['bookings/export', exportBookings],
  ['reviews/export', exportVoices],
  ['promotions/export', exportPromotions],
  ['content/redirects/export', exportRedirects],
  ['content/misses/export', exportMisses],
  ['content/posts/export', exportPosts],
]);

/** A list as it is filtered now, as a file. */
export const loader = load(async (ctx, { request, pattern }: LoaderFunctionArgs) => {
  const list = lists.get(pattern);
  if (!list) throw refuse('NOT_FOUND');
  return fileReply(await list(ctx, queryOf(request) as never));
});
