import type { MetaDescriptor } from 'react-router';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import type { Store } from '#server/context.ts';

type Page = {
  /** Without the store's name, which is appended; unset: the store's own title. */
  title?: string;
  description?: string;
  /** Canonical path and query, e.g. `/category/naked?page=2`. */
  path: string;
  /** Media name of the preview picture for shared links. */
  image?: string | null;
  type?: 'website' | 'product' | 'article';
  noindex?: boolean;
  /** Origin of the page's home store, where that is another one. */
  home?: string | null;
  /** schema.org objects (`structured.ts`). */
  data?: object[];
};

/**
 * Title, description, canonical link and Open Graph of a page. Called in a loader, so that it adds nothing to the
 * browser's code: `export const meta = ({ loaderData }) => loaderData?.head ?? []`. URLs are on the store's public
 * domain, whatever host was requested; a store without one has no canonical link.
 */
export function headOf(
  store: Store,
  { title, description, path, image, type = 'website', noindex = false, home, data = [] }: Page,
): MetaDescriptor[] {
  const fullTitle = title ? `${title} | ${store.name}` : store.seoTitle;
  const text = description || store.seoDescription;
  const origin = store.publicDomain && `https://${store.publicDomain}`;
  const canonical = (home ?? origin) && `${home ?? origin}${path}`;
  const picture = origin && image && !image.endsWith('.svg') ? `${origin}${mediaPath(image)}/share.jpg` : null;
  // `server/http/pages/markdown-pages.ts`
  const markdown = /^\/(?:product|category|page|blog)\/[^/?]+/.exec(path)?.[0];
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
    { title: fullTitle },
    { name: 'description', content: text },
    ...(noindex ? [{ name: 'robots', content: 'noindex, follow' }] : []),
    ...(canonical ? [{ tagName: 'link' as const, rel: 'canonical', href: canonical }] : []),
    ...Object.entries(shared).flatMap(([property, content]) => (content ? [{ property, content }] : [])),
    { name: 'twitter:card', content: picture ? 'summary_large_image' : 'summary' },
    ...(store.verificationCode ? [{ name: 'google-site-verification', content: store.verificationCode }] : []),
    { tagName: 'link', rel: 'manifest', href: '/manifest.webmanifest' },
    ...(store.favicon ? [{ tagName: 'link' as const, rel: 'apple-touch-icon', href: '/icons/180.png' }] : []),
    { tagName: 'link', rel: 'alternate', type: 'application/rss+xml', href: '/feed.xml', title: store.name },
    ...(markdown
      ? [{ tagName: 'link' as const, rel: 'alternate', type: 'text/markdown', href: `${markdown}.md` }]
      : []),
    ...data.map((one) => ({ 'script:ld+json': { '@context': 'https://schema.org', ...one } as never })),
  ];
}
