import type { FastifyInstance } from 'fastify';
import { serve } from '../../call.ts';
import { getOpenOrder } from '../orders/open-order.ts';
import { findOrder, readOrder } from '../orders/read.ts';
import { checkPayment } from '../payments/settle.ts';
import { createOrder } from './create.ts';
import { abandonOrder, extendHold } from './end-unpaid-orders.ts';

export function orderRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/orders/create', (ctx, { body, headers }) => createOrder(ctx, body, headers['idempotency-key']));
  serve(app, 'GET /api/orders/get-order', async (ctx, { query }) => readOrder(ctx, await findOrder(ctx, query)));
  serve(app, 'POST /api/orders/get-open-order', async (ctx, { body }) => ({
    order: await getOpenOrder(ctx, { secret: body.open_order, click: body.click }),
  }));
  serve(app, 'POST /api/orders/check-payment', async (ctx, { body }) => {
    const uuid = await findOrder(ctx, body);
    await checkPayment(ctx, uuid, body.returned);
    return readOrder(ctx, uuid);
  });
  serve(app, 'POST /api/orders/release', async (ctx, { body }) => {
    const uuid = await findOrder(ctx, body);
    await abandonOrder(ctx, uuid);
    return readOrder(ctx, uuid);
  });
  serve(app, 'POST /api/orders/extend-hold', async (ctx, { body }) => {
    const uuid = await findOrder(ctx, body);
    await extendHold(ctx, uuid);
    return readOrder(ctx, uuid);
  });
}
