import { PackageX } from 'lucide-react';
import { useEffect } from 'react';
import { data } from 'react-router';
import type { Product } from '#contract/products.ts';
import { getProduct } from '#server/areas/products/product.ts';
import { getPurchaseSettings } from '#server/areas/stores/purchase-settings.ts';
import { Refusal } from '#server/errors.ts';
import { contextOf } from '~/context.ts';
import { CartPurchase } from '~/features/purchase/cart-purchase.tsx';
import { ProductPurchase } from '~/features/purchase/product-purchase.tsx';
import { writeProductUid } from '~/features/purchase/purchase-storage.ts';
import { ButtonLink } from '~/ui/button.tsx';
import { Empty } from '~/ui/empty.tsx';
import type { Route } from './+types/purchase.ts';

export const meta: Route.MetaFunction = ({ loaderData }) => [{ title: loaderData?.title }, { name: 'robots', content: 'noindex' }];

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const uid = new URL(request.url).searchParams.get('uid');
  const settings = await getPurchaseSettings(ctx);
  const title = `רכישה | ${ctx.store.name}`;
  const find = (id: string): Promise<Product | null> =>
    getProduct(ctx, id).catch((error) => {
      if (error instanceof Refusal && error.status === 404) return null;
      throw error;
    });
  const product = uid ? await find(uid) : null;
  if (uid && !product) return data({ title, settings, product: null, upsells: [], gone: true }, { status: 404 });
  const upsells = await Promise.all((product?.upsell ?? []).map(({ id }) => find(id)));
  return data({ title, settings, product, upsells: upsells.filter((found) => found !== null), gone: false });
}

/** The steps share one address but for `step`; only another product needs other data. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.searchParams.get('uid') !== nextUrl.searchParams.get('uid');

export default function Purchase({ loaderData }: Route.ComponentProps) {
  const { product, upsells, settings, gone } = loaderData;
  if (gone) return <Gone />;
  if (!product) return <CartPurchase settings={settings} />;
  return <ProductPurchase key={product.id} product={product} upsells={upsells} settings={settings} />;
}

/** The product has been taken out of the store since its purchase was begun. */
function Gone() {
  useEffect(() => writeProductUid(null), []);
  return (
    <div className="page min-h-[50vh] py-10">
      <h1 className="text-center text-2xl">המוצר אינו זמין יותר</h1>
      <Empty icon={<PackageX />} title="הרכישה לא יכולה להמשיך" action={<ButtonLink to="/category">לכל הדגמים והמוצרים</ButtonLink>}>
        המוצר שבחרתם הוסר מהחנות. אפשר לבחור דגם אחר.
      </Empty>
    </div>
  );
}
