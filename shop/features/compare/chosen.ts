import type { ProductPreview } from '#contract/catalogue/products.ts';
import { deviceList } from '~/device-list.ts';

export const MOST_COMPARED = 4;

export type Compared = { slug: string; name: string; image: string | null };

/** Stored fields of a product. */
export const toCompared = ({
  slug,
  name,
  main_image,
}: Pick<ProductPreview, 'slug' | 'name' | 'main_image'>): Compared => ({
  slug: slug.name,
  name,
  image: main_image?.image_url ?? null,
});

const isCompared = (value: unknown): value is Compared =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Compared).slug === 'string' &&
  typeof (value as Compared).name === 'string';

/** The last compared products. */
const compared = deviceList({ key: 'compare', limit: MOST_COMPARED, isItem: isCompared });

export const getCompared = compared.get;
export const setCompared = compared.set;
export const useCompared = compared.use;

/** The same vehicles, in whatever sequence. */
export const keyOf = (list: Compared[]): string =>
  list
    .map(({ slug }) => slug)
    .toSorted()
    .join();

/** Whether these are the ones that the device keeps. */
export const isKept = (list: Compared[]): boolean => keyOf(compared.get()) === keyOf(list);

/** `false` when there is no room for another. */
export function toggleCompared(one: Compared): boolean {
  const list = compared.get();
  const rest = list.filter(({ slug }) => slug !== one.slug);
  if (rest.length === list.length && list.length >= MOST_COMPARED) return false;
  setCompared(rest.length < list.length ? rest : [...list, one]);
  return true;
}

/** @returns what takes it back, unless another comparison was begun meanwhile */
export function clearCompared(): () => void {
  const before = compared.get();
  setCompared([]);
  return () => {
    if (compared.get().length === 0) setCompared(before);
  };
}

export const comparePath = (slugs: string[]): string =>
  slugs.length === 0 ? '/compare' : `/compare?ids=${slugs.map(encodeURIComponent).join(',')}`;
