import type { StoreHome } from '#contract/store-settings.ts';
import type { HomePage, ProductPageCache } from '#contract/stores.ts';
import { homeTag, settingsTag } from '#db/cache-tags.ts';
import { stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { productPath } from '#domain/text/links.ts';
import { listCollections } from '../catalogue/collections/collections.ts';
import { getProducts } from '../catalogue/products/products.ts';
import type { RequestContext } from '../context.ts';
import { listBranches } from '../stores/branches.ts';
import { hiddenLinks } from '../stores/hidden-links.ts';
import { getWidgets } from '../stores/layout.ts';

/** Slides and a story that lead to a hidden product, or show one, are left out. */
export async function getHomePage(ctx: RequestContext): Promise<HomePage> {
  const { uuid } = ctx.store;
  return ctx.cache.get(`home:${uuid}`, { tags: [settingsTag(uuid), homeTag(uuid)] }, async () => {
    const [row] = await ctx.db.select({ home: stores.home }).from(stores).where(eq(stores.uuid, ctx.store.uuid));
    const home = (row?.home ?? {}) as StoreHome;
    const { hero = [], story } = home;
    const heroSlugs = hero.flatMap((slide) => slide.product ?? []);
    const linksOf = ({ link, product }: (typeof hero)[number]) => [link, product && productPath(product)];
    const [isHidden, boxes, heroProducts, center] = await Promise.all([
      hiddenLinks(ctx.db, uuid, [...hero.flatMap(linksOf), story?.link]),
      listCollections(ctx),
      heroSlugs.length > 0
        ? getProducts(ctx, { slugs: heroSlugs.join(','), page: 1, page_size: 24, sort: 'recommended' })
        : null,
      getWidgets(ctx, 'CENTER'),
    ]);
    const heroProduct = new Map(heroProducts?.items.map((product) => [product.slug.name, product]));
    const box = new Map(boxes.map((collection) => [collection.slug.name, collection]));
    return {
      hero: hero.flatMap((slide) => {
        if (linksOf(slide).some(isHidden)) return [];
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
      story: story && !isHidden(story.link) ? { ...story, picture: story.picture ?? null } : null,
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
