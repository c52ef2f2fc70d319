import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { accountRoutes } from './areas/account/routes.ts';
import { addressRoutes } from './areas/addresses/routes.ts';
import { blogRoutes } from './areas/blogs/routes.ts';
import { bookingRoutes } from './areas/bookings/routes.ts';
import { collectionRoutes } from './areas/collections/routes.ts';
import { configuratorRoutes } from './areas/configurator/routes.ts';
import { contactRoutes } from './areas/contacts/routes.ts';
import { contentPageRoutes } from './areas/content-pages/routes.ts';
import { customerRoutes } from './areas/customers/routes.ts';
import { signInRoutes } from './areas/customers/sign-in-routes.ts';
import { documentRoutes } from './areas/documents/routes.ts';
import { financeRoutes } from './areas/finance/routes.ts';
import { mailingRoutes } from './areas/mailing/routes.ts';
import { orderRoutes } from './areas/orders/routes.ts';
import { partRoutes } from './areas/parts/routes.ts';
import { productRoutes } from './areas/products/routes.ts';
import { receiptRoutes } from './areas/receipts/routes.ts';
import { saleRoutes } from './areas/sales/routes.ts';
import { seoRoutes } from './areas/seo/routes.ts';
import { stockRoutes } from './areas/stock/routes.ts';
import { storeRoutes } from './areas/stores/routes.ts';
import type { Deps } from './context.ts';
import { refuse } from './errors.ts';
import { drain } from './plugins/drain.ts';
import { errors, malformed } from './plugins/errors.ts';
import { health } from './plugins/health.ts';
import { limits } from './plugins/limits.ts';
import { media } from './plugins/media.ts';
import { metrics } from './plugins/metrics.ts';
import { openapi } from './plugins/openapi.ts';
import { type Pages, pages } from './plugins/pages.ts';
import { requestShape } from './plugins/request-shape.ts';
import { security } from './plugins/security.ts';
import { siteFiles } from './plugins/site-files.ts';
import { store } from './plugins/store.ts';
import { storeState } from './plugins/store-state.ts';
import { sandboxGateway } from './providers/payment/sandbox/gateway.ts';
import type { Traces } from './traces.ts';

export type AppOptions = { logger: FastifyServerOptions['logger']; pages: Pages; traces?: Traces | undefined };

/** The whole application, not yet listening: the same for `start.ts` and for tests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    // Hop 0 is the connection itself. One more, and the visitor's own X-Forwarded-For would be taken for the address.
    trustProxy: deps.env.TRUST_PROXY > 0 && ((_address, hop) => hop < deps.env.TRUST_PROXY),
    bodyLimit: 1024 * 1024,
    // Who sends a head or a body drop by drop, or reads nothing of the reply, is let go.
    requestTimeout: 30_000,
    connectionTimeout: 120_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    // What still comes on a connection that was open is answered.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 800 },
    frameworkErrors: malformed,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  requestShape(app);
  drain(app);
  options.pages.prepare?.(app);
  errors(app);
  options.traces?.watch(app);
  metrics(app, deps);
  await sandboxGateway(app, deps);
  await app.register(cookie);
  await app.register(etag, { weak: true });
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: { 1: 4 } }, threshold: 1024 });
  security(app, deps, options.pages.mode === 'development');
  limits(app, deps);
  store(app, deps);
  await storeState(app, deps);
  await openapi(app);

  health(app, deps);
  media(app, deps);
  siteFiles(app, deps);
  storeRoutes(app, deps);
  productRoutes(app);
  configuratorRoutes(app);
  partRoutes(app);
  collectionRoutes(app);
  saleRoutes(app);
  financeRoutes(app);
  contactRoutes(app);
  signInRoutes(app);
  mailingRoutes(app);
  bookingRoutes(app);
  customerRoutes(app);
  accountRoutes(app);
  addressRoutes(app);
  contentPageRoutes(app);
  blogRoutes(app);
  seoRoutes(app);
  orderRoutes(app);
  receiptRoutes(app);
  documentRoutes(app);
  stockRoutes(app);
  for (const prefix of ['/api/*', '/customer/*']) {
    app.all(prefix, { schema: { hide: true } }, async () => {
      throw refuse('NOT_FOUND');
    });
  }
  await pages(app, deps, options.pages);
  return app;
}
