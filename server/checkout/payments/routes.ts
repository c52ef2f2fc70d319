import type { FastifyInstance, FastifyRequest } from 'fastify';
import { orders, payments } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { serve } from '../../call.ts';
import { refuse } from '../../platform/errors.ts';
import { findOrder, readOrder } from '../orders/read.ts';
import { checkPayLink, payByLink } from './pay-link.ts';
import { getPaymentLink } from './payment-page.ts';
import { settlePayment } from './settle.ts';

export function paymentRoutes(app: FastifyInstance): void {
  serve(app, 'POST /api/receipts/get-payment-link', async (ctx, { body }) =>
    getPaymentLink(ctx, await findOrder(ctx, body)),
  );
  serve(app, 'POST /api/receipts/pay', async (ctx, { body }) => {
    const uuid = await findOrder(ctx, body);
    const payment = await getPaymentLink(ctx, uuid);
    return { order: await readOrder(ctx, uuid), payment };
  });
  serve(app, 'POST /api/receipts/pay-by-payment-link', (ctx, { body }) => payByLink(ctx, body.secret));
  serve(app, 'POST /api/receipts/check-payment-link', (ctx, { body }) => checkPayLink(ctx, body.secret, body.returned));

  app.register(async (scope) => {
    // Signatures are over the raw bytes.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    scope.route({
      // Old terminals of CardCom report by GET.
      method: ['GET', 'POST'],
      url: '/api/receipts/webhook/:provider',
      schema: { hide: true },
      handler: async (request, reply) => {
        reply.header('cache-control', 'private, no-store');
        return webhook(request);
      },
    });

    scope.route({
      // PayPlus may send the browser back by a form.
      method: ['GET', 'POST'],
      url: '/payment/return',
      schema: { hide: true },
      handler: async (request, reply) => {
        // Shown inside the gateway's frame for a moment; the page around it asks the server how the payment stands.
        // That the gateway's page was left without paying is a hint for its words alone: some gateways never say so
        // (PayPlus).
        reply.header('cache-control', 'private, no-store');
        reply.header(
          'content-security-policy',
          `default-src 'none'; script-src 'nonce-${request.nonce}'; frame-ancestors 'self'`,
        );
        return reply.type('text/html; charset=utf-8').send(
          `<!doctype html><html lang="he" dir="rtl"><head><meta charset="utf-8"><title>חוזרים לחנות</title></head>
<body><main><h1>חוזרים לחנות…</h1><p><a href="/" target="_top">לדף הבית</a></p></main>
<script nonce="${request.nonce}">parent === self || parent.postMessage({ type: 'payment-return', cancelled: /[?&]cancelled\\b/.test(location.search) }, location.origin)</script></body></html>`,
        );
      },
    });
  });
}

/**
 * A gateway gets 200 once its notification was handled, so that it stops repeating it. What was paid is asked of the
 * gateway, not read here.
 */
async function webhook(request: FastifyRequest) {
  const { ctx } = request;
  const { provider: name } = request.params as { provider: string };
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([key, value]) => [key, Array.isArray(value) ? value[0] : value]),
  );
  const provider = Object.hasOwn(ctx.payment, name) ? ctx.payment[name] : undefined;
  const notification = provider?.parseNotification(String(request.body ?? request.url.split('?')[1] ?? ''), headers);
  if (!notification) throw refuse('NOT_FOUND');
  const [payment] = await ctx.db
    .select({ uuid: payments.uuid })
    .from(payments)
    .innerJoin(orders, eq(orders.uuid, payments.orderUid))
    .where(
      and(
        eq(payments.provider, name),
        eq(payments.providerRef, notification.providerRef),
        eq(orders.storeUid, ctx.store.uuid),
      ),
    );
  if (!payment) throw refuse('NOT_FOUND');
  await settlePayment(ctx, payment.uuid, 'gateway');
  return { received: true };
}
