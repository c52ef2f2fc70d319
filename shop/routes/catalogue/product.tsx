import { startTransition, useCallback, useState } from 'react';
import { type MetaDescriptor, redirect, useSearchParams } from 'react-router';
import type { SavedConfiguration } from '#contract/catalogue/configurator.ts';
import { bookingNames } from '#domain/calendar/booking.ts';
import { chooseVariant } from '#domain/catalogue/variants.ts';
import { videoOf } from '#domain/catalogue/video.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';
import { openConfiguration } from '#server/catalogue/configurator/configurations.ts';
import { getConfigurator } from '#server/catalogue/configurator/configurator.ts';
import { getProduct } from '#server/catalogue/products/product.ts';
import { configurationOfQuote } from '#server/checkout/finance/quotes.ts';
import { homeOrigin, publicOrigin } from '#server/content/seo/addresses.ts';
import type { RequestContext } from '#server/context.ts';
import { listBranches } from '#server/stores/branches.ts';
import { pagePart } from '#ui/lazy-part.tsx';
import { contextOf } from '~/context.ts';
import type { Configured } from '~/features/configurator/use-configuration.ts';
import type { Notes } from '~/features/product/disclosures.tsx';
import { Hero } from '~/features/product/hero.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData, faqData, productData } from '~/features/seo/structured.ts';
import { notFoundOr } from '~/not-found.ts';
import type { Route } from './+types/product.ts';

/** Below the first screen: the server shows it, and its code comes after the page's own. */
const Configurator = pagePart(() => import('~/features/configurator/configurator.tsx'));
const About = pagePart(() => import('~/features/product/about.tsx'));
const PartFits = pagePart(() => import('~/features/parts/part-fits.tsx'));
const Videos = pagePart(() => import('~/features/product/gallery/videos.tsx'));
const FinanceSection = pagePart(() => import('~/features/finance/section.tsx'));
const SafetySystems = pagePart(() => import('~/features/product/safety-systems.tsx'));
const Specifications = pagePart(() => import('~/features/product/specifications.tsx'));
const Faq = pagePart(() => import('~/features/product/faq.tsx'));
const Shelf = pagePart(() => import('~/features/product/card/shelf.tsx'));
const RecentlyViewed = pagePart(() => import('~/features/product/card/recently-viewed.tsx'));
const StickyBar = pagePart(() => import('~/features/product/buy/sticky-bar.tsx'));

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (!params.slug) throw redirect('/category');
  const ctx = contextOf(context);
  const product = await getProduct(ctx, params.slug).catch(notFoundOr);
  // One address a product: another form of its slug, a former one, or its uuid leads there.
  if (product.slug.name !== params.slug)
    throw redirect(`${productPath(product.slug.name)}${new URL(request.url).search}`, 301);
  const path = productPath(product.slug.name);
  const home = await homeOrigin(ctx, product.id);
  const crumbs = product.breadcrumbs.map(({ name, slug }) => ({ name, path: categoryPath(slug.name) }));
  const head = headOf(ctx.store, {
    title: product.seo.title,
    description: product.seo.description,
    path,
    home,
    image: product.main_image?.image_url,
    type: 'product',
    data: [
      ...productData(ctx.store, product, `${home ?? publicOrigin(ctx.store)}${path}`),
      ...breadcrumbData(ctx.store, [...crumbs, { name: product.name, path }]),
      ...faqData(ctx.store, product.faqs),
    ],
  });
  const videos = product.videos.flatMap((url) => videoOf(url, ctx.store.settings.frame_hosts ?? []) ?? []);
  const notes = product.kind === 'VEHICLE' ? await notesOf(ctx) : null;
  const configurator = await getConfigurator(ctx, product.id);
  const search = new URL(request.url).searchParams;
  // Kept financing of a configuration opens with it.
  const code = search.get('config') ?? (configurator && (await configurationOfQuote(ctx, search.get('quote'))));
  const saved = configurator && code ? await openConfiguration(ctx, configurator, code) : null;
  return { product, configurator, saved, head, videos, notes };
}

/** What stands by a vehicle's price. */
async function notesOf(ctx: RequestContext): Promise<Notes> {
  const offered = (await listBranches(ctx)).some(({ services }) => services.includes('TEST_RIDE'));
  return { visit: offered ? bookingNames(ctx.store.settings).TEST_RIDE.name : null };
}

/** Another colour is another query of the same page: nothing is to be fetched. A shared configuration is. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) =>
  currentUrl.pathname !== nextUrl.pathname ||
  currentUrl.searchParams.get('config') !== nextUrl.searchParams.get('config');

/**
 * The configuration that figures of the page are reckoned with: the one it was opened with, then what the shopper puts
 * together. Another colour above the configurator is the plain vehicle again.
 */
function useConfigured(saved: SavedConfiguration | null, requestedCode: string | null) {
  const [configured, setConfigured] = useState(() => configuredOf(saved));
  const [before, setBefore] = useState({ saved, asked: requestedCode });
  if (before.saved !== saved || before.asked !== requestedCode) {
    setBefore({ saved, asked: requestedCode });
    if (saved && before.saved?.code !== saved.code) setConfigured(configuredOf(saved));
    else if (requestedCode !== null && before.asked !== requestedCode) setConfigured(null);
  }
  // Parts that have not come to life yet keep what the server has sent of them.
  const onChange = useCallback((configuration: Configured) => startTransition(() => setConfigured(configuration)), []);
  return { configured, onChange };
}

const configuredOf = (saved: SavedConfiguration | null): Configured | null =>
  saved?.price == null || saved.variant_id === null
    ? null
    : { choices: saved.choices, variant: saved.variant_id, price: saved.price };

export default function ProductPage({ loaderData }: Route.ComponentProps) {
  const { product, configurator, saved, videos, notes } = loaderData;
  const [search] = useSearchParams();
  const { configured, onChange } = useConfigured(saved, search.get('variant'));
  const variant = chooseVariant(product.variants, search.get('variant') ?? saved?.sku ?? null);
  return (
    // What was chosen and reckoned belongs to this product: another one begins anew.
    <article key={product.id}>
      <Hero
        product={product}
        variant={variant}
        notes={notes}
        configurable={configurator !== null}
        configured={configured?.price ?? null}
      />
      {configurator && <Configurator {...{ product, configurator, saved, onChange }} />}
      <About product={product} />
      <PartFits fits={product.fits} />
      <Videos videos={videos} name={product.name} poster={product.main_image} />
      <FinanceSection product={product} variant={variant} configured={configured} />
      <SafetySystems systems={product.safety_systems} />
      <Specifications groups={product.specifications} />
      <Faq faqs={product.faqs} />
      <Shelf title="נרכשים יחד" products={product.upsell} />
      <Shelf title="דגמים קרובים" products={product.related} />
      <RecentlyViewed uuid={product.id} />
      {variant && <StickyBar product={product} variant={variant} />}
    </article>
  );
}
