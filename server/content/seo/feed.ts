import type { RequestContext } from '../../context.ts';
import { newestPosts } from '../blog/blogs.ts';
import { publicOrigin } from './addresses.ts';

const POSTS = 20;

/** Texts come from the importer, which refuses control characters that XML can't hold. */
const text = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const newest = (posts: { updated_at: string }[]): string =>
  new Date(Math.max(...posts.map(({ updated_at }) => Date.parse(updated_at)))).toUTCString();

/** The blog as RSS 2.0 with full texts; pictures and links are absolute. */
export async function blogFeed(ctx: RequestContext): Promise<string> {
  const origin = publicOrigin(ctx.store) ?? ctx.origin;
  const posts = await newestPosts(ctx, POSTS);
  const items = posts.map((post) => {
    const link = `${origin}/blog/${encodeURIComponent(post.slug.name)}`;
    // Feed readers don't choose pictures by width, and need absolute URLs.
    const body = post.body.replace(/ (?:srcset|sizes)="[^"]*"/g, '').replace(/(href|src)="\//g, `$1="${origin}/`);
    return `<item>
<title>${text(post.title)}</title>
<link>${link}</link>
<guid isPermaLink="true">${link}</guid>
<pubDate>${new Date(post.published_at).toUTCString()}</pubDate>
<dc:creator>${text(post.author)}</dc:creator>
<category>${text(post.category.name)}</category>
<description>${text(post.description)}</description>
<content:encoded>${text(body)}</content:encoded>
</item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/">
<channel>
<title>${text(`המגזין של ${ctx.store.name}`)}</title>
<link>${origin}/blog</link>
<description>${text(ctx.store.seoDescription)}</description>
<language>he</language>
${posts[0] ? `<lastBuildDate>${newest(posts)}</lastBuildDate>` : ''}
<atom:link href="${origin}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
</channel>
</rss>
`;
}
