import type { StoreHome } from '#contract/store-settings.ts';
import type { HomePage, ProductPageCache } from '#contract/stores.ts';
import { homeTag, settingsTag } from '#db/cache-tags.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { listCollections } from '../catalogue/collections/collections.ts';
import { getProducts } from '../catalogue/products/products.ts';
import type { RequestContext } from '../context.ts';
import { listBranches } from '../stores/branches.ts';
import { getWidgets } from '../stores/layout.ts';

export async function getHomePage(ctx: RequestContext): Promise<HomePage> {
  const { uuid } = ctx.store;
  return ctx.cache.get(`home:${uuid}`, { tags: [settingsTag(uuid), homeTag(uuid)] }, async () => {
    const [row] = await ctx.db.select({ home: stores.home }).from(stores).where(eq(stores.uuid, ctx.store.uuid));
    const home = (row?.home ?? {}) as StoreHome;
    const heroSlugs = (home.hero ?? []).flatMap((slide) => slide.product ?? []);
    const [boxes, heroProducts, center] = await Promise.all([
      listCollections(ctx),
      heroSlugs.length > 0
        ? getProducts(ctx, { slugs: heroSlugs.join(','), page: 1, page_size: 24, sort: 'recommended' })
        : null,
      getWidgets(ctx, 'CENTER'),
    ]);
    const heroProduct = new Map(heroProducts?.items.map((product) => [product.slug.name, product]));
    const box = new Map(boxes.map((collection) => [collection.slug.name, collection]));
    return {
      hero: (home.hero ?? []).map((slide) => {
        const product = heroProduct.get(slide.product ?? '');
        return {
          title: slide.title,
          text: slide.text ?? '',
          picture: slide.picture ?? null,
          link: slide.link,
          link_label: slide.link_label,
          product: product
            ? {
                name: product.name,
                slug: product.slug,
                price: product.price,
                starting_from: product.starting_from,
                image: product.main_image,
              }
            : null,
        };
      }),
      categories: (home.categories ?? []).flatMap((slug) => box.get(slug) ?? []),
      featured_title: home.featured_title ?? '',
      featured: home.featured ?? [],
      story: home.story ? { ...home.story, picture: home.story.picture ?? null } : null,
      widgets: center,
    };
  });
}

export async function getProductPageCache(ctx: RequestContext): Promise<ProductPageCache> {
  return ctx.cache.get(
    `product-page:${ctx.store.uuid}`,
    { tags: [settingsTag(ctx.store.uuid), settingsTag(ctx.store.companyUid)] },
    async () => {
      const [center, all] = await Promise.all([getWidgets(ctx, 'CENTER'), listBranches(ctx)]);
      const branches = all.map(({ uuid: id, name, city, phone }) => ({ id, name, city, phone }));
      return { widgets: center, licence_note: ctx.store.settings.licence_note ?? '', branches };
    },
  );
}
