import { isolate } from '#domain/text/format.ts';
import { readPayLink } from '#server/checkout/payments/pay-link.ts';
import { contextOf } from '~/context.ts';
import { PayByLink } from '~/features/purchase/payment/pay-by-link.tsx';
import { notFoundOr } from '~/not-found.ts';
import { useStore } from '~/store.ts';
import { loaderHeadersOf, secretMeta, uncached } from '~/uncached-page.ts';
import type { Route } from './+types/pay.ts';

export const meta: Route.MetaFunction = secretMeta;
export const headers = loaderHeadersOf;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const link = await readPayLink(ctx, params.secret).catch(notFoundOr);
  return uncached({
    link,
    secret: params.secret,
    title: `תשלום עבור הזמנה ${isolate(link.order_number)} | ${ctx.store.name}`,
  });
}

export default function Pay({ loaderData }: Route.ComponentProps) {
  const store = useStore();
  return (
    <PayByLink key={loaderData.secret} link={loaderData.link} secret={loaderData.secret} store={store.store.name} />
  );
}
