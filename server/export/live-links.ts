import type { Snapshot } from './snapshot.ts';

/** The slug of the product that a link of the site leads to, or `null`. */
function productOf(link: string): string | null {
  const [, slug] = /^\/?product\/([^/?#]+)/.exec(link) ?? [];
  if (slug === undefined) return null;
  try {
    return decodeURIComponent(slug).normalize('NFC');
  } catch {
    return slug;
  }
}

/**
 * Of links, whether one leads to a product that the store doesn't sell: shoppers get 404 there, and an import refuses
 * it. Products can leave a store by an undo, and by what an import leaves as it is.
 */
export async function deadAmong(
  { all }: Pick<Snapshot, 'all'>,
  store: string,
  links: (string | null | undefined)[],
): Promise<(link: string | null | undefined) => boolean> {
  const named = links.flatMap((link) => productOf(link ?? '') ?? []);
  const rows = await all<{ slug: string }>(
    'select p.slug from store_products sp join products p on p.uuid = sp.product_uid where sp.store_uid = $1 and p.slug = any($2)',
    [store, [...new Set(named)]],
  );
  const sold = new Set(rows.map(({ slug }) => slug));
  return (link) => {
    const slug = productOf(link ?? '');
    return slug !== null && !sold.has(slug);
  };
}

/** A note of what an export omits. */
export const deadNote = (file: string, link: string): string =>
  `${file}: "${link}" was left out, since it leads to a product that the store does not sell`;
