import { contextOf } from '~/context.ts';
import { OrderView } from '~/features/purchase/order/order-view.tsx';
import { loadOrderPage } from '~/order-page.server.ts';
import { loaderHeadersOf, secretMeta } from '~/uncached-page.ts';
import type { Route } from './+types/order.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadOrderPage(contextOf(context), params.secret, 'פרטי ההזמנה');

export default function Order({ loaderData }: Route.ComponentProps) {
  return <OrderView key={loaderData.secret} {...loaderData} thanks={false} />;
}
