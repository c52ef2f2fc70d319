import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import {
  data,
  type MetaDescriptor,
  redirect,
  useLocation,
  useNavigate,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product } from '#contract/catalogue/products.ts';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { nameOfVehicles } from '#domain/catalogue/vehicles/vehicle-name.ts';
import { productPath } from '#domain/text/links.ts';
import { findConfigurations, openConfiguration } from '#server/catalogue/configurator/configurations.ts';
import { getConfigurator, settledProducts } from '#server/catalogue/configurator/configurator.ts';
import { getProduct, getUpsells } from '#server/catalogue/products/product.ts';
import { getOpenOrder } from '#server/checkout/orders/open-order.ts';
import { getPaymentOptions } from '#server/checkout/purchase/payment-options.ts';
import type { RequestContext } from '#server/context.ts';
import { getMainAddress } from '#server/customers/account/main-address.ts';
import { socialWays } from '#server/customers/sign-in/social.ts';
import { listBrands } from '#server/stores/stores.ts';
import { ButtonLink } from '#ui/button.tsx';
import { Empty } from '#ui/empty.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { useToast } from '#ui/toasts.tsx';
import { contextOf } from '~/context.ts';
import { useCustomer } from '~/features/account/customer.ts';
import type { SocialWays } from '~/features/account/sign-in/social.ts';
import { useCart } from '~/features/cart/cart.tsx';
import { cart, readProductUid } from '~/features/cart/cart-store.ts';
import { MissingLines, wasShown } from '~/features/cart/missing-lines.tsx';
import { StockAlertButton } from '~/features/product/buy/stock-alert-button.tsx';
import { usePurchaseBasket } from '~/features/purchase/basket/purchase-basket.ts';
import { usePurchaseState } from '~/features/purchase/basket/purchase-state.ts';
import { forgetPurchase } from '~/features/purchase/basket/purchase-storage.ts';
import { Checkout } from '~/features/purchase/checkout.tsx';
import { Finished, useFinished } from '~/features/purchase/open-order/finished.tsx';
import { OpenOrderFirst } from '~/features/purchase/open-order/open-order-first.tsx';
import type { Buyer, PaymentOptions } from '~/features/purchase/payment/payment-methods.ts';
import { ProductPurchase } from '~/features/purchase/product-purchase.tsx';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import { loaderHeadersOf } from '~/uncached-page.ts';
import type { Route } from './+types/purchase.ts';

const SignInDialog = lazyPart(() => import('~/features/account/sign-in/sign-in-dialog.tsx'));
const ProvePhone = lazyPart(() => import('~/features/account/sign-in/prove-phone.tsx'));

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, request }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const uid = new URL(request.url).searchParams.get('uid') || null;
  const [settings, address, open, { product, configuration, settled }] = await Promise.all([
    getPaymentOptions(ctx),
    getMainAddress(ctx),
    ctx.customer ? getOpenOrder(ctx) : null,
    uid ? bought(ctx, uid) : nothing,
  ]);
  // What can't be had any more as it was put together is looked at anew, where the page says what has changed.
  if (product && configuration && (configuration.gone.length > 0 || configuration.variant_id === null))
    throw redirect(`${productPath(product.slug.name)}?config=${configuration.code}#configurator`);
  const upsells = await getUpsells(
    ctx,
    (product?.upsell ?? []).map(({ id }) => id).filter((id) => !settled.has(id)),
  );
  const gone = uid !== null && product === null;
  const head = headOf(ctx.store, { title: 'רכישה', path: '/purchase', noindex: true });
  // A signed-in customer's address is in it.
  const uncached = { 'cache-control': 'private, no-store' };
  return data(
    {
      head,
      account: open?.secret ?? null,
      settings,
      address,
      product,
      configuration,
      goods: await goodsOf(ctx, product),
      upsells,
      gone,
      ways: socialWays(ctx),
    },
    { status: gone ? 404 : 200, headers: uncached },
  );
}

async function goodsOf(ctx: RequestContext, product: Product | null): Promise<string> {
  if (product?.kind !== 'VEHICLE') return 'המוצר';
  const brands = await listBrands(ctx, ctx.store.companyUid);
  const brand = brands.find(({ id }) => id === product.brand?.id)?.key ?? null;
  const type = product.meta.find(({ key }) => key === 'type')?.value ?? null;
  return nameOfVehicles(ctx.store.settings.vehicle_names, [{ brand, type }]).definite;
}

export const headers = loaderHeadersOf;

type Bought = {
  product: Product | null;
  configuration: SavedConfiguration | null;
  /** What isn't offered with it, as it is chosen already. */
  settled: Set<string>;
};

const nothing: Bought = { product: null, configuration: null, settled: new Set() };

/** `uid` names a product, or a configuration of one by its code or uuid. */
async function bought(ctx: RequestContext, uid: string): Promise<Bought> {
  const product = await find(ctx, uid);
  if (product) return { ...nothing, product };
  const [stored] = await findConfigurations(ctx, [uid]);
  const configurator = stored && (await getConfigurator(ctx, stored.productUid));
  if (!configurator) return nothing;
  const [configured, configuration] = await Promise.all([
    find(ctx, stored.productUid),
    openConfiguration(ctx, configurator, stored.code),
  ]);
  const settled = configuration ? await settledProducts(ctx, configurator, configuration.choices) : nothing.settled;
  return { product: configured, configuration, settled };
}

async function find(ctx: RequestContext, uid: string): Promise<Product | null> {
  try {
    return await getProduct(ctx, uid).catch(notFoundOr);
  } catch (error) {
    if (error instanceof Response) return null;
    throw error;
  }
}

/** The steps share one address but for `step`; only another product needs other data, or who asks for it in place. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }): boolean =>
  currentUrl.href === nextUrl.href || currentUrl.searchParams.get('uid') !== nextUrl.searchParams.get('uid');

export default function Purchase({ loaderData }: Route.ComponentProps) {
  const { product, configuration, goods, upsells, settings, address, account, gone, ways } = loaderData;
  const [search] = useSearchParams();
  const state = useCustomer();
  const customer = state.status === 'signed-in' ? state.customer : null;
  const signIn = useSignInOver(ways);
  const buyer = { customer, guest: state.status === 'anonymous', address, onSignIn: signIn.onSignIn, ProvePhone };
  const uid = configuration?.code ?? product?.id ?? (gone ? search.get('uid') : null);
  return (
    <>
      <OpenOrderFirst uid={uid} account={account}>
        {gone && uid ? (
          <Gone uid={uid} />
        ) : product ? (
          <ProductPurchase
            key={configuration?.code ?? product.id}
            {...{ product, configuration, goods, upsells, settings, buyer }}
          />
        ) : (
          <CartPurchase settings={settings} buyer={buyer} />
        )}
      </OpenOrderFirst>
      {signIn.dialog}
    </>
  );
}

type CartPurchaseProps = { settings: PaymentOptions; buyer: Buyer };

/** `/purchase` without a product: the cart's own checkout; with an empty cart, the product whose purchase was begun. */
function CartPurchase({ settings, buyer }: CartPurchaseProps) {
  const { done } = useFinished(null);
  const { loaded, items, missing } = useCart();
  const { isFree } = usePurchaseState();
  if (!loaded || !isFree) return <Page title="רכישה" />;
  if (items.length > 0) return <CartCheckout settings={settings} buyer={buyer} />;
  if (done) return <Finished done={done} onAgain={null} />;
  const lost = missing.filter(wasShown);
  return lost.length > 0 ? <SoldOut items={lost} /> : <Nothing />;
}

/** All that was in the cart was sold to others. */
function SoldOut({ items }: { items: CartItem[] }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <Page title="הסל התרוקן" titleRef={title}>
      <section role="alert" className="mx-auto mt-6 grid max-w-xl gap-4 rounded-xl bg-warning-wash p-5 lg:p-7">
        <MissingLines items={items} action={(item) => <StockAlertButton of={item} size="sm" variant="secondary" />} />
        <p>לא חויבתם, ומה שמילאתם נשמר לקנייה הבאה.</p>
        <ButtonLink to="/category" className="justify-self-start">
          לכל הדגמים והמוצרים
        </ButtonLink>
      </section>
    </Page>
  );
}

function CartCheckout({ settings, buyer }: CartPurchaseProps) {
  return <Checkout basket={usePurchaseBasket(cart)} offer={{ settings, deposit: null, goods: 'הפריטים', buyer }} />;
}

function Nothing() {
  const navigate = useNavigate();
  const toast = useToast();
  const handled = useRef(false);

  useEffect(() => {
    if (handled.current) return;
    handled.current = true;
    const uid = readProductUid();
    if (uid) navigate(`/purchase?uid=${encodeURIComponent(uid)}`, { replace: true });
    else toast({ kind: 'info', title: 'אין רכישה בתהליך' });
  }, [navigate, toast]);

  return (
    <Page title="אין רכישה בתהליך">
      <Empty
        drawing="bag"
        title="עוד לא בחרתם מה לקנות"
        action={<ButtonLink to="/category">לכל הדגמים והמוצרים</ButtonLink>}
      >
        בחרו דגם או מוצר, וההזמנה תמשיך מכאן.
      </Empty>
    </Page>
  );
}

type PageProps = { title: string; titleRef?: RefObject<HTMLHeadingElement | null>; children?: ReactNode };

const Page = ({ title, titleRef, children }: PageProps) => (
  <div className="page min-h-[50vh] py-10">
    <h1 ref={titleRef} tabIndex={-1} className="text-center text-2xl focus:outline-none">
      {title}
    </h1>
    {children}
  </div>
);

/**
 * The sign-in over the purchase: nothing of it is left, and the customer's details and address come in. Fetched when
 * first opened.
 */
function useSignInOver(ways: SocialWays) {
  const [open, setOpen] = useState<boolean | null>(null);
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  async function onIn() {
    setOpen(false);
    await revalidate();
    // What opened the dialog is gone with it.
    document.getElementById('step-title')?.focus({ preventScroll: true });
  }
  const dialog = open !== null && (
    <SignInDialog
      open={open}
      onClose={() => setOpen(false)}
      onIn={() => void onIn()}
      ways={ways}
      to={`${pathname}${search}`}
    />
  );
  return { dialog, onSignIn: () => setOpen(true) };
}

/** The product has been taken out of the store since its purchase was begun. */
function Gone({ uid }: { uid: string }) {
  useEffect(() => forgetPurchase(uid), [uid]);
  return (
    <Page title="המוצר אינו זמין יותר">
      <Empty
        drawing="parcel"
        title="הרכישה לא יכולה להמשיך"
        action={<ButtonLink to="/category">לכל הדגמים והמוצרים</ButtonLink>}
      >
        המוצר שבחרתם הוסר מהחנות. אפשר לבחור דגם אחר.
      </Empty>
    </Page>
  );
}
