import type { MetaDescriptor } from 'react-router';
import { mediaAddress } from '#domain/catalogue/media-address.ts';
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
  /** Where the page has its home, when that is another store. */
  home?: string | null;
  /** What the page says to machines: schema.org objects (`structured.ts`). */
  data?: object[];
};

/**
 * Title, description, canonical link and Open Graph of a page. Called in a loader, so that nothing of it weighs on the
 * browser: `export const meta = ({ loaderData }) => loaderData?.head ?? []`. Addresses are on the store's public domain,
 * whatever host was asked; a store without one has no canonical link.
 */
export function headOf(
  store: Store,
  { title, description, path, image, type = 'website', noindex = false, home, data = [] }: Page,
): MetaDescriptor[] {
  const whole = title ? `${title} | ${store.name}` : store.seoTitle;
  const text = description || store.seoDescription;
  const origin = store.publicDomain && `https://${store.publicDomain}`;
  const canonical = (home ?? origin) && `${home ?? origin}${path}`;
  const picture = origin && image && !image.endsWith('.svg') ? `${origin}${mediaAddress(image)}/share.jpg` : null;
  const shared: Record<string, string | null | undefined> = {
    'og:site_name': store.name,
    'og:locale': 'he_IL',
    'og:type': type,
    'og:title': title ?? store.seoTitle,
    'og:description': (!title && store.shareText) || text,
    'og:url': canonical,
    'og:image': picture,
    'og:image:width': picture && '1200',
    'og:image:height': picture && '630',
    'og:image:type': picture && 'image/jpeg',
  };
  return [
    { title: whole },
    { name: 'description', content: text },
    ...(noindex ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: canonical }] : []),
    ...Object.entries(shared).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(store.verificationCode ? [{ name: 'google-site-verification', content: store.verificationCode }] : []),
    { tagName: 'link', rel: 'manifest', href: '/manifest.webmanifest' },
    ...(store.favicon ? [{ tagName: 'link' as const, rel: 'apple-touch-icon', href: '/icons/180.png' }] : []),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/feed.xml', title: store.name },
    ...data.map((one) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...one } as never })),
  ];
}
