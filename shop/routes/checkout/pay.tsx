import { data } from 'react-router';
import { readPayLink } from '#server/checkout/payments/pay-link.ts';
import { contextOf } from '~/context.ts';
import { PayByLink } from '~/features/purchase/payment/pay-by-link.tsx';
import { notFoundOr } from '~/not-found.ts';
import { useStore } from '~/store.ts';
import type { Route } from './+types/pay.ts';

/** The address holds the secret, so it goes neither to search engines nor to other sites. */
export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex, nofollow' },
  { name: 'referrer', content: 'no-referrer' },
];
export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const link = await readPayLink(ctx, params.secret).catch(notFoundOr);
  return data(
    { link, secret: params.secret, title: `תשלום עבור הזמנה ${link.order_number} | ${ctx.store.name}` },
    { headers: { 'cache-control': 'private, no-store' } },
  );
}

export default function Pay({ loaderData }: Route.ComponentProps) {
  const store = useStore();
  return (
    <PayByLink key={loaderData.secret} link={loaderData.link} secret={loaderData.secret} store={store.store.name} />
  );
}
