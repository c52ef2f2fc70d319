import type { FastifyInstance } from 'fastify';
import { serve } from '../call.ts';
import { requireCustomer } from '../identity/require-customer.ts';
import { customerByToken } from '../identity/tokens.ts';
import { refuse } from '../platform/errors.ts';
import { getCustomerOrders } from './account/orders.ts';
import { addFavorites, favoriteIds, getFavorites, removeFavorite } from './favorites/favorites.ts';
import { toCustomer, updateCustomer } from './profile.ts';
import { AUTH_COOKIE, clearPersonalCookies, setAuthCookies, tokenOf, wasSignedIn } from './sign-in/cookies.ts';

export function customerRoutes(app: FastifyInstance): void {
  serve(app, 'GET /api/customers/get-by-token', async (ctx, { query }, { request, reply }) => {
    const customer = query.token ? await customerByToken(ctx, query.token) : ctx.customer;
    const cookie = request.cookies[AUTH_COOKIE];
    if (!customer) {
      // The session ended elsewhere or expired: the device keeps no more than after a sign-out.
      if (!query.token && wasSignedIn(request)) clearPersonalCookies(request, reply);
      throw refuse('UNAUTHORIZED');
    }
    // The cookie is renewed with the token, which slides at every use.
    if (!query.token && cookie && cookie === tokenOf(request)) setAuthCookies(request, reply, cookie);
    return { ...toCustomer(customer), favorites: await favoriteIds(ctx, customer.uuid) };
  });
  serve(app, 'POST /customer/customers/update', (ctx, { body }) => updateCustomer(ctx, body));
  serve(app, 'POST /customer/customers/add-favorite-product', async (ctx, { body }) => ({
    total: await addFavorites(ctx, body.product_ids),
  }));
  serve(app, 'GET /customer/customers/get-products', (ctx, { query }) => getFavorites(ctx, query));
  serve(app, 'DELETE /customer/customers/:id', async (ctx, { params }) => {
    requireCustomer(ctx);
    return { total: await removeFavorite(ctx, params.id) };
  });
  serve(app, 'GET /customer/orders/get-customer-orders', (ctx, { query }) => getCustomerOrders(ctx, query));
}
