import type { FastifyInstance } from 'fastify';
import { menuKeys } from '#contract/stores.ts';
import { serve } from '../call.ts';
import { getHomePage, getProductPageCache } from '../content/home.ts';
import type { Deps } from '../context.ts';
import { getAllMenus, getLayout, getMenus, getWidgets } from './layout.ts';
import { findStore, toPublic } from './stores.ts';

export function storeRoutes(app: FastifyInstance, deps: Deps): void {
  serve(
    app,
    'GET /api/stores/find-by-sub-domain/:subdomain',
    { cache: 'public', anyHost: true },
    async (_, { params }) => {
      const store = await findStore(deps, params.subdomain.toLowerCase());
      return store && toPublic(store);
    },
  );
  serve(app, 'GET /api/caching/get-vehicles-default-layout-cache', { cache: 'public', kept: true }, (ctx) =>
    getLayout(ctx),
  );
  serve(app, 'GET /api/caching/get-vehicles-home-page-cache', { cache: 'public' }, (ctx) => getHomePage(ctx));
  serve(app, 'GET /api/caching/get-vehicles-product-page-cache', { cache: 'public' }, (ctx) =>
    getProductPageCache(ctx),
  );
  serve(
    app,
    'GET /api/stores/navigation/get-store-menu-with-parameters',
    { cache: 'public' },
    async (ctx, { query }) => {
      const [menu] = await getMenus(ctx, query.key);
      return menu ?? null;
    },
  );
  serve(app, 'GET /api/stores/navigation/list-store-menu-with-parameters', { cache: 'public' }, async (ctx) => {
    const menus = await getAllMenus(ctx);
    return menuKeys.flatMap((key) => menus[key]);
  });
  serve(app, 'GET /api/widgets/get-widgets', { cache: 'public' }, (ctx, { query }) => getWidgets(ctx, query.area));
  serve(app, 'GET /api/menus/get-menus-by-key', { cache: 'public' }, (ctx, { query }) => getMenus(ctx, query.key));
}
