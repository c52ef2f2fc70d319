import type { SuggestedCategory, SuggestedProduct, Suggestions } from '#contract/catalogue/search.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';

export const searchPath = (search: string): string => `/category?${new URLSearchParams({ search })}`;

type Content =
  | { kind: 'product'; product: SuggestedProduct }
  | { kind: 'category'; category: SuggestedCategory }
  | { kind: 'article'; title: string }
  | { kind: 'search'; search: string; recent: boolean }
  | { kind: 'all'; total: number; atLeast: boolean };

/** One option: `index` counts through all groups, like the arrow keys. */
export type Option = Content & { index: number; to: string };
export type OptionGroup = { title: string; options: Option[] };

/** Options of the list, in the sequence of the arrow keys. */
export function optionGroups({ search, ...suggestions }: Suggestions, recent: string[]): OptionGroup[] {
  let index = 0;
  const group = <T>(title: string, items: T[], option: (item: T) => Content & { to: string }): OptionGroup => ({
    title,
    options: items.map((item) => ({ ...option(item), index: index++ })),
  });
  const services = () =>
    group('מידע ושירות', suggestions.articles, ({ title, path }) => ({ kind: 'article', title, to: path }));
  const recentSearches = search === '' ? recent : [];
  // Options are told apart by where they lead.
  const popular = suggestions.popular.filter((one) => !recentSearches.includes(one));
  const all = suggestions.total > suggestions.products.length ? [suggestions.total] : [];
  return [
    group('חיפושים אחרונים', recentSearches, (one) => ({
      kind: 'search',
      search: one,
      recent: true,
      to: searchPath(one),
    })),
    group('חיפושים נפוצים', popular, (one) => ({
      kind: 'search',
      search: one,
      recent: false,
      to: searchPath(one),
    })),
    ...(suggestions.articles_first ? [services()] : []),
    group('מוצרים', suggestions.products, (product) => ({
      kind: 'product',
      product,
      to: productPath(product.slug.name),
    })),
    group('', all, (total) => ({ kind: 'all', total, atLeast: suggestions.at_least, to: searchPath(search) })),
    group('קטגוריות', suggestions.categories, (category) => ({
      kind: 'category',
      category,
      to: categoryPath(category.slug.name),
    })),
    group('מהמגזין', suggestions.posts, ({ title, path }) => ({ kind: 'article', title, to: path })),
    ...(suggestions.articles_first ? [] : [services()]),
  ].filter(({ options }) => options.length > 0);
}
