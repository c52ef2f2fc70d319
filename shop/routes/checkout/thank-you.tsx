import { contextOf } from '~/context.ts';
import { OrderView } from '~/features/purchase/order-page/order-view.tsx';
import { loadPlacedOrder } from '~/order-page.server.ts';
import { loaderHeadersOf, secretMeta } from '~/uncached-page.ts';
import type { Route } from './+types/thank-you.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export const loader = ({ context, request, url }: Route.LoaderArgs) =>
  loadPlacedOrder(contextOf(context), request, url, 'תודה על ההזמנה');

export default function ThankYou({ loaderData }: Route.ComponentProps) {
  return <OrderView key={loaderData.secret} {...loaderData} thanks />;
}
