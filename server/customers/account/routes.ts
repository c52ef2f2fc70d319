import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { MAX_PICTURE_BYTES, PICTURES, sendPicture, serve, uploads } from '../../call.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { deleteAccount } from '../../privacy/delete-account.ts';
import { personalData } from '../../privacy/personal-data.ts';
import { addPartsVehicle, getPartsVehicles, removePartsVehicle } from '../garage/parts-vehicles.ts';
import { clearPersonalCookies } from '../sign-in/cookies.ts';
import { addAddress, deleteAddress, getAddresses, setMainAddress, updateAddress } from './addresses.ts';
import { cancelOwnOrder } from './cancel-order.ts';
import { syncCart } from './cart.ts';
import { getConsents, setConsent } from './consents.ts';
import { deleteImage, readImage, setImage } from './image.ts';
import { mergeDevice } from './merge-device.ts';
import {
  deleteConfiguration,
  deleteQuote,
  getSavedConfigurations,
  getSavedQuotes,
  saveConfiguration,
  saveQuote,
} from './saved-items.ts';

/** Calls of the personal area besides orders and favourites (`../routes.ts`); sign-in is in `sign-in/routes.ts`. */
export function accountRoutes(app: FastifyInstance): void {
  serve(app, 'GET /customer/customers/get-addresses', (ctx, { query }) => getAddresses(ctx, query));
  serve(app, 'POST /customer/customers/add-address', (ctx, { body }) => addAddress(ctx, body));
  serve(app, 'POST /customer/customers/update-address', (ctx, { body }) => updateAddress(ctx, body));
  serve(app, 'POST /customer/customers/set-main-address/:id', (ctx, { params }) => setMainAddress(ctx, params.id));
  serve(app, 'DELETE /customer/customers/delete-customer-address/:id', async (ctx, { params }) => ({
    total: await deleteAddress(ctx, params.id),
  }));

  // Those that parts are looked for by; the garage's own page sends forms (`garage/forms.ts`).
  serve(app, 'GET /customer/customers/get-garage', (ctx) => getPartsVehicles(ctx));
  serve(app, 'POST /customer/customers/add-garage-vehicle', (ctx, { body }) => addPartsVehicle(ctx, body));
  serve(app, 'POST /customer/customers/remove-garage-vehicle', (ctx, { body }) => removePartsVehicle(ctx, body));
  serve(app, 'GET /customer/customers/get-saved', async (ctx) => ({
    configurations: await getSavedConfigurations(ctx),
    quotes: await getSavedQuotes(ctx),
  }));
  serve(app, 'POST /customer/customers/save-configuration', async (ctx, { body }) => {
    await saveConfiguration(ctx, body.code);
    return {};
  });
  serve(app, 'DELETE /customer/customers/delete-configuration/:code', async (ctx, { params }) => {
    await deleteConfiguration(ctx, params.code);
    return {};
  });
  serve(app, 'POST /customer/customers/save-quote', async (ctx, { body }) => {
    await saveQuote(ctx, body.uid);
    return {};
  });
  serve(app, 'DELETE /customer/customers/delete-quote/:id', async (ctx, { params }) => {
    await deleteQuote(ctx, params.id);
    return {};
  });
  serve(app, 'POST /customer/customers/merge-device', (ctx, { body }) => mergeDevice(ctx, body));
  serve(app, 'POST /customer/customers/sync-cart', (ctx, { body }) => syncCart(ctx, body));
  serve(app, 'POST /customer/orders/cancel-order', (ctx, { body }) => cancelOwnOrder(ctx, body.id));

  serve(app, 'GET /customer/customers/get-consents', (ctx) => getConsents(ctx));
  serve(app, 'POST /customer/customers/set-consent', (ctx, { body }) => setConsent(ctx, body));
  serve(app, 'GET /customer/customers/download-my-data', async (ctx, _input, { reply }) => {
    const data = await personalData(ctx, { ...requireCustomer(ctx), store: ctx.store });
    reply.header('content-disposition', 'attachment; filename="my-data.json"');
    return data;
  });
  serve(app, 'POST /customer/customers/delete-account', async (ctx, _input, { request, reply }) => {
    await deleteAccount(ctx);
    clearPersonalCookies(request, reply);
    return {};
  });
  images(app);
}

function images(app: FastifyInstance): void {
  serve(app, 'POST /customer/media/delete-customer-image', async (ctx) => {
    await deleteImage(ctx);
    return {};
  });
  app.get('/customer/media/:id', { schema: { hide: true } }, async (request, reply) => {
    const { id } = request.params as { id: string };
    requireCustomer(request.ctx);
    if (!z.guid().safeParse(id).success) throw refuse('NOT_FOUND');
    const bytes = await readImage(request.ctx, id);
    return sendPicture(reply, bytes, 'private, no-store');
  });
  uploads(app, { types: PICTURES, mostBytes: MAX_PICTURE_BYTES }, requireCustomer, (scope, options) =>
    serve(scope, 'POST /customer/media/upload-customer-image', options, async (ctx, { body }) => ({
      image_src: await setImage(ctx, body),
    })),
  );
}
