import type { Existing } from './existing.ts';
import type { Folder } from './folder.ts';
import { ON_REQUEST } from './schemas/cells.ts';

/** What a row may refer to: all that will exist after the import, the database's rows and the folder's. */
export type KnownReferences = {
  brand: (key: string) => boolean;
  store: (key: string) => boolean;
  product: (slug: string) => boolean;
  /** Whether the folder has variants of the product, even invalid ones. */
  mayHaveVariants: (slug: string) => boolean;
  /** `null`: unknown, because the product's own row is invalid. */
  kindOf: (slug: string) => string | null;
  soldIn: (slug: string, store: string) => boolean | null;
  /** Agorot; `null` also for a price on request. */
  priceOf: (slug: string) => number | null;
  /** A diagram of spare parts. */
  assembly: (slug: string) => boolean;
  collection: (store: string, slug: string) => boolean;
  page: (store: string, slug: string) => boolean;
  post: (store: string, slug: string) => boolean;
};

/**
 * `trusting`: rows with errors count as existing, so that one error is reported once; `folder.declared` has what they
 * are of.
 */
export function knownReferences(folder: Folder, existing: Existing, trusting: boolean): KnownReferences {
  const { declared } = folder;
  const rows = new Map(folder.products.map((row) => [row.data.slug, row.data]));
  const doubtful = (slug: string): boolean =>
    trusting && !rows.has(slug) && (declared.products === 'any' || declared.products.has(slug));
  const stores = new Map(folder.stores.map((store) => [store.key, store]));
  const brands = new Set(
    [...(folder.company?.brands ?? []), ...folder.brands.map(({ data }) => data)].map(({ key }) => key),
  );
  const noCompany = trusting && declared.company && !folder.company;

  return {
    brand: (key) => noCompany || brands.has(key) || existing.brands.has(key),
    store: (key) => existing.stores.has(key) || (stores.has(key) && (trusting || stores.get(key)?.file !== null)),
    mayHaveVariants: (slug) => trusting && (declared.variants === 'any' || declared.variants.has(slug)),
    product: (slug) => rows.has(slug) || existing.products.has(slug) || doubtful(slug),
    kindOf: (slug) => (doubtful(slug) ? null : (rows.get(slug)?.kind ?? existing.products.get(slug)?.kind ?? null)),
    soldIn: (slug, store) => {
      if (doubtful(slug)) return null;
      const soldIn = rows.get(slug)?.stores;
      return soldIn
        ? soldIn.some((one) => one.store === store)
        : (existing.products.get(slug)?.stores.has(store) ?? false);
    },
    priceOf: (slug) => {
      const price = rows.get(slug)?.price;
      if (doubtful(slug) || price === ON_REQUEST) return null;
      return price ?? existing.products.get(slug)?.priceAgorot ?? null;
    },
    assembly: (slug) =>
      folder.assemblies.some(({ data }) => data.slug === slug) ||
      existing.assemblies.has(slug) ||
      (trusting && (declared.assemblies === 'any' || declared.assemblies.has(slug))),
    collection: (store, slug) => {
      const tree = stores.get(store)?.collections;
      const named = trusting ? declared.collections.get(store) : undefined;
      if (named === 'any' || named?.has(slug)) return true;
      return tree
        ? tree.some((row) => row.data.slug === slug)
        : (existing.stores.get(store)?.collections.has(slug) ?? false);
    },
    page: (store, slug) =>
      stores.get(store)?.pages.some((page) => page.slug === slug) ||
      existing.stores.get(store)?.pages.has(slug) ||
      (trusting && declared.pages.has(`${store}/${slug}`)),
    post: (store, slug) =>
      stores.get(store)?.posts.some((post) => post.slug === slug) ||
      existing.stores.get(store)?.posts.has(slug) ||
      (trusting && declared.posts.has(`${store}/${slug}`)),
  };
}
