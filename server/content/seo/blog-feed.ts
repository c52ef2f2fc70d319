import { escapeMarkup } from '#domain/text/entities.ts';
import type { RequestContext } from '../../context.ts';
import { newestPosts } from '../blog/blogs.ts';
import { siteOrigin } from './urls.ts';

const POSTS = 20;

const newest = (posts: { updated_at: string }[]): string =>
  new Date(Math.max(...posts.map(({ updated_at }) => Date.parse(updated_at)))).toUTCString();

/** The blog as RSS 2.0 with full texts; pictures and links are absolute. */
export async function blogFeed(ctx: RequestContext): Promise<string> {
  const origin = siteOrigin(ctx);
  const posts = await newestPosts(ctx, POSTS);
  const items = posts.map((post) => {
    const link = `${origin}/blog/${encodeURIComponent(post.slug.name)}`;
    // Feed readers don't choose pictures by width, and need absolute URLs.
    const body = post.body.replace(/ (?:srcset|sizes)="[^"]*"/g, '').replace(/(href|src)="\//g, `$1="${origin}/`);
    return `<item>
<title>${escapeMarkup(post.title)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${new Date(post.published_at).toUTCString()}</pubDate>
<dc:creator>${escapeMarkup(post.author)}</dc:creator>
<category>${escapeMarkup(post.category.name)}</category>
<description>${escapeMarkup(post.description)}</description>
<content:encoded>${escapeMarkup(body)}</content:encoded>
</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${escapeMarkup(`המגזין של ${ctx.store.name}`)}</title>
<link>${origin}/blog</link>
<description>${escapeMarkup(ctx.store.seoDescription)}</description>
<language>he</language>
${posts[0] ? `<lastBuildDate>${newest(posts)}</lastBuildDate>` : ''}
<atom:link href="${origin}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`;
}
