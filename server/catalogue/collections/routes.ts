import type { FastifyInstance } from 'fastify';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import type { ProductsFilter } from '#contract/catalogue/products.ts';
import { serve } from '../../call.ts';
import type { RequestContext } from '../../context.ts';
import { getFilteredListing } from '../listing/listing.ts';
import { getOptionalValues, getVariantValues } from '../products/variant-values.ts';
import { findCollection, listCollections } from './collections.ts';

export function collectionRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/collections/list', { cache: 'public' }, (ctx) => listCollections(ctx));
  serve(app, 'GET /api/collections/find-one', { cache: 'public' }, (ctx, { query }) => findCollection(ctx, query.slug));
  serve(app, 'GET /api/collections/get-collection-filters', { cache: 'public', kept: true }, async (ctx, { query }) => {
    await requireCollection(ctx, query);
    return getFilters(ctx, query);
  });
  // What it is made of is in memory until the catalogue changes; see `listing/listing.ts`.
  serve(
    app,
    'GET /api/collections/get-collection-filters-from-cache',
    { cache: 'public', kept: true },
    async (ctx, { query }) => {
      await requireCollection(ctx, query);
      return getFilters(ctx, { collection: query.collection });
    },
  );
  serve(app, 'GET /api/collections/get-collection-variants-values', { cache: 'public' }, async (ctx, { query }) => {
    await requireCollection(ctx, query);
    return getVariantValues(ctx, query);
  });
  serve(app, 'GET /api/variants/get-optional-variants-values', { cache: 'public' }, (ctx, { query }) =>
    getOptionalValues(ctx, query.product),
  );
}

const getFilters = async (ctx: RequestContext, filter: ProductsFilter): Promise<CollectionFilter[]> =>
  (await getFilteredListing(ctx, filter)).filters;

/** @throws NOT_FOUND where the store has no collection of this slug */
async function requireCollection(
  ctx: RequestContext,
  { collection }: { collection?: string | undefined },
): Promise<void> {
  if (collection !== undefined) await findCollection(ctx, collection);
}
