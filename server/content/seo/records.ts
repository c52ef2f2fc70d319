import type { SeoRecord, SeoType } from '#contract/content/seo.ts';
import { categoryPath, productPath } from '#domain/text/links.ts';
import { plainSlug } from '#domain/text/slug.ts';
import { listCollections } from '../../catalogue/collections/collections.ts';
import { getProduct } from '../../catalogue/products/product.ts';
import type { RequestContext } from '../../context.ts';
import { Refusal, refuse } from '../../platform/errors.ts';
import { getContentPage } from '../../stores/content-pages.ts';
import { getPost, getPosts } from '../blog/blogs.ts';
import { homeOrigin, publicOrigin } from './urls.ts';

type By = { id: string } | { slug: string };
type Found = Omit<SeoRecord, 'type' | 'canonical'> & { path: string; origin?: string | null };

const finders: Record<SeoType, (ctx: RequestContext, by: By) => Promise<Found>> = {
  async PRODUCT(ctx, by) {
    const { id, slug, seo, main_image } = await getProduct(ctx, 'id' in by ? by.id : by.slug);
    const image_url = main_image?.image_url ?? null;
    return { id, slug, ...seo, image_url, path: productPath(slug.name), origin: await homeOrigin(ctx, id) };
  },
  async COLLECTION(ctx, by) {
    const all = await listCollections(ctx);
    const record = all.find(({ id, slug }) => ('id' in by ? id === by.id : slug.name === plainSlug(by.slug)));
    if (!record) throw refuse('NOT_FOUND');
    const { id, slug, name, text, image } = record;
    return {
      id,
      slug,
      title: name,
      description: text,
      image_url: image?.image_url ?? null,
      path: categoryPath(slug.name),
    };
  },
  async CONTENT_PAGE(ctx, by) {
    const { id, slug, title, description } = await getContentPage(ctx, by);
    return { id, slug, title, description, image_url: null, path: `/page/${encodeURIComponent(slug.name)}` };
  },
  async POST(ctx, by) {
    const { id, slug, title, description, image } =
      'id' in by ? await postById(ctx, by.id) : await getPost(ctx, by.slug);
    const path = `/blog/${encodeURIComponent(slug.name)}`;
    return { id, slug, title, description, image_url: image?.image_url ?? null, path };
  },
};

async function postById(ctx: RequestContext, uid: string) {
  const { items } = await getPosts(ctx, { uid, page: 1, page_size: 1 });
  if (!items[0]) throw refuse('NOT_FOUND');
  return items[0];
}

/** @throws NOT_FOUND */
export async function getSeo(ctx: RequestContext, type: SeoType, by: By): Promise<SeoRecord> {
  const { path, origin, ...record } = await finders[type](ctx, by);
  const base = origin ?? publicOrigin(ctx.store);
  return {
    type,
    ...record,
    description: record.description || ctx.store.seoDescription,
    canonical: base && `${base}${path}`,
  };
}

/** Of any kind unless one is named; products come first. @throws NOT_FOUND */
export async function getSeoBySlug(ctx: RequestContext, slug: string, type?: SeoType): Promise<SeoRecord> {
  for (const kind of type ? [type] : (Object.keys(finders) as SeoType[])) {
    try {
      return await getSeo(ctx, kind, { slug });
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error;
    }
  }
  throw refuse('NOT_FOUND');
}
