import { ArrowLeft } from 'lucide-react';
import type { MetaDescriptor } from 'react-router';
import { chosenOf } from '#domain/catalogue/theme-choices.ts';
import { monthlyPayments } from '#server/catalogue/listing/monthly.ts';
import { getProducts, getProductsBrands } from '#server/catalogue/products/products.ts';
import { getHomePage } from '#server/content/home.ts';
import { getLayout } from '#server/stores/layout.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Link } from '#ui/link.tsx';
import { contextOf } from '~/context.ts';
import { BrandRow } from '~/features/home/brand-row.tsx';
import { CategoryTiles } from '~/features/home/category-tiles.tsx';
import { Hero } from '~/features/home/hero.tsx';
import { Story } from '~/features/home/story.tsx';
import { ProductGrid } from '~/features/product/card/product-grid.tsx';
import { headOf } from '~/features/seo/head.ts';
import { homeData } from '~/features/seo/structured.ts';
import { footerValues } from '~/features/shell/footer/footer-values.ts';
import type { Route } from './+types/home.ts';

/** Only a home page without slides has it. */
const Welcome = lazyPart(() => import('~/features/home/welcome.tsx'));
/** Under the featured vehicles. */
const MonthlyNote = lazyPart(() => import('~/features/finance/monthly-note.tsx'));

/** Default products until some are chosen: two rows. */
const UNCHOSEN = 8;

/** A store with so many vehicle brands is a house of brands, and shows them. */
const MANY_BRANDS = 3;

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const home = await getHomePage(ctx);
  const [layout, featured, brands] = await Promise.all([
    getLayout(ctx),
    getProducts(ctx, {
      ...(home.featured.length > 0 ? { slugs: home.featured.join(','), page_size: 24 } : { page_size: UNCHOSEN }),
      sort: 'recommended',
      page: 1,
    }),
    getProductsBrands(ctx, { kind: 'VEHICLE' }),
  ]);
  return {
    head: headOf(ctx.store, {
      path: '/',
      image: home.hero[0]?.picture ?? home.hero[0]?.product?.image?.image_url,
      data: homeData(ctx.store, footerValues(layout.widgets)),
    }),
    title: ctx.store.seoTitle,
    text: ctx.store.seoDescription,
    home,
    // Nothing of the page shows them.
    featured: featured.items.map((product) => ({ ...product, meta: [] })),
    monthly: await monthlyPayments(ctx, featured.items),
    brands: brands.length >= MANY_BRANDS ? brands : [],
    tone: chosenOf(ctx.store.theme, 'stage'),
    boxes: chosenOf(ctx.store.theme, 'boxes'),
    dark: chosenOf(ctx.store.theme, 'ground') === 'dark',
  };
}

export default function Home({
  loaderData: { title, text, home, featured, monthly, brands, tone, boxes, dark },
}: Route.ComponentProps) {
  return (
    <>
      {home.hero.length > 0 ? (
        <>
          <h1 className="sr-only">{title}</h1>
          <Hero slides={home.hero} tone={tone} />
        </>
      ) : (
        <Welcome title={title} text={text} tone={tone} hasProducts={featured.length > 0} />
      )}
      {brands.length > 0 && <BrandRow brands={brands} />}
      <CategoryTiles
        categories={home.categories}
        title={brands.length > 0 ? 'העולמות שלנו' : 'למצוא את שלכם'}
        form={boxes}
      />
      {featured.length > 0 && (
        <section aria-labelledby="featured" className="page pt-16 md:pt-28">
          <div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-1 md:mb-10">
            <h2 id="featured" className="text-3xl font-extrabold">
              {home.featured_title || 'מומלצים'}
            </h2>
            <Link
              to="/category"
              className="group inline-flex min-h-11 items-center gap-2 font-semibold text-action-ink underline-offset-4 hover:underline"
            >
              לכל הקטלוג <ArrowLeft aria-hidden className="size-5 transition-transform group-hover:-translate-x-1" />
            </Link>
          </div>
          <ProductGrid products={featured} monthly={monthly?.payments} whole />
          <MonthlyNote monthly={monthly} />
        </section>
      )}
      {home.story ? (
        <Story story={home.story} vehicle={home.hero.at(-1)?.product?.image ?? null} dark={dark} />
      ) : (
        <div className="h-16" />
      )}
    </>
  );
}
