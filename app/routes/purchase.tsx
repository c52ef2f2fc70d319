import { PackageX } from 'lucide-react';
import { useEffect } from 'react';
import { data } from 'react-router';
import type { Product } from '#contract/products.ts';
import { getProduct } from '#server/areas/products/product.ts';
import { getPurchaseSettings } from '#server/areas/stores/purchase-settings.ts';
import type { RequestContext } from '#server/context.ts';
import { contextOf } from '~/context.ts';
import { useCustomer } from '~/features/account/customer.ts';
import { CartPurchase } from '~/features/purchase/cart-purchase.tsx';
import { ProductPurchase } from '~/features/purchase/product-purchase.tsx';
import { writeProductUid } from '~/features/purchase/purchase-storage.ts';
import { notFoundOr } from '~/not-found.ts';
import { ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';
import type { Route } from './+types/purchase.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.title },
  { name: 'robots', content: 'noindex' },
];

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const uid = new URL(request.url).searchParams.get('uid');
  const [settings, product] = await Promise.all([getPurchaseSettings(ctx), uid ? find(ctx, uid) : null]);
  const upsells = await Promise.all((product?.upsell ?? []).map(({ id }) => find(ctx, id)));
  const gone = uid !== null && product === null;
  const title = `רכישה | ${ctx.store.name}`;
  return data(
    { title, settings, product, upsells: upsells.filter((found) => found !== null), gone },
    { status: gone ? 404 : 200 },
  );
}

async function find(ctx: RequestContext, uid: string): Promise<Product | null> {
  try {
    return await getProduct(ctx, uid).catch(notFoundOr);
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}

/** The steps share one address but for `step`; only another product needs other data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.searchParams.get('uid') !== nextUrl.searchParams.get('uid');

export default function Purchase({ loaderData }: Route.ComponentProps) {
  const { product, upsells, settings, gone } = loaderData;
  const state = useCustomer();
  const customer = state.status === 'signed-in' ? state.customer : null;
  if (gone) return <Gone />;
  if (!product) return <CartPurchase settings={settings} customer={customer} />;
  return <ProductPurchase key={product.id} {...{ product, upsells, settings, customer }} />;
}

/** The product has been taken out of the store since its purchase was begun. */
function Gone() {
  useEffect(() => writeProductUid(null), []);
  return (
    <div className="page min-h-[50vh] py-10">
      <h1 className="text-center text-2xl">המוצר אינו זמין יותר</h1>
      <Empty
        icon={<PackageX />}
        title="הרכישה לא יכולה להמשיך"
        action={<ButtonLink to="/category">לכל הדגמים והמוצרים</ButtonLink>}
      >
        המוצר שבחרתם הוסר מהחנות. אפשר לבחור דגם אחר.
      </Empty>
    </div>
  );
}
