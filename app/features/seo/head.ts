import type { MetaDescriptor } from 'react-router';
import type { Store } from '#server/context.ts';

type Page = {
  /** Without the store's name, which is added; unset: the store's own title. */
  title?: string;
  description?: string;
  /** Path and query under which the page wants to be known, e.g. `/category/naked?page=2`. */
  path: string;
  /** Media of the picture that is shown where the page is shared. */
  image?: string | null;
  type?: 'website' | 'product' | 'article';
  noindex?: boolean;
};

/**
 * Title, description, canonical link and Open Graph of a page. Called in a loader, so that nothing of it weighs on the
 * browser: `export const meta = ({ loaderData }) => loaderData?.head ?? []`. Addresses are on the store's public domain,
 * whatever host was asked; a store without one has no canonical link.
 */
export function headOf(
  store: Store,
  { title, description, path, image, type = 'website', noindex = false }: Page,
): MetaDescriptor[] {
  const whole = title ? `${title} | ${store.name}` : store.seoTitle;
  const text = description || store.seoDescription;
  const origin = store.publicDomain && `https://${store.publicDomain}`;
  const shared: Record<string, string | null | undefined> = {
    'og:site_name': store.name,
    'og:locale': 'he_IL',
    'og:type': type,
    'og:title': title ?? store.seoTitle,
    'og:description': (!title && store.shareText) || text,
    'og:url': origin && `${origin}${path}`,
    'og:image': origin && image && `${origin}/media/${image}/1080`,
  };
  return [
    { title: whole },
    { name: 'description', content: text },
    ...(noindex ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ...(origin ? [{ tagName: 'link' as const, rel: 'canonical', href: `${origin}${path}` }] : []),
    ...Object.entries(shared).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: 'twitter:card', content: image ? 'summary_large_image' : 'summary' },
  ];
}
