import type { FastifyInstance, FastifyRequest } from 'fastify';
import { serve } from '../../call.ts';
import { refuse } from '../../errors.ts';
import { mobileOf, sendCode, verifyCode } from './codes.ts';
import { AUTH_COOKIE, clearAuthCookies, setAuthCookies, tokenOf } from './cookies.ts';
import { addFavorites, favoriteIds, getFavorites, removeFavorite } from './favorites.ts';
import { allowance } from './limits.ts';
import { getCustomerOrders } from './orders.ts';
import { requireCustomer, toCustomer, updateCustomer } from './profile.ts';
import { createCustomer, login } from './sign-in.ts';
import { customerByToken, revokeToken } from './tokens.ts';

const own = { cache: 'private' } as const;

export function customerRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/customers/check-otp-rate-limit', own, async (ctx, { body }) => {
    const { remaining, retryAfter } = await allowance(ctx, ctx.db, mobileOf(body.phone));
    return { allowed: retryAfter === 0, remaining, retry_after: retryAfter };
  });
  serve(app, 'GET /api/customers/get-otp-code', own, (ctx, { query }, { request }) => {
    refuseFromElsewhere(request);
    return sendCode(ctx, query.phone);
  });
  serve(app, 'GET /api/customers/login-verify-otp-code', own, (ctx, { query }, { request }) => {
    refuseFromElsewhere(request);
    return verifyCode(ctx, query.phone, query.code);
  });
  serve(app, 'POST /api/customers/create-customer', own, async (ctx, { body }, { request, reply }) => {
    const signedIn = await createCustomer(ctx, body, tokenOf(request));
    setAuthCookies(request, reply, signedIn.token);
    return signedIn;
  });
  serve(app, 'POST /api/customers/login', own, async (ctx, { body }, { request, reply }) => {
    const signedIn = await login(ctx, body.ticket, tokenOf(request));
    setAuthCookies(request, reply, signedIn.token);
    return signedIn;
  });
  serve(app, 'GET /api/customers/get-by-token', own, async (ctx, { query }, { request, reply }) => {
    const customer = query.token ? await customerByToken(ctx, query.token) : ctx.customer;
    const cookie = request.cookies[AUTH_COOKIE];
    if (!customer) {
      if (!query.token) clearAuthCookies(request, reply);
      throw refuse('UNAUTHORIZED');
    }
    // The browser's copy lives on with the token, which slides at every use.
    if (!query.token && cookie && cookie === tokenOf(request)) setAuthCookies(request, reply, cookie);
    return { ...toCustomer(customer), favorites: await favoriteIds(ctx, customer.uuid) };
  });
  serve(app, 'POST /customer/customers/update', own, (ctx, { body }) => updateCustomer(ctx, body));
  serve(app, 'POST /customer/customers/logout', own, async (ctx, _input, { request, reply }) => {
    const token = tokenOf(request);
    if (token) await revokeToken(ctx.db, token);
    clearAuthCookies(request, reply);
    return {};
  });
  serve(app, 'POST /customer/customers/add-favorite-product', own, async (ctx, { body }) => ({
    total: await addFavorites(ctx, body.product_ids),
  }));
  serve(app, 'GET /customer/customers/get-products', own, (ctx, { query }) => getFavorites(ctx, query));
  serve(app, 'DELETE /customer/customers/:id', own, async (ctx, { params }) => {
    requireCustomer(ctx);
    return { total: await removeFavorite(ctx, params.id) };
  });
  serve(app, 'GET /customer/orders/get-customer-orders', own, (ctx, { query }) => getCustomerOrders(ctx, query));
}

/** GETs that act are not guarded by the Origin check of writes: a browser says of them only where they come from. */
function refuseFromElsewhere(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw refuse('FORBIDDEN_ORIGIN');
}
