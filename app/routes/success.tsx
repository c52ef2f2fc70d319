import { contextOf } from '~/context.ts';
import { loadOrderPage, orderHeaders, orderMeta } from '~/features/orders/order-page.ts';
import { OrderView } from '~/features/orders/order-view.tsx';
import type { Route } from './+types/success.ts';

export const meta: Route.MetaFunction = orderMeta;
export const headers = orderHeaders;

export const loader = ({ context, request }: Route.LoaderArgs) =>
  loadOrderPage(contextOf(context), new URL(request.url).searchParams.get('order'), 'ההזמנה התקבלה');

export default function Success({ loaderData }: Route.ComponentProps) {
  return <OrderView key={loaderData.secret} {...loaderData} thanks />;
}
