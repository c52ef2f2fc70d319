import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getSuggestions } from '../../content/site-search/suggestions.ts';
import { listBrands } from '../../stores/stores.ts';
import { getProductReply } from './product.ts';
import { countProducts, getPriceRange, getProducts, getProductsBrands } from './products.ts';
import { getSpecification, getSpecificationNames } from './specifications.ts';

export function productRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/products/get-product/:id', { cache: 'public' }, (ctx, { params }) =>
    getProductReply(ctx, params.id),
  );
  serve(app, 'GET /api/products/get-products', { cache: 'public', kept: true }, (ctx, { query }) =>
    getProducts(ctx, query),
  );
  serve(app, 'GET /api/products/get-products-count', { cache: 'public', kept: true }, (ctx, { query }) =>
    countProducts(ctx, query),
  );
  serve(app, 'GET /api/products/get-products-price-range', { cache: 'public' }, (ctx, { query }) =>
    getPriceRange(ctx, query),
  );
  serve(app, 'GET /api/products/get-products-brands', { cache: 'public' }, (ctx, { query }) =>
    getProductsBrands(ctx, query),
  );
  serve(app, 'GET /api/products/search-suggestions', { cache: 'public', kept: true }, (ctx, { query }) =>
    getSuggestions(ctx, query.search),
  );
  serve(app, 'GET /api/products/get-brands', { cache: 'public' }, (ctx) => listBrands(ctx, ctx.store.companyUid));
  serve(app, 'GET /api/products/get-product-specification-and-values', { cache: 'public' }, (ctx, { query }) =>
    getSpecification(ctx, query.id),
  );
  serve(app, 'GET /api/products/get-specification', { cache: 'public' }, (ctx, { query }) =>
    getSpecificationNames(ctx, query),
  );
}
