import { X } from 'lucide-react';
import { data, type MetaDescriptor, redirect } from 'react-router';
import { categoryPath } from '#domain/links.ts';
import { findCollection, findMovedSlug, listCollections } from '#server/areas/collections/collections.ts';
import { getProducts, getProductsBrands } from '#server/areas/products/products.ts';
import type { RequestContext } from '#server/context.ts';
import { contextOf } from '~/context.ts';
import { Children } from '~/features/category/children.tsx';
import { listingQuery, PAGE_SIZE, readListing } from '~/features/category/listing.ts';
import { NothingFound } from '~/features/category/nothing-found.tsx';
import { Paging } from '~/features/category/paging.tsx';
import { Toolbar } from '~/features/category/toolbar.tsx';
import { usePendingListing } from '~/features/category/use-pending-listing.ts';
import { readViewCookie, viewCookie } from '~/features/category/view-cookie.ts';
import { ProductGrid, ProductGridSkeleton } from '~/features/product/product-grid.tsx';
import { headOf } from '~/features/seo/head.ts';
import { Breadcrumbs } from '~/ui/breadcrumbs.tsx';
import { Link } from '~/ui/link.tsx';
import type { Route } from './+types/category.ts';

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const url = new URL(request.url);
  const listing = readListing(url.searchParams);
  const path = params.slug ? categoryPath(params.slug) : '/category';
  const [category, brands] = await Promise.all([
    findCategory(ctx, params.slug, url.search),
    getProductsBrands(ctx, {}),
  ]);
  const brand = brands.find(({ key }) => key === listing.brand);
  listing.brand = brand?.key ?? '';

  const filter = { collection: params.slug, search: listing.search || undefined, brand: brand?.key };
  const ask = (page: number) => getProducts(ctx, { ...filter, page, page_size: PAGE_SIZE, sort: listing.sort });
  let products = await ask(listing.page);
  const pages = Math.max(1, Math.ceil(products.total / PAGE_SIZE));
  if (listing.page > pages) {
    listing.page = pages;
    products = await ask(pages);
  }

  const title = listing.search ? `תוצאות חיפוש: ${listing.search}` : brand && !params.slug ? brand.name : category.name;
  const head = headOf(ctx.store, {
    title: listing.page > 1 ? `${title} – עמוד ${listing.page}` : title,
    description: category.text,
    // Sorting and showing differently is the same page; brand and page number make one of their own.
    path: `${path}${listingQuery({ search: listing.search, brand: listing.brand, page: listing.page })}`,
    image: category.banner ?? products.items[0]?.main_image?.image_url,
    noindex: listing.search !== '',
  });
  const view = listing.view ?? readViewCookie(request.headers.get('cookie'));
  const headers = new Headers({ vary: 'Cookie' });
  if (listing.view) headers.append('set-cookie', viewCookie(listing.view));
  return data(
    {
      head,
      path,
      listing,
      title,
      category,
      brand: params.slug ? brand : undefined,
      products: products.items,
      total: products.total,
      pages,
      view,
    },
    { headers },
  );
}

/** The category, or what stands in for it where the address names none. @throws Response 404, or 301 to its present slug */
async function findCategory(ctx: RequestContext, slug: string | undefined, query: string) {
  const all = await listCollections(ctx);
  if (!slug) {
    return {
      name: 'כל הקטלוג',
      text: '',
      banner: null,
      breadcrumbs: [],
      children: all.filter(({ parent_id }) => parent_id === null),
    };
  }
  if (!all.some((collection) => collection.slug.name === slug)) {
    const moved = await findMovedSlug(ctx, slug);
    if (moved) throw redirect(`${categoryPath(moved)}${query}`, 301);
    throw new Response('not found', { status: 404 });
  }
  return findCollection(ctx, slug);
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const { path, listing, title, category, brand, products, total, pages } = loaderData;
  const pending = usePendingListing();
  const view = pending.view ?? loaderData.view;
  const filtered = listing.search !== '' || listing.brand !== '';
  return (
    <div className="page pb-20 md:pb-28">
      <div className="pt-3 md:pt-6">
        <Breadcrumbs
          items={[
            ...category.breadcrumbs.map(({ name, slug }) => ({ name, to: categoryPath(slug.name) })),
            { name: title },
          ]}
        />
        <h1 className="mt-2 text-4xl font-black md:mt-4">
          <bdi>{title}</bdi>
        </h1>
        {!filtered && category.text && <p className="mt-3 max-w-[62ch] text-lg text-ink-2">{category.text}</p>}
        {!filtered && <Children categories={category.children} label="קטגוריות" />}
      </div>
      <div className="mt-6 md:mt-10">
        {brand && (
          <Link
            to={path}
            className="mb-4 inline-flex min-h-11 items-center gap-2 rounded-full bg-ground-2 ps-4 pe-3 font-semibold hover:bg-ground-3"
          >
            <span className="sr-only">הסרת הסינון: </span>
            <bdi>{brand.name}</bdi> <X aria-hidden className="size-4" />
          </Link>
        )}
        {total > 0 && <Toolbar {...{ path, listing, view, total }} chosen={pending.sort ?? listing.sort} />}
      </div>
      <div className="mt-6 md:mt-8" aria-busy={pending.slow}>
        {pending.slow ? (
          <ProductGridSkeleton view={view} count={Math.max(4, products.length)} />
        ) : total > 0 ? (
          <ProductGrid products={products} view={view} heading="h2" first={2} />
        ) : (
          <NothingFound search={listing.search} />
        )}
      </div>
      <Paging path={path} listing={listing} pages={pages} />
    </div>
  );
}
