import type { KnownReferences } from '../known-references.ts';

/** First path segments of the site's own pages. */
const pages = [
  ...[
    '',
    'blog',
    'contact',
    'distributors',
    'login',
    'signup',
    'forgot-password',
    'personal-area',
    'purchase',
    'order',
  ],
  ...['booking', 'favorites', 'trade-in'],
  ...['sitemap', 'spare-parts', 'category', 'compare', 'cancellation', 'feed.xml', 'sitemap.xml'],
];
const personal = [
  '',
  'edit-details',
  'edit-details/addresses',
  'edit-details/general',
  'edit-details/payments',
  'favorites',
  'garage',
  'orders/accessories',
  'privacy',
  'saved',
];

/** Why `path` (with or without its first slash) is dead in the store, or `null`. */
export function deadPath(references: KnownReferences, store: string, path: string): string | null {
  const plain = path
    .replace(/^\//, '')
    .replace(/[?#].*$/, '')
    .replace(/\/$/, '');
  const [first = '', ...rest] = decoded(plain).split('/');
  const slug = rest.join('/');
  if (first === 'category' && slug) return deadSlug(references, store, 'COLLECTION', slug);
  if (first === 'product') return deadSlug(references, store, 'PRODUCT', slug);
  if (first === 'page') return deadSlug(references, store, 'CONTENT_PAGE', slug);
  if (first === 'personal-area') return personal.includes(slug) ? null : 'leads nowhere: there is no such page';
  if (first === 'spare-parts' && slug) return references.assembly(slug) ? null : 'leads nowhere: unknown assembly';
  if (first === 'blog') return !slug || references.post(store, slug) ? null : 'leads nowhere: unknown post';
  return pages.includes(first) && !slug ? null : 'leads nowhere: there is no such page';
}

export function deadSlug(
  references: KnownReferences,
  store: string,
  type: 'COLLECTION' | 'PRODUCT' | 'CONTENT_PAGE',
  slug: string,
): string | null {
  if (type === 'COLLECTION') return references.collection(store, slug) ? null : 'leads nowhere: unknown category';
  if (type === 'CONTENT_PAGE') return references.page(store, slug) ? null : 'leads nowhere: unknown content page';
  if (!references.product(slug)) return 'leads nowhere: unknown product';
  return references.soldIn(slug, store) === false ? `leads nowhere: store ${store} does not sell this product` : null;
}

/** An external URL that a link may have. */
export const isOutside = (address: string): boolean => /^(?:https?:\/\/[^\s/]+|mailto:|tel:)/i.test(address);

/** For fields that accept either. */
export const deadLink = (references: KnownReferences, store: string, link: string): string | null =>
  isOutside(link) ? null : deadPath(references, store, link);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
