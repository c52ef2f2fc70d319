import { useMemo } from 'react';
import { data, type MetaDescriptor, redirect, useLocation, useNavigation } from 'react-router';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { type Filters as FilterValues, splitValues } from '#domain/catalogue/filters.ts';
import { chosenOf } from '#domain/catalogue/theme-choices.ts';
import { readSpokenPrice } from '#domain/search/spoken/price.ts';
import { formatProducts, formatProductsAtLeast, isolate } from '#domain/text/format.ts';
import { categoryPath } from '#domain/text/links.ts';
import { findCollection, findMovedSlug, listCollections } from '#server/catalogue/collections/collections.ts';
import {
  type Listing as Found,
  getFilteredListing,
  knownFilters,
  pageOf,
  toQuery,
} from '#server/catalogue/listing/listing.ts';
import { monthlyPayments } from '#server/catalogue/listing/monthly.ts';
import { answerSearchMiss } from '#server/content/redirects/search-misses.ts';
import { correctedSearch, getAnswers, getSearchPage } from '#server/content/site-search/suggestions.ts';
import type { RequestContext } from '#server/context.ts';
import { Breadcrumbs } from '#ui/breadcrumbs.tsx';
import { useSlow } from '#ui/hooks/use-slow.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { contextOf } from '~/context.ts';
import { CategoryHead } from '~/features/category/category-head.tsx';
import { chipsOf } from '~/features/category/filters/chips.ts';
import { Filters } from '~/features/category/filters/filters.tsx';
import { type Listing as ListingQuery, listingQuery, PAGE_SIZE, readListing } from '~/features/category/listing-url.ts';
import { Toolbar } from '~/features/category/toolbar.tsx';
import { readViewCookie, viewCookie } from '~/features/category/view-cookie.ts';
import { ProductGrid, ProductGridSkeleton, type View } from '~/features/product/card/product-grid.tsx';
import { headOf } from '~/features/seo/head.ts';
import { breadcrumbData } from '~/features/seo/structured.ts';
import type { Route } from './+types/category.ts';

/** Only a search needs it. */
const SearchHead = lazyPart(() => import('~/features/search/search-head.tsx'));
const SearchNotice = lazyPart(() => import('~/features/search/search-notice.tsx'));
const Applied = lazyPart(() => import('~/features/category/filters/applied.tsx'));
const NothingFound = lazyPart(() => import('~/features/category/nothing-found.tsx'));
/** Only categories of categories have them. */
const Children = lazyPart(() => import('~/features/category/children.tsx'));
/** Under the list. */
const Paging = lazyPart(() => import('~/features/category/paging.tsx'));
/** Only lists of vehicles have it. */
const MonthlyNote = lazyPart(() => import('~/features/finance/monthly-note.tsx'));
/** Only lists of spare parts have it. */
const GarageChip = lazyPart(() => import('~/features/parts/garage-chip.tsx'));

export const meta = ({ loaderData }: Route.MetaArgs): MetaDescriptor[] => loaderData?.head ?? [];

export async function loader({ params, request, url, context }: Route.LoaderArgs) {
  const ctx = contextOf(context);
  const listing = readListing(url.searchParams);
  const path = params.slug ? categoryPath(params.slug) : '/category';
  redirectSpokenPrice(path, listing);
  const [category, filters] = await Promise.all([
    findCategory(ctx, params.slug, url.search),
    knownFilters(ctx, listing.filters),
  ]);
  listing.filters = filters;
  const filtered = await getFilteredListing(ctx, toQuery(listing, params.slug), listing.sort);
  const pages = Math.max(1, Math.ceil(filtered.total / PAGE_SIZE));
  listing.page = Math.min(listing.page, pages);
  const products = await pageOf(ctx, filtered, { page: listing.page, page_size: PAGE_SIZE });
  // A chip says how many products its removal would show: `totalWithout` has them by filter.
  const chips = chipsOf(path, listing, filtered.filters, filtered.totalWithout);

  const brand = only(listing.filters, 'brand') && chips.length === 1 && !params.slug ? chips[0]?.label : undefined;
  const searching = url.searchParams.has('search') && !params.slug;
  const search = searching ? await searchPage(ctx, listing, filtered) : null;
  const notice = await noticeOf(ctx, path, listing, filtered);
  const title = search ? searchTitle(listing.search) : (brand ?? category.name);
  const page = listing.page > 1 ? listing.page : undefined;
  const isEmpty = filtered.total === 0 && chips.length === 0;
  const noindex = searching || listing.search !== '' || chips.length > 2 || isEmpty;
  // Sorting and showing differently is the same page, and so is filtering a little; a brand of the whole store is one
  // of its own.
  const shared = { filters: brand ? listing.filters : {}, page: chips.length === 0 || brand ? page : undefined };
  const head = headOf(ctx.store, {
    title: page ? `${title} – דף ${page}` : title,
    description: category.text,
    path: `${path}${noindex ? ownQuery(listing, searching) : listingQuery(shared)}`,
    image: category.banner ?? products.items[0]?.main_image?.image_url,
    data: breadcrumbData(ctx.store, [
      ...category.breadcrumbs.map(({ name, slug }) => ({ name, path: categoryPath(slug.name) })),
      { name: title, path },
    ]),
    noindex,
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
      search,
      notice,
      products: products.items.map((product) => shownAs(view, product)),
      total: filtered.total,
      counted: countOf(filtered),
      kind: filtered.kind,
      pages,
      view,
      chips,
      filters: filtered.filters,
      monthly: await monthlyPayments(ctx, products.items, toQuery(listing, undefined)),
      ...headed(listing.search !== '' || chips.length > 0, listing.page, category.banner),
      // The ground behind the category's picture.
      stage: chosenOf(ctx.store.theme, 'stage'),
      part: partOf(category, params.slug),
    },
    { headers },
  );
}

/**
 * A price that was said in a search becomes a filter, so that it is seen and can be taken away. @throws Response 302
 */
function redirectSpokenPrice(path: string, listing: ListingQuery): void {
  const { price_min, price_max } = listing.filters;
  const spoken = price_min || price_max ? null : readSpokenPrice(listing.search);
  if (!spoken) return;
  const filters = { ...listing.filters };
  if (spoken.min !== undefined) filters.price_min = String(spoken.min);
  if (spoken.max !== undefined) filters.price_max = String(spoken.max);
  throw redirect(`${path}${listingQuery({ ...listing, search: spoken.text, filters, page: 1 })}`);
}

/** A search that finds nothing is counted, unless staff have said where it leads. @throws Response 302 */
async function searchPage(ctx: RequestContext, { search, filters }: ListingQuery, { total }: Found) {
  const page = await getSearchPage(ctx, search);
  if (total > 0 || search === '' || Object.keys(filters).length > 0) return page;
  const answer = leadsElsewhere(page) ? null : await answerSearchMiss(ctx, search);
  if (answer) throw redirect(answer);
  return { ...page, articles: await getAnswers(ctx, search, page) };
}

/** How the search was understood where it was not as typed; the corrected one keeps filters and order. */
async function noticeOf(ctx: RequestContext, path: string, listing: ListingQuery, { total, isPartial }: Found) {
  if (listing.search === '' || total === 0) return null;
  const search = await correctedSearch(ctx, listing.search);
  if (search) return { search, to: `${path}${listingQuery({ ...listing, search, page: 1 })}` };
  return isPartial ? ('partly' as const) : null;
}

/**
 * Filter values are a third of what a card is made of, and shown by none but a part's number; of goods only a list
 * shows figures.
 */
const shownAs = (view: View, product: ProductPreview): ProductPreview => ({
  ...product,
  meta: product.kind === 'SPARE_PART' ? product.meta.filter(({ key }) => key === 'part_number') : [],
  key_figures: view === 'list' || product.kind === 'VEHICLE' ? product.key_figures : [],
});

/** The category's slug, where it is a part of another one. */
const partOf = ({ breadcrumbs }: { breadcrumbs: unknown[] }, slug = ''): string | null =>
  breadcrumbs.length > 0 ? slug : null;

/** Only the category itself, not a part of it, stands under its picture. */
const headed = (filtered: boolean, page: number, picture: string | null) => ({
  filtered,
  banner: filtered || page > 1 ? null : picture,
});

/** Of the first row on a phone: under a narrow picture of the category they are the largest of the page. */
const FIRST_PICTURES = 2;

/** Pages with noindex name their exact URL as canonical, an empty search too. */
function ownQuery(listing: ListingQuery, searching: boolean): string {
  const query = listingQuery(listing);
  return searching && listing.search === '' ? `?search=${query.replace('?', '&')}` : query;
}

const countOf = ({ total, truncated, kind }: Found): string =>
  truncated && total > 0 ? formatProductsAtLeast(total, kind) : formatProducts(total, kind);

const only = (filters: FilterValues, name: string): boolean => Object.keys(filters).join() === name;

type FoundPlaces = Awaited<ReturnType<typeof getSearchPage>>;
/** A branch or a page was found, where no product was. */
const leadsElsewhere = ({ categories, articles, posts }: FoundPlaces): boolean =>
  categories.length + articles.length + posts.length > 0;

const searchTitle = (search: string): string => (search ? `תוצאות\u00a0חיפוש: ${isolate(search)}` : 'חיפוש');

/**
 * The category, or what stands in for it where the address names none. @throws Response 404, or 301 to its present slug
 */
async function findCategory(ctx: RequestContext, slug: string | undefined, query: string) {
  if (!slug) {
    const all = await listCollections(ctx);
    return {
      name: 'כל הקטלוג',
      text: '',
      banner: null,
      breadcrumbs: [],
      children: all.filter(({ parent_id }) => parent_id === null),
    };
  }
  const moved = await findMovedSlug(ctx, slug);
  if (!moved) throw new Response('not found', { status: 404 });
  if (moved !== slug) throw redirect(`${categoryPath(moved)}${query}`, 301);
  return findCollection(ctx, slug);
}

export default function Category({ loaderData }: Route.ComponentProps) {
  const {
    path,
    listing,
    title,
    category,
    search,
    notice,
    products,
    total,
    counted,
    kind,
    pages,
    stage,
    part,
    chips,
    filters,
    monthly,
    filtered,
    banner,
  } = loaderData;
  const { slow, latest } = useLatestListing(listing);
  // An empty category has nothing to narrow, to sort or to count. Words that find nothing can be corrected where they
  // are typed.
  const elsewhere = search !== null && leadsElsewhere(search);
  const listed = total > 0 || filtered;
  // A search that leads to a branch or a page has no use for them either, unless it is being typed there.
  const aside = elsewhere && total === 0 && chips.length === 0 ? 'contents not-focus-within:hidden' : 'contents';
  const view = latest.view ?? loaderData.view;
  // Who asked for a payment reads its terms first.
  const isPaymentFiltered = listing.filters.monthly_max !== undefined;
  return (
    <div className="page pb-20 md:pb-28">
      <div className="md:pt-1">
        <Breadcrumbs
          items={[
            ...category.breadcrumbs.map(({ name, slug }) => ({ name, to: categoryPath(slug.name) })),
            { name: title },
          ]}
        />
        <CategoryHead title={title} text={filtered ? '' : category.text} banner={banner} stage={stage} />
        {search && <SearchHead search={listing.search} total={total} found={search} />}
        {notice && <SearchNotice search={listing.search} notice={notice} />}
        {products[0]?.kind === 'SPARE_PART' && <GarageChip category={part} />}
        {!filtered && category.children.length > 0 && <Children categories={category.children} label="קטגוריות" />}
      </div>
      <div className="mt-2 md:mt-4 2xl:flex 2xl:items-start 2xl:gap-12">
        <div className={aside}>
          {listed && (
            <Filters {...{ path, filters, total, kind }} listing={latest} counted={total > 0 ? counted : ''} />
          )}
        </div>
        <div className="min-w-0 grow">
          <div className={aside}>
            {listed && <Toolbar {...{ path, view, counted, filters }} listing={latest} active={chips.length} />}
          </div>
          {chips.length > 0 && <Applied {...{ path, chips }} listing={latest} />}
          {isPaymentFiltered && <MonthlyNote monthly={monthly} />}
          <div className="mt-2 md:mt-4" aria-busy={slow}>
            {slow ? (
              <ProductGridSkeleton view={view} count={Math.max(4, products.length)} beside />
            ) : total > 0 ? (
              <ProductGrid
                products={products}
                view={view}
                heading="h2"
                first={FIRST_PICTURES}
                beside
                monthly={monthly?.payments}
                colors={splitValues(listing.filters.color ?? '')}
              />
            ) : (
              <NothingFound {...{ path, chips, kind, elsewhere }} listing={latest} />
            )}
          </div>
          {!isPaymentFiltered && <MonthlyNote monthly={monthly} />}
          <Paging path={path} listing={{ ...latest, page: listing.page }} pages={pages} />
        </div>
      </div>
    </div>
  );
}

/**
 * What was asked for last: the list that is shown, or the one on its way. Whatever is chosen next builds on it, so that
 * nothing chosen meanwhile is lost. `slow`: it takes long enough for skeletons.
 */
function useLatestListing(shown: ListingQuery): { slow: boolean; latest: ListingQuery } {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const slow = useSlow(location?.pathname.startsWith('/category') ? location.pathname + location.search : null);
  const latest = useMemo(
    () => (location?.pathname === pathname ? readListing(new URLSearchParams(location.search)) : shown),
    [location, pathname, shown],
  );
  return { slow, latest };
}
