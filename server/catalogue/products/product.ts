import { z } from 'zod';
import { type Product, product, type UpsellProduct } from '#contract/catalogue/products.ts';
import { productTag, settingsTag, stockTag } from '#db/cache-tags.ts';
import { plainSlug } from '#domain/text/slug.ts';
import type { RequestContext } from '../../context.ts';
import { ReadyReply } from '../../kept-replies.ts';
import { refuse } from '../../platform/errors.ts';
import { formerSlugUid } from '../../stores/former-slug.ts';
import { getPreviews } from '../cards/previews.ts';
import { contains } from '../engine/bitset.ts';
import { successorOfSlug } from '../parts/successors.ts';
import { productCache } from '../product-cache.ts';
import { getCatalogue } from '../snapshot/catalogue.ts';
import { readProducts } from './read-products.ts';
import { getVariants } from './variants.ts';

/** A product with everything its page shows; `idOrSlug` within the store, or a former slug of it. @throws NOT_FOUND */
export const getProduct = async (ctx: RequestContext, idOrSlug: string): Promise<Product> =>
  JSON.parse((await getProductReply(ctx, idOrSlug)).body) as Product;

/** The same as the call answers it, ready made. @throws NOT_FOUND */
export async function getProductReply(ctx: RequestContext, idOrSlug: string): Promise<ReadyReply> {
  const [reply] = await loadReplies(ctx, [await productUidOf(ctx, idOrSlug)]);
  if (!reply) throw refuse('NOT_FOUND');
  return reply;
}

/** A reply takes two bytes a letter, since there is Hebrew in it: some 5,000 products. */
const loadReplies = productCache<ReadyReply>({
  maxBytes: 64 * 1024 * 1024,
  async load(ctx, uuids) {
    const pages = await readProducts(ctx, uuids);
    return new Map(
      pages.map((item) => {
        const body = JSON.stringify(z.encode(product, item));
        const shown: { id: string }[] = [...item.upsell, ...item.related, ...item.fits.map(({ vehicle }) => vehicle)];
        if (item.replaced_by) shown.push(item.replaced_by);
        const tags = [stockTag(item.id), settingsTag(ctx.store.companyUid), ...shown.map(({ id }) => productTag(id))];
        return [item.id, { value: new ReadyReply(body), tags, bytes: 2 * body.length }];
      }),
    );
  },
});

/**
 * Uuid of a product that the store shows, by uuid, slug or former slug, or of what replaces the part of that slug.
 * @throws NOT_FOUND
 */
export async function productUidOf(ctx: RequestContext, idOrSlug: string): Promise<string> {
  const slug = plainSlug(idOrSlug);
  const { bySlug, byUuid, published, uuids } = await getCatalogue(ctx);
  const docId = bySlug.get(slug) ?? byUuid.get(slug);
  if (docId !== undefined && contains(published, docId)) return uuids[docId] as string;
  const successor = async () => (await formerSlugUid(ctx, 'PRODUCT', slug)) ?? (await successorOfSlug(ctx, slug));
  const renamed = byUuid.get((await successor()) ?? '');
  if (renamed === undefined || !contains(published, renamed)) throw refuse('NOT_FOUND');
  return uuids[renamed] as string;
}

/** Cards of these products with what can be chosen of each, in eight queries whatever their number. */
export async function getUpsells(ctx: RequestContext, uids: string[]): Promise<UpsellProduct[]> {
  const [previews, sold] = await Promise.all([getPreviews(ctx, uids), getVariants(ctx, uids)]);
  return previews.map((preview) => ({ ...preview, variants: sold.get(preview.id)?.variants ?? [] }));
}
