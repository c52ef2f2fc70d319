import { redirect } from 'react-router';
import { ORDER_NUMBER } from '#domain/orders/order-number.ts';
import { orderCookie } from '#server/checkout/order-secret.ts';
import { readCancelling } from '#server/checkout/orders/cancellation-notices.ts';
import { findOrder, readOrder } from '#server/checkout/orders/read.ts';
import type { RequestContext } from '#server/context.ts';
import { hiddenCookie } from '#server/identity/device-marks.ts';
import { readBuyerTasks } from '#server/leads/bookings/handover-date.ts';
import { readSeller } from '#server/stores/seller.ts';
import { notFoundOr } from './not-found.ts';
import { uncached } from './uncached-page.ts';

/** An order by its secret; the page is never cached. @throws Response 404 for a wrong secret */
export async function loadOrderPage(ctx: RequestContext, secret: string | null, title: string) {
  const uuid = await findOrder(ctx, { secret: secret ?? '' }).catch(notFoundOr);
  const order = await readOrder(ctx, uuid);
  return uncached({
    order,
    cancelling: await readCancelling(ctx, order),
    tasks: await readBuyerTasks(ctx, uuid),
    seller: await readSeller(ctx),
    secret: secret ?? '',
    title: `${title} | ${ctx.store.name}`,
  });
}

const DAY = 86_400;

/**
 * An order right after it was placed. Scripts that measure read a page's address, so the secret does not stay in it: it
 * goes into a cookie that no script reads, under the order's number, which then stands in the address in its place. The
 * page can be reloaded and gone back to for a day; afterwards the link in the mail leads to the order.
 * `url` is the page's own: the request's may ask for its data.
 * @throws Response 302 from the secret to the number, and without either to the page that finds an order; 404
 */
export async function loadPlacedOrder(ctx: RequestContext, request: Request, url: URL, title: string) {
  const orderParameter = url.searchParams.get('order') ?? '';
  // Which order, the form there asks.
  if (!orderParameter) throw redirect('/order');
  if (ORDER_NUMBER.test(orderParameter))
    return loadOrderPage(ctx, cookieOf(request, orderCookie(orderParameter)), title);
  const uuid = await findOrder(ctx, { secret: orderParameter }).catch(notFoundOr);
  const { number } = await readOrder(ctx, uuid);
  throw redirect(`${url.pathname}?order=${number}`, {
    headers: {
      'set-cookie': hiddenCookie(ctx, { name: orderCookie(number), value: orderParameter, seconds: DAY }),
      'cache-control': 'private, no-store',
    },
  });
}

function cookieOf(request: Request, name: string): string | null {
  const cookies = (request.headers.get('cookie') ?? '').split(/;\s*/);
  return cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1) ?? null;
}
