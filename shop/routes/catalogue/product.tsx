import { Fragment, type ReactNode, startTransition, useCallback, useMemo, useState } from 'react';
import { type MetaDescriptor, redirect, useSearchParams } from 'react-router';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import type { Product } from '#contract/catalogue/products.ts';
import { bookingNames } from '#domain/calendar/booking.ts';
import { anchorsOf, orderSections, type ProductSection } from '#domain/catalogue/product-page/sections.ts';
import { chooseVariant, sizesOnSale } from '#domain/catalogue/variants.ts';
import { videoOf } from '#domain/catalogue/video.ts';
import { toAgorot } from '#domain/money/money.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { categoryPath, OPEN_SIZE, productPath } from '#domain/text/links.ts';
import { openConfiguration } from '#server/catalogue/configurator/configurations.ts';
import { getConfigurator } from '#server/catalogue/configurator/configurator.ts';
import { getProduct } from '#server/catalogue/products/product.ts';
import { configurationOfQuote } from '#server/checkout/finance/quotes.ts';
import { suitableDeliveries } from '#server/checkout/pricing/delivery.ts';
import { shippingOf } from '#server/checkout/pricing/product-shipping.ts';
import { promotionsOf } from '#server/checkout/pricing/read-promotions.ts';
import { homeOrigin, publicOrigin } from '#server/content/seo/urls.ts';
import type { RequestContext } from '#server/context.ts';
import { receiveQuestion } from '#server/leads/reviews/ask.ts';
import { productVoices } from '#server/leads/reviews/read.ts';
import { listBranches } from '#server/stores/branches.ts';
import { listContentPages } from '#server/stores/content-pages.ts';
import { pagePart } from '#ui/lazy-part.tsx';
import { contextOf } from '~/context.ts';
import type { Configured } from '~/features/configurator/use-configuration.ts';
import { Hero } from '~/features/product/hero.tsx';
import type { Notes } from '~/features/product/hero-notes.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData, faqData, productData } from '~/features/seo/structured.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/product.ts';

const SIZE_GUIDE = 'size-guide';

/** Below the first screen: the server shows it, and its code comes after the page's own. */
const Configurator = pagePart(
  () => import('~/features/configurator/configurator.tsx'),
  (module) => module.default,
);
const sections = () => import('./product-sections.ts');
const Anchors = pagePart(sections, (parts) => parts.Anchors);
const Overview = pagePart(sections, (parts) => parts.Overview);
const PartFits = pagePart(
  () => import('~/features/parts/part-fits.tsx'),
  (module) => module.default,
);
const FinanceSection = pagePart(sections, (parts) => parts.FinanceSection);
const SafetySystems = pagePart(sections, (parts) => parts.SafetySystems);
const Specifications = pagePart(sections, (parts) => parts.Specifications);
const Questions = pagePart(sections, (parts) => parts.Questions);
const Related = pagePart(sections, (parts) => parts.Related);
const Visit = pagePart(sections, (parts) => parts.Visit);
const StickyBar = pagePart(sections, (parts) => parts.StickyBar);

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, params, url }: Route.LoaderArgs) {
  if (!params.slug) throw redirect('/category');
  const ctx = contextOf(context);
  const product = await getProduct(ctx, params.slug).catch(notFoundOr);
  // One address a product: another form of its slug, a former one, or its uuid leads there.
  if (product.slug.name !== params.slug) throw redirect(`${productPath(product.slug.name)}${url.search}`, 301);
  const path = productPath(product.slug.name);
  const search = url.searchParams;
  const voices = await productVoices(ctx, product.id, search.get('reviews') === 'all');
  const home = await homeOrigin(ctx, product.id);
  const productFacts = { reviews: voices.reviews.items, shipping: await shippingOf(ctx, [product]) };
  const crumbs = product.breadcrumbs.map(({ name, slug }) => ({ name, path: categoryPath(slug.name) }));
  const head = headOf(ctx.store, {
    title: product.seo.title,
    description: product.seo.description,
    path,
    home,
    image: product.main_image?.image_url,
    type: 'product',
    data: [
      ...productData(ctx.store, product, productFacts, `${home ?? publicOrigin(ctx.store)}${path}`),
      ...breadcrumbData(ctx.store, [...crumbs, { name: product.name, path }]),
      ...faqData(ctx.store, product.faqs),
    ],
  });
  const videos = product.videos.flatMap((url) => videoOf(url, ctx.store.settings.frame_hosts ?? []) ?? []);
  const branches = await listBranches(ctx);
  const configurator = await getConfigurator(ctx, product.id);
  // Kept financing opens with its configuration, which is newer than one that was shared: a change drops the quote.
  const code = (configurator && (await configurationOfQuote(ctx, search.get('quote')))) ?? search.get('config');
  const saved = configurator && code ? await openConfiguration(ctx, configurator, code) : null;
  const order = orderSections(ctx.store.settings.product_sections);
  const anchors = anchorsOf(order, partsOf(product, configurator !== null));
  const visit = await visitOf(ctx, product, branches);
  const notes = notesOf(ctx, product, {
    home,
    branches,
    homeVisit: visit.homeVisit && { name: visit.homeVisit.name, path: visit.homeVisit.path },
    collect: visit.collect,
    delivery: visit.deliveries[0] ?? null,
    promotions: product.available ? await promotionsOf(ctx, product) : [],
  });
  const sizeGuide = await sizeGuideOf(ctx, product);
  return { product, configurator, saved, head, videos, notes, voices, order, anchors, visit, sizeGuide };
}

/** A question, asked on the page itself. */
export const action = async ({ context, request }: Route.ActionArgs) =>
  receiveQuestion(contextOf(context), await request.formData());

type Branches = Awaited<ReturnType<typeof listBranches>>;
type Asked = { home: string | null; branches: Branches } & Pick<
  Notes,
  'homeVisit' | 'collect' | 'delivery' | 'promotions'
>;

/** Ways to a person, and what the law wants said of a vehicle. */
function notesOf(
  ctx: RequestContext,
  { kind, slug }: Product,
  { home, branches, homeVisit, collect, delivery, promotions }: Asked,
): Notes {
  const isVehicle = kind === 'VEHICLE';
  const hasTestRides = isVehicle && branches.some(({ services }) => services.includes('TEST_RIDE'));
  const number = parsePhone(ctx.store.settings.whatsapp ?? '');
  const origin = home ?? publicOrigin(ctx.store);
  return {
    isVehicle,
    visit: hasTestRides ? bookingNames(ctx.store.settings).TEST_RIDE.name : null,
    homeVisit,
    collect,
    delivery,
    promotions,
    tradeIn: isVehicle && (ctx.store.settings.purchase?.trade_in ?? false),
    whatsapp: number ? { number: number.slice(1), page: origin && `${origin}${productPath(slug.name)}` } : null,
  };
}

/** With the address of the form that asks for it, for this vehicle. */
function homeVisitOf({ store: { settings } }: RequestContext, kind: Product['kind'], slug: string) {
  if (kind !== 'VEHICLE' || !settings.home_visit) return null;
  const path = `/contact?${new URLSearchParams({ type: 'home_visit', product: slug })}`;
  return { ...settings.home_visit, path };
}

/** Where the store tells how to measure: a text page of this address. */
async function sizeGuideOf(ctx: RequestContext, { variants }: Product): Promise<string | null> {
  const sized = variants.some(({ types }) => types.some(({ type }) => type === 'SIZE'));
  const pages = sized ? await listContentPages(ctx) : [];
  return pages.some(({ slug }) => slug === SIZE_GUIDE) ? `/page/${SIZE_GUIDE}` : null;
}

/** Which parts there are to jump to. */
const partsOf = (product: Product, configurable: boolean) => ({
  colors: product.kind === 'VEHICLE' && product.variants.length > 1,
  overview: product.description !== '',
  configurator: configurable,
  specifications: product.specifications.length > 0,
  price: product.variants.some(({ monthly_from }) => monthly_from !== null),
});

/** Branches that sell or show such goods, and the ways to get them with the time that each takes. */
async function visitOf(ctx: RequestContext, { kind, slug, price, available }: Product, branches: Branches) {
  const isVehicle = kind === 'VEHICLE';
  const service = kind === 'SPARE_PART' ? 'PARTS' : 'SALE';
  const parcel = { sumAgorot: toAgorot(price ?? 0), weightG: 0, city: '', postalCode: '' };
  const ways = available ? await suitableDeliveries(ctx, [kind], parcel, false) : [];
  return {
    branches: branches
      .filter(({ services }) => services.includes(service) || (isVehicle && services.includes('TEST_RIDE')))
      .map(({ key, name, city, phone, hours, exceptions, services }) => ({
        ...{ key, name, city, phone, hours, exceptions },
        rides: isVehicle && services.includes('TEST_RIDE'),
      })),
    /** Whether such goods are collected at branches. */
    collect: ways.some(({ kind: way }) => way !== 'COURIER'),
    deliveries: ways.flatMap(({ name, days }) => (days ? [{ name, days }] : [])),
    ride: isVehicle ? { name: bookingNames(ctx.store.settings).TEST_RIDE.name, product: slug.name } : null,
    homeVisit: homeVisitOf(ctx, kind, slug.name),
  };
}

/** Another colour is another query of the same page: nothing is to be fetched. A shared configuration is. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname ||
  currentUrl.searchParams.get('config') !== nextUrl.searchParams.get('config');

/**
 * The configuration that the page shows: the one it was opened with, then what the shopper puts together. It stays
 * where the address no longer names one: a colour that was chosen meanwhile is the configurator's to take up.
 */
function useConfigured(saved: SavedConfiguration | null) {
  const [configured, setConfigured] = useState(() => configuredOf(saved));
  const [before, setBefore] = useState(saved);
  if (before !== saved) {
    setBefore(saved);
    if (saved && before?.code !== saved.code) setConfigured(configuredOf(saved));
  }
  // Parts that have not come to life yet keep what the server has sent of them.
  const onChange = useCallback(
    (configuration: Configured | null) => startTransition(() => setConfigured(configuration)),
    [],
  );
  return { configured, onChange };
}

const configuredOf = (saved: SavedConfiguration | null): Configured | null =>
  saved?.price == null || saved.variant_id === null
    ? null
    : { choices: saved.choices, variant: saved.variant_id, price: saved.price };

/** What was chosen, put together and calculated belongs to a product: another one begins anew. */
export default (props: Route.ComponentProps) => <ProductPage key={props.loaderData.product.id} {...props} />;

function ProductPage({ loaderData, actionData }: Route.ComponentProps) {
  const { product, configurator, saved, videos, notes, voices, order, anchors, visit, sizeGuide } = loaderData;
  const [search] = useSearchParams();
  const { configured, onChange } = useConfigured(saved);
  const sku = search.get('variant');
  const composed = product.variants.find(({ id }) => id === configured?.variant);
  const namedVariant = composed ?? chooseVariant(product.variants, sku);
  // A link of a colour leaves the size open.
  const isOpen = !composed && (namedVariant?.sku !== sku || search.has(OPEN_SIZE));
  const sizes = namedVariant && isOpen ? sizesOnSale(product.variants, namedVariant) : [];
  const variant = sizes[0] ?? namedVariant;
  const sizeIsOpen = sizes.length > 1;
  const parts: Record<ProductSection, ReactNode> = {
    overview: (
      <>
        <Overview {...{ product, variant, videos }} />
        <PartFits fits={product.fits} />
      </>
    ),
    configurator: configurator && <Configurator {...{ product, configurator, saved, onChange }} shown={configured} />,
    safety: <SafetySystems systems={product.safety_systems} />,
    specifications: <Specifications groups={product.specifications} />,
    price: <FinanceSection product={product} variant={variant} configured={configured} />,
    questions: <Questions product={product} voices={voices} answer={actionData} />,
    related: <Related product={product} />,
    visit: <Visit {...{ ...visit, product }} variant={sizeIsOpen ? undefined : variant} />,
  };
  // The same one at each rendering: a part that isn't alive yet would be built anew.
  const above = useMemo(
    () => variant && <StickyBar {...{ product, variant, sizeIsOpen, configured }} above />,
    [product, variant, sizeIsOpen, configured],
  );
  return (
    <article>
      <Hero {...{ product, variant, sizeIsOpen, notes, configured, sizeGuide }} />
      <Anchors anchors={anchors}>{above}</Anchors>
      {order.map((section) => (
        <Fragment key={section}>{parts[section]}</Fragment>
      ))}
      {variant && <StickyBar {...{ product, variant, sizeIsOpen, configured }} />}
    </article>
  );
}
