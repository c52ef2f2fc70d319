import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { PICTURES, serve, uploads } from '../../call.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { deleteAccount } from '../../privacy/delete-account.ts';
import { personalData } from '../../privacy/personal-data.ts';
import { clearPersonalCookies } from '../sign-in/cookies.ts';
import { addAddress, deleteAddress, getAddresses, setMainAddress, updateAddress } from './addresses.ts';
import { cancelOwnOrder } from './cancel-order.ts';
import { syncCart } from './cart.ts';
import { getConsents, setConsent } from './consents.ts';
import { addVehicle, getGarage, removeVehicle } from './garage.ts';
import { deleteImage, MOST_BYTES, readImage, setImage } from './image.ts';
import { mergeDevice } from './merge.ts';
import {
  deleteConfiguration,
  deleteQuote,
  getSavedConfigurations,
  getSavedQuotes,
  saveConfiguration,
  saveQuote,
} from './saved.ts';

const privateReply = { cache: 'private' } as const;

/** Calls of the personal area; sign-in is in `sign-in/routes.ts`. */
export function accountRoutes(app: FastifyInstance): void {
  serve(app, 'GET /customer/customers/get-addresses', privateReply, (ctx, { query }) => getAddresses(ctx, query));
  serve(app, 'POST /customer/customers/add-address', privateReply, (ctx, { body }) => addAddress(ctx, body));
  serve(app, 'POST /customer/customers/update-address', privateReply, (ctx, { body }) => updateAddress(ctx, body));
  serve(app, 'POST /customer/customers/set-main-address/:id', privateReply, (ctx, { params }) =>
    setMainAddress(ctx, params.id),
  );
  serve(app, 'DELETE /customer/customers/delete-customer-address/:id', privateReply, async (ctx, { params }) => ({
    total: await deleteAddress(ctx, params.id),
  }));

  serve(app, 'GET /customer/customers/get-garage', privateReply, (ctx) => getGarage(ctx));
  serve(app, 'POST /customer/customers/add-garage-vehicle', privateReply, (ctx, { body }) => addVehicle(ctx, body));
  serve(app, 'POST /customer/customers/remove-garage-vehicle', privateReply, (ctx, { body }) =>
    removeVehicle(ctx, body),
  );
  serve(app, 'GET /customer/customers/get-saved', privateReply, async (ctx) => ({
    configurations: await getSavedConfigurations(ctx),
    quotes: await getSavedQuotes(ctx),
  }));
  serve(app, 'POST /customer/customers/save-configuration', privateReply, async (ctx, { body }) => {
    await saveConfiguration(ctx, body.code);
    return {};
  });
  serve(app, 'DELETE /customer/customers/delete-configuration/:code', privateReply, async (ctx, { params }) => {
    await deleteConfiguration(ctx, params.code);
    return {};
  });
  serve(app, 'POST /customer/customers/save-quote', privateReply, async (ctx, { body }) => {
    await saveQuote(ctx, body.uid);
    return {};
  });
  serve(app, 'DELETE /customer/customers/delete-quote/:id', privateReply, async (ctx, { params }) => {
    await deleteQuote(ctx, params.id);
    return {};
  });
  serve(app, 'POST /customer/customers/merge-device', privateReply, (ctx, { body }) => mergeDevice(ctx, body));
  serve(app, 'POST /customer/customers/sync-cart', privateReply, (ctx, { body }) => syncCart(ctx, body));
  serve(app, 'POST /customer/orders/cancel-order', privateReply, (ctx, { body }) => cancelOwnOrder(ctx, body.id));

  serve(app, 'GET /customer/customers/get-consents', privateReply, (ctx) => getConsents(ctx));
  serve(app, 'POST /customer/customers/set-consent', privateReply, (ctx, { body }) => setConsent(ctx, body));
  serve(app, 'GET /customer/customers/download-my-data', privateReply, async (ctx, _input, { reply }) => {
    const data = await personalData(ctx, { ...requireCustomer(ctx), store: ctx.store });
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return data;
  });
  serve(app, 'POST /customer/customers/delete-account', privateReply, async (ctx, _input, { request, reply }) => {
    await deleteAccount(ctx);
    clearPersonalCookies(request, reply);
    return {};
  });
  images(app);
}

function images(app: FastifyInstance): void {
  serve(app, 'POST /customer/media/delete-customer-image', privateReply, async (ctx) => {
    await deleteImage(ctx);
    return {};
  });
  app.get('/customer/media/:id', { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    requireCustomer(request.ctx);
    if (!z.guid().safeParse(id).success) throw refuse('NOT_FOUND');
    const bytes = await readImage(request.ctx, id);
    return reply
      .type('image/webp')
      .headers({ 'cache-control': 'private, no-store', 'content-security-policy': "default-src 'none'; sandbox" })
      .send(bytes);
  });
  uploads(app, { types: PICTURES, mostBytes: MOST_BYTES }, requireCustomer, (scope, options) =>
    serve(
      scope,
      'POST /customer/media/upload-customer-image',
      { ...privateReply, ...options },
      async (ctx, { body }) => ({ image_src: await setImage(ctx, body) }),
    ),
  );
}
