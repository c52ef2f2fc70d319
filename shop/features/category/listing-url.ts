import type { GetProductsQuery } from '#contract/catalogue/products.ts';
import type { ProductKind } from '#contract/common.ts';
import { type Filters, readFilters, readText } from '#domain/catalogue/filters.ts';
import type { View } from '../product/card/product-grid.tsx';

export const PAGE_SIZE = 24;
const LAST_PAGE = 100_000;

type Sort = GetProductsQuery['sort'];

/**
 * As the shopper chooses among them; the first is what one gets without choosing. `by`: only where this filter is
 * offered.
 */
export const sorts: readonly { key: Sort; name: string; by?: string }[] = [
  { key: 'recommended', name: 'מומלצים' },
  { key: 'price', name: 'מהזול ליקר' },
  { key: '-price', name: 'מהיקר לזול' },
  { key: 'newest', name: 'החדשים ביותר' },
  { key: 'name', name: 'שם הדגם' },
  { key: 'seat', name: 'מושב נמוך תחילה', by: 'meta.seat_mm' },
];
/** What the products of a listing all are; `null` where they differ. */
export type ListedKind = ProductKind | null;
/** What a listing's address says. `view` is null where the visitor's own habit decides. */
export type Listing = { page: number; sort: Sort; view: View | null; search: string; filters: Filters };

/** Lenient: whatever makes no sense in a shared or damaged link is as if it were not there. */
export function readListing(params: URLSearchParams): Listing {
  const page = Number(params.get('page') ?? 1);
  const view = params.get('view');
  return {
    page: Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : 1,
    sort: sorts.find(({ key }) => key === params.get('sort'))?.key ?? 'recommended',
    view: view === 'list' || view === 'box' ? view : null,
    search: readText(params, 'search').slice(0, 200),
    filters: readFilters(params),
  };
}

/** The query that says it, without what goes without saying; `''` or `?…`. */
export function listingQuery({ search, filters = {}, sort, page, view }: Partial<Listing>): string {
  const params = new URLSearchParams();
  if (search) params.set('search', search);
  for (const [name, value] of Object.entries(filters)) if (value) params.set(name, value);
  if (sort && sort !== 'recommended') params.set('sort', sort);
  if (page && page > 1) params.set('page', String(page));
  if (view) params.set('view', view);
  return params.size > 0 ? `?${params}`.replaceAll('%2C', ',') : '';
}

/** Pages that the paging names, `null` for a gap: the ends, the present one and its neighbours. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const numbers = [...new Set([1, page - 1, page, page + 1, pages])]
    .filter((number) => number >= 1 && number <= pages)
    .sort((a, b) => a - b);
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? number - 1;
    if (number - before === 2) return [number - 1, number];
    return number - before > 2 ? [null, number] : [number];
  });
}
