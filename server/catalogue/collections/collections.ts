import type { CategoryBox, Collection } from '#contract/catalogue/collections.ts';
import { catalogueTag, shownTag } from '#db/cache-tags.ts';
import { collections } from '#db/schema/index.ts';
import { asc, eq, sql } from '#db/sql.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { formerSlugUid } from '../../stores/former-slug.ts';
import { mainImageOf } from '../cards/images.ts';

type ListedCollection = CategoryBox & { parent_id: string | null };

/** Collections that have something to show, in the operator's order, each with its first product's picture. */
export const listCollections = async (ctx: RequestContext): Promise<ListedCollection[]> =>
  (await allCollections(ctx)).filter(isListed);

const isListed = ({ products_count }: ListedCollection): boolean => products_count > 0;

/** With those that have nothing to show for a while: menus and links lead there all the same. */
function allCollections(ctx: RequestContext): Promise<ListedCollection[]> {
  return ctx.cache.get(
    `collections:${ctx.store.uuid}`,
    { tags: [catalogueTag(ctx.store.uuid), shownTag(ctx.store.uuid)] },
    async () => {
      const rows = await ctx.db
        .select({
          id: collections.uuid,
          parent_id: collections.parentUid,
          slug: collections.slug,
          name: collections.name,
          text: collections.text,
          products_count: sql<number>`count(p.product_uid)::int`,
          kind: sql<CategoryBox['kind']>`case when min(p.kind::text) = max(p.kind::text) then min(p.kind::text) end`,
          first_product: sql<
            string | null
          >`(array_agg(p.product_uid order by p.position, p.place, p.slug) filter (where p.product_uid is not null))[1]`,
        })
        .from(collections)
        .leftJoin(
          sql`(select cp.collection_uid, cp.product_uid, cp.position, sp.position as place, pr.slug, pr.kind from collection_products cp
             join products pr on pr.uuid = cp.product_uid
             join store_products sp on sp.product_uid = cp.product_uid and sp.published and sp.store_uid = ${ctx.store.uuid}) p`,
          sql`p.collection_uid = ${collections.uuid}`,
        )
        .where(eq(collections.storeUid, ctx.store.uuid))
        .groupBy(collections.uuid)
        .orderBy(asc(collections.position), asc(collections.slug));
      const images = await mainImageOf(
        ctx,
        rows.flatMap((row) => row.first_product ?? []),
      );
      return rows.map(({ slug, first_product, ...row }) => ({
        ...row,
        slug: { name: slug },
        image: images.get(first_product ?? '') ?? null,
      }));
    },
  );
}

/** @throws NOT_FOUND */
export async function findCollection(ctx: RequestContext, slug: string): Promise<Collection> {
  const all = await allCollections(ctx);
  const current = all.find((collection) => collection.slug.name === slug);
  if (!current) throw refuse('NOT_FOUND');
  const [row] = await ctx.cache.get(`banner:${current.id}`, { tags: [catalogueTag(ctx.store.uuid)] }, () =>
    ctx.db.select({ banner: collections.banner }).from(collections).where(eq(collections.uuid, current.id)),
  );
  return {
    id: current.id,
    name: current.name,
    text: current.text,
    slug: current.slug,
    parent_id: current.parent_id,
    banner: row?.banner ?? null,
    breadcrumbs: ancestors(all, current.parent_id),
    children: all.filter((collection) => collection.parent_id === current.id && isListed(collection)),
  };
}

/**
 * The slug that another form of it (case, not normalised, encoded twice) or a former one stands for, else `null`;
 * the page answers 301 to it.
 */
export async function findMovedSlug(ctx: RequestContext, slug: string): Promise<string | null> {
  const all = await allCollections(ctx);
  const requestedSlug = plainSlug(slug);
  const collection = all.find((collection) => plainSlug(collection.slug.name) === requestedSlug);
  if (collection) return collection.slug.name;
  const moved = await formerSlugUid(ctx, 'COLLECTION', requestedSlug);
  return all.find((collection) => collection.id === moved)?.slug.name ?? null;
}

/** From the root down to the collection `uid` itself. */
export function ancestors(all: ListedCollection[], uid: string | null): { name: string; slug: { name: string } }[] {
  const parent = all.find((collection) => collection.id === uid);
  return parent ? [...ancestors(all, parent.parent_id), { name: parent.name, slug: parent.slug }] : [];
}
