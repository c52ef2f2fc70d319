import { escapeMarkup } from '#domain/text/entities.ts';
import type { RequestContext } from '../../context.ts';
import { kinds, type SitePath, siteOrigin } from './urls.ts';

/** A fifth of the protocol's maximum, so that a part stays quick to make and to read. */
const PART = 10_000;

const entry = (tag: string, url: string, changed?: Date): string =>
  `<${tag}><loc>${escapeMarkup(url)}</loc>${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</${tag}>`;
const wrap = (tag: string, entries: string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${tag} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</${tag}>\n`;

const newest = (addresses: SitePath[]): Date | undefined =>
  addresses.reduce<Date | undefined>(
    (latest, { changed }) => (changed && (!latest || changed > latest) ? changed : latest),
    undefined,
  );

/** Index of the parts, each with the date of its latest page. */
export async function sitemapIndex(ctx: RequestContext): Promise<string> {
  const entries: string[] = [];
  for (const [kind, read] of Object.entries(kinds)) {
    let part: SitePath[];
    let number = 0;
    do {
      part = await read(ctx, number * PART, PART);
      number += 1;
      if (part.length > 0)
        entries.push(entry('sitemap', `${siteOrigin(ctx)}/sitemaps/${kind}-${number}.xml`, newest(part)));
    } while (part.length === PART);
  }
  return wrap('sitemapindex', entries);
}

/** @returns `null` when there is no such part */
export async function sitemapPart(ctx: RequestContext, name: string): Promise<string | null> {
  const [, kind = '', number = ''] = /^([a-z]+)-([1-9]\d{0,3})\.xml$/.exec(name) ?? [];
  if (!Object.hasOwn(kinds, kind)) return null;
  const part = await kinds[kind as keyof typeof kinds](ctx, (Number(number) - 1) * PART, PART);
  if (part.length === 0) return null;
  return wrap(
    'urlset',
    part.map(({ path, changed }) => entry('url', `${siteOrigin(ctx)}${path}`, changed)),
  );
}

/** Crawlers of search engines and assistants by name, so that the rule is explicit for each. */
const CRAWLERS = [
  ...['*', 'Googlebot', 'Bingbot', 'GPTBot', 'OAI-SearchBot', 'ChatGPT-User', 'ClaudeBot', 'Claude-User'],
  ...['Claude-SearchBot', 'PerplexityBot', 'Perplexity-User', 'Google-Extended', 'Applebot', 'Applebot-Extended'],
  ...['Amazonbot', 'CCBot', 'meta-externalagent', 'DuckAssistBot', 'MistralAI-User'],
];

export const robotsTxt = (ctx: RequestContext): string =>
  [
    ...CRAWLERS.map((name) => `User-agent: ${name}`),
    'Allow: /',
    ...['/*?search=', '/*&search=', '/login', '/personal-area', '/personal-area/'].map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteOrigin(ctx)}/sitemap.xml`,
    '',
  ].join('\n');
