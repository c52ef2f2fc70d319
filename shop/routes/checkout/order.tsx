import { contextOf } from '~/context.ts';
import { OrderView } from '~/features/purchase/order-page/order-view.tsx';
import { useFormDraft } from '~/forms/draft.ts';
import { loadOrderPage } from '~/order-page.server.ts';
import { loaderHeadersOf, secretMeta } from '~/uncached-page.ts';
import type { Route } from './+types/order.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export const loader = ({ context, params }: Route.LoaderArgs) =>
  loadOrderPage(contextOf(context), params.secret, 'פרטי ההזמנה');

export default function Order({ loaderData }: Route.ComponentProps) {
  // Who looked for it has found it: the next one at this screen reads neither its number nor the phone.
  useFormDraft('order', undefined, true);
  return <OrderView key={loaderData.secret} {...loaderData} thanks={false} />;
}
