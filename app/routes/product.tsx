import { lazy, Suspense } from 'react';
import { type MetaDescriptor, redirect, useSearchParams } from 'react-router';
import { categoryPath, productPath } from '#domain/links.ts';
import { chooseVariant, optionGroups } from '#domain/variants.ts';
import { getProduct } from '#server/areas/products/product.ts';
import { contextOf } from '~/context.ts';
import { FavoriteButton } from '~/features/favorites/favorite-button.tsx';
import { BuyBox } from '~/features/product/buy-box.tsx';
import { Gallery } from '~/features/product/gallery.tsx';
import { KeyFigures } from '~/features/product/key-figures.tsx';
import { StickyBar } from '~/features/product/sticky-bar.tsx';
import { VariantPicker } from '~/features/product/variant-picker.tsx';
import { headOf } from '~/features/seo/head.ts';
import { notFoundOr } from '~/not-found.ts';
import { Accordion } from '~/ui/accordion.tsx';
import { Breadcrumbs } from '~/ui/breadcrumbs.tsx';
import type { Route } from './+types/product.ts';

/** Nothing there changes at first: the server shows it, and its code comes after the page's own. */
const Disclosures = lazy(() => import('~/features/product/disclosures.tsx'));
const Shelf = lazy(() => import('~/features/product/shelf.tsx'));
const Specifications = lazy(() => import('~/features/product/specifications.tsx'));
const SafetySystems = lazy(() => import('~/features/product/safety-systems.tsx'));

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context, params }: Route.LoaderArgs) {
  if (!params.slug) throw redirect('/category');
  const ctx = contextOf(context);
  const product = await getProduct(ctx, params.slug).catch(notFoundOr);
  // One address a product: another form of its slug, or its uuid, leads there.
  if (product.slug.name !== params.slug) throw redirect(productPath(product.slug.name), 301);
  const head = headOf(ctx.store, {
    title: product.seo.title,
    description: product.seo.description,
    path: productPath(product.slug.name),
    image: product.main_image?.image_url,
    type: 'product',
  });
  return { product, head };
}

/** Another colour is another query of the same page: nothing is to be fetched. */
export const shouldRevalidate = ({
  currentParams,
  nextParams,
}: {
  currentParams: { slug?: string };
  nextParams: { slug?: string };
}) => currentParams.slug !== nextParams.slug;

export default function ProductPage({ loaderData: { product } }: Route.ComponentProps) {
  const [search] = useSearchParams();
  const variant = chooseVariant(product.variants, search.get('variant'));
  const images = variant?.product_images.length ? variant.product_images : product.product_images;
  return (
    <article>
      <div className="bg-ground-2">
        <div className="page grid gap-x-10 gap-y-6 pt-3 pb-10 lg:grid-cols-[minmax(20rem,26rem)_1fr] lg:pb-14">
          <Breadcrumbs
            items={[
              ...product.breadcrumbs.map((crumb) => ({
                name: crumb.name,
                to: categoryPath(crumb.slug.name),
              })),
              { name: product.name },
            ]}
            className="lg:col-span-2"
          />
          <div className="-mx-(--page-margin) min-w-0 lg:order-2 lg:mx-0">
            <Gallery images={images} name={product.name} />
          </div>
          <div className="grid content-start gap-6 lg:order-1 lg:pt-6">
            <header className="grid gap-2">
              {product.brand && <p className="text-sm font-semibold text-action-ink">{product.brand.name}</p>}
              <div className="flex items-start justify-between gap-2">
                <h1 className="text-4xl font-black">
                  <bdi>{product.name}</bdi>
                </h1>
                <FavoriteButton uuid={product.id} name={product.name} className="-me-2 shrink-0" />
              </div>
              <p className="text-lg text-ink-2">{product.subtitle}</p>
            </header>
            <KeyFigures product={product} />
            {variant && <VariantPicker groups={optionGroups(product.variants, variant)} />}
            {variant && <BuyBox product={product} variant={variant} />}
            {product.kind === 'VEHICLE' && (
              <Suspense>
                <Disclosures product={product} />
              </Suspense>
            )}
          </div>
        </div>
      </div>
      {product.description && (
        <section aria-labelledby="about" className="page grid gap-6 py-14">
          <h2 id="about" className="text-3xl">
            {product.kind === 'VEHICLE' ? 'על הדגם' : 'על המוצר'}
          </h2>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: sanitised when it was imported */}
          <div className="prose text-lg" dangerouslySetInnerHTML={{ __html: product.description }} />
        </section>
      )}
      {product.safety_systems.length > 0 && (
        <section aria-labelledby="safety" className="on-dark bg-dark py-16 text-on-dark">
          <div className="page grid gap-10">
            <h2 id="safety" className="text-3xl">
              מערכות בטיחות
            </h2>
            <Suspense>
              <SafetySystems systems={product.safety_systems} />
            </Suspense>
          </div>
        </section>
      )}
      {product.specifications.length > 0 && (
        <section aria-labelledby="specifications" className="page grid gap-6 py-16">
          <h2 id="specifications" className="text-3xl">
            מפרט טכני
          </h2>
          <Suspense>
            <Specifications groups={product.specifications} />
          </Suspense>
        </section>
      )}
      {product.faqs.length > 0 && (
        <section aria-labelledby="faq" className="page grid gap-6 pb-16">
          <h2 id="faq" className="text-3xl">
            שאלות ותשובות
          </h2>
          <div className="border-t border-line">
            {product.faqs.map((faq) => (
              <Accordion key={faq.question} title={faq.question}>
                <p className="max-w-[70ch] text-ink-2">{faq.answer}</p>
              </Accordion>
            ))}
          </div>
        </section>
      )}
      <Suspense>
        <Shelf title="רוכשים יחד עם זה" products={product.upsell} />
        <Shelf title="דגמים קרובים" products={product.related} />
      </Suspense>
      {variant && <StickyBar product={product} variant={variant} />}
    </article>
  );
}
