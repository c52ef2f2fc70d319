import type { ProductPreview } from '#contract/catalogue/products.ts';
import { deviceList } from '~/device-list.ts';

export const MAX_COMPARED = 4;

/** `of`: which one of it, a variant's SKU or a configuration's code; older entries and cards' name none. */
export type Compared = { slug: string; name: string; image: string | null; of?: string };

export type Which = Pick<Compared, 'slug' | 'of'>;

/** Stored fields of a product. */
export const toCompared = ({
  slug,
  name,
  main_image,
  of,
}: Pick<ProductPreview, 'slug' | 'name' | 'main_image'> & Pick<Compared, 'of'>): Compared => ({
  slug: slug.name,
  name,
  image: main_image?.image_url ?? null,
  ...(of && { of }),
});

const isCompared = (value: unknown): value is Compared => {
  if (typeof value !== 'object' || value === null) return false;
  const { slug, name, of } = value as Partial<Compared>;
  return typeof slug === 'string' && typeof name === 'string' && (of === undefined || typeof of === 'string');
};

/** The last compared products. */
const compared = deviceList({ key: 'compare', limit: MAX_COMPARED, isItem: isCompared });

export const getCompared = compared.get;
export const setCompared = compared.set;
export const useCompared = compared.use;

/** In an address: `raam-barak-500`, `raam-barak-500~RM-B500-YEL`. */
export const entryOf = ({ slug, of }: Which): string => (of ? `${slug}~${of}` : slug);

/** The same vehicles, in whatever sequence. */
export const keyOf = (list: Which[]): string => list.map(entryOf).toSorted().join();

/** Whether these are the ones that the device keeps. */
export const isKept = (list: Compared[]): boolean => keyOf(compared.get()) === keyOf(list);

/** Whether it can be added: another colour or configuration of a vehicle takes the place of the one that is there. */
export function hasRoomFor(slug: string): boolean {
  const list = compared.get();
  return list.length < MAX_COMPARED || list.some((one) => one.slug === slug);
}

export function addCompared(one: Compared): void {
  const list = compared.get();
  const at = list.findIndex(({ slug }) => slug === one.slug);
  setCompared(at < 0 ? [...list, one] : list.with(at, one));
}

export const removeCompared = (slug: string): void => setCompared(compared.get().filter((one) => one.slug !== slug));

/** Does to the list what was done to a comparison on its page: removals, then additions and exchanges. */
export function applyChange(before: Compared[], after: Compared[]): void {
  const removed = before.filter(({ slug }) => !after.some((one) => one.slug === slug));
  const added = after.filter((one) => !before.some((former) => entryOf(former) === entryOf(one)));
  for (const { slug } of removed) removeCompared(slug);
  for (const one of added) addCompared(one);
}

/** Whether an entry of the list is this one. What names no colour or configuration stands for any. */
export const isThis = (entry: Compared | undefined, { slug, of }: Which): boolean =>
  entry?.slug === slug && (of === undefined || entry.of === of);

/** @returns what takes it back, unless another comparison was begun meanwhile */
export function clearCompared(): () => void {
  const before = compared.get();
  setCompared([]);
  return () => {
    if (compared.get().length === 0) setCompared(before);
  };
}

export const comparePath = (list: Which[]): string =>
  list.length === 0 ? '/compare' : `/compare?ids=${list.map((one) => encodeURIComponent(entryOf(one))).join(',')}`;

/** What an address names; what can be no vehicle's is passed over, and so is a second one of the same vehicle. */
export function whichOf(ids: string | null): Which[] {
  const list = new Map<string, Which>();
  for (const entry of (ids ?? '').split(',')) {
    const [slug = '', ...rest] = entry.trim().split('~');
    const name = slug.normalize('NFC').toLowerCase();
    const of = rest.join('~').slice(0, 100);
    if (/^[\p{L}\p{N}._-]{1,200}$/u.test(name) && !list.has(name)) list.set(name, { slug: name, ...(of && { of }) });
  }
  return [...list.values()].slice(0, MAX_COMPARED * 2);
}
