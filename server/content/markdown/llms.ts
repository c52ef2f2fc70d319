import { categoryPath } from '#domain/text/links.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import type { RequestContext } from '../../context.ts';
import { listBranches } from '../../stores/branches.ts';
import { listContentPages } from '../../stores/content-pages.ts';
import { servicePhone } from '../../stores/layout.ts';
import { newestPosts } from '../blog/blogs.ts';
import { siteOrigin } from '../seo/urls.ts';
import { joinParts, link, plain } from './write-markdown.ts';

const POSTS = 10;

/** What an assistant should know of the store first, and where the rest is, after the proposal at llmstxt.org. */
export async function llmsTxt(ctx: RequestContext): Promise<string> {
  const { store } = ctx;
  const origin = siteOrigin(ctx);
  const [categories, pages, posts, branches, phone] = await Promise.all([
    listCollections(ctx),
    listContentPages(ctx),
    newestPosts(ctx, POSTS),
    listBranches(ctx),
    servicePhone(ctx),
  ]);
  const section = (title: string, lines: string[]) => lines.length > 0 && `## ${title}\n\n${lines.join('\n')}`;
  return joinParts([
    `# ${plain(store.name)} (${plain(store.nameEn)})`,
    `> ${plain(store.seoDescription)}`,
    [
      'אתר מכירות בישראל, בעברית. כל המחירים בשקלים וכוללים מע״מ.',
      'לכל דף של מוצר, קטגוריה, תוכן או כתבה יש גרסת Markdown: אותה כתובת עם הסיומת `.md`, או בקשה עם `Accept: text/markdown`.',
      ...(phone ? [`שירות לקוחות: ${plain(phone)}`] : []),
    ]
      .map((line) => `- ${line}`)
      .join('\n'),
    section(
      'קטגוריות',
      categories
        .filter(({ parent_id }) => parent_id === null)
        .map(
          ({ name, slug, text }) =>
            `- ${link(name, `${origin}${categoryPath(slug.name)}.md`)}${text && `: ${plain(text)}`}`,
        ),
    ),
    section(
      'סניפים',
      branches.map(({ name, address, city, phone }) => `- ${plain(`${name}: ${address}, ${city}, ${phone}`)}`),
    ),
    section(
      'תנאים ומידע',
      pages.map(({ title, slug }) => `- ${link(title, `${origin}/page/${encodeURIComponent(slug)}.md`)}`),
    ),
    section('Optional', [
      ...posts.map(({ title, slug }) => `- ${link(title, `${origin}/blog/${encodeURIComponent(slug.name)}.md`)}`),
      `- ${link('כל המוצרים עם מחיר ומלאי (XML)', `${origin}/products.xml`)}`,
      `- ${link('מפת האתר (XML)', `${origin}/sitemap.xml`)}`,
    ]),
  ]);
}
