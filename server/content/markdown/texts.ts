import { formatLongDate } from '#domain/text/format.ts';
import type { RequestContext } from '../../context.ts';
import { getContentPage } from '../../stores/content-pages.ts';
import { getPost } from '../blog/blogs.ts';
import { siteOrigin } from '../seo/urls.ts';
import { productLine } from './category.ts';
import { fromHtml, joinParts, type MarkdownPage, plain } from './write-markdown.ts';

/** A content page. @throws NOT_FOUND */
export async function contentPageMarkdown(ctx: RequestContext, slug: string): Promise<MarkdownPage> {
  const { slug: pageSlug, title, body, updated_at } = await getContentPage(ctx, { slug });
  const origin = siteOrigin(ctx);
  return {
    path: `/page/${encodeURIComponent(pageSlug.name)}`,
    origin,
    body: joinParts([`# ${plain(title)}`, fromHtml(body, origin), `עודכן ב־${formatLongDate(updated_at)}`]),
  };
}

/** A post of the magazine, with the products that it names. @throws NOT_FOUND */
export async function postMarkdown(ctx: RequestContext, slug: string): Promise<MarkdownPage> {
  const post = await getPost(ctx, slug);
  const origin = siteOrigin(ctx);
  return {
    path: `/blog/${encodeURIComponent(post.slug.name)}`,
    origin,
    body: joinParts([
      `# ${plain(post.title)}`,
      post.description && `> ${plain(post.description)}`,
      `${plain(post.author)}, ${formatLongDate(post.published_at)}`,
      fromHtml(post.body, origin),
      post.products.length > 0 &&
        `## דגמים שהוזכרו\n\n${post.products.map((product) => productLine(product, origin)).join('\n')}`,
    ]),
  };
}
