import type { ProductPreview } from '#contract/catalogue/products.ts';
import { formatExactPrice, formatProducts } from '#domain/text/format.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';
import { findCollection, findMovedSlug } from '../../catalogue/collections/collections.ts';
import { getProducts } from '../../catalogue/products/products.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { siteOrigin } from '../seo/urls.ts';
import { joinParts, link, type MarkdownPage, plain } from './write-markdown.ts';

const PAGE_SIZE = 100;

/**
 * A category with its sub-categories and products, a hundred at a time. @throws NOT_FOUND, also beyond the last page
 */
export async function categoryMarkdown(ctx: RequestContext, slug: string, page: number): Promise<MarkdownPage> {
  const collection = await findCollection(ctx, (await findMovedSlug(ctx, slug)) ?? slug);
  const origin = siteOrigin(ctx);
  const path = categoryPath(collection.slug.name);
  const { items, total } = await getProducts(ctx, {
    collection: collection.slug.name,
    sort: 'recommended',
    page,
    page_size: PAGE_SIZE,
  });
  if (items.length === 0 && page > 1) throw refuse('NOT_FOUND');
  const kind = items.every((item) => item.kind === items[0]?.kind) ? (items[0]?.kind ?? null) : null;
  const body = joinParts([
    `# ${plain(collection.name)}`,
    collection.text && `> ${plain(collection.text)}`,
    collection.children.length > 0 &&
      `## תת־קטגוריות\n\n${collection.children.map(({ name, slug }) => `- ${link(name, `${origin}${categoryPath(slug.name)}.md`)}`).join('\n')}`,
    `## ${formatProducts(total, kind)}`,
    items.map((item) => productLine(item, origin)).join('\n'),
    page * PAGE_SIZE < total && link('לדף הבא', `${origin}${path}.md?page=${page + 1}`),
    link('הדף באתר, עם סינון ומיון', `${origin}${path}`),
  ]);
  return { path, origin, body };
}

/** `- [Masa 750](…/product/masa-750.md): אדוונצ׳ר, החל מ־₪59,900` */
export function productLine({ name, slug, subtitle, price, starting_from }: ProductPreview, origin: string): string {
  const cost = price === null ? 'מחיר לפי פנייה' : `${starting_from ? 'החל מ־' : ''}${formatExactPrice(price)}`;
  const about = [plain(subtitle), cost].filter((part) => part !== '').join(', ');
  return `- ${link(name, `${origin}${productPath(slug.name)}.md`)}: ${about}`;
}
