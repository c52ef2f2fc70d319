import { data } from 'react-router';
import { findOrder, readOrder } from '#server/areas/orders/read.ts';
import type { RequestContext } from '#server/context.ts';
import { notFoundOr } from './not-found.ts';
import type { OrderPage } from './order-page.ts';

/** An order for whoever holds its secret; nobody keeps a copy of the page. @throws Response 404 for a wrong secret */
export async function loadOrderPage(ctx: RequestContext, secret: string | null, title: string) {
  const uuid = await findOrder(ctx, { secret: secret ?? '' }).catch(notFoundOr);
  const page: OrderPage = {
    order: await readOrder(ctx, uuid),
    secret: secret ?? '',
    title: `${title} | ${ctx.store.name}`,
  };
  return data(page, { headers: { 'cache-control': 'private, no-store' } });
}
