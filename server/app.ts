import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import etag from '@fastify/etag';
import fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Db } from '#db/client.ts';
import { collectionRoutes } from './catalogue/collections/routes.ts';
import { configuratorRoutes } from './catalogue/configurator/routes.ts';
import { partRoutes } from './catalogue/parts/routes.ts';
import { productRoutes } from './catalogue/products/routes.ts';
import { documentRoutes } from './checkout/documents/routes.ts';
import { financeRoutes } from './checkout/finance/routes.ts';
import { orderTaskRoutes } from './checkout/fulfilment/buyer-tasks/routes.ts';
import { paymentRoutes } from './checkout/payments/routes.ts';
import { addressRoutes } from './checkout/postal-addresses/routes.ts';
import { cartPricingRoutes } from './checkout/pricing/routes.ts';
import { orderRoutes } from './checkout/purchase/routes.ts';
import { blogRoutes } from './content/blog/routes.ts';
import { seoRoutes } from './content/seo/routes.ts';
import type { Deps } from './context.ts';
import { accountRoutes } from './customers/account/routes.ts';
import { customerRoutes } from './customers/routes.ts';
import { signInRoutes } from './customers/sign-in/routes.ts';
import { drain } from './http/drain.ts';
import { errors, malformed } from './http/errors.ts';
import { limits } from './http/flood-limits.ts';
import { health } from './http/health.ts';
import { media } from './http/media/media.ts';
import { metrics } from './http/metrics.ts';
import { office } from './http/office.ts';
import { officeApi } from './http/office-api.ts';
import { openapi } from './http/openapi.ts';
import { markdownPages } from './http/pages/markdown-pages.ts';
import { officePages } from './http/pages/office-pages.ts';
import { type Pages, pages } from './http/pages/pages.ts';
import { siteFiles } from './http/pages/site-files.ts';
import { preview } from './http/preview/preview.ts';
import { QUICK_BROTLI } from './http/quick-brotli.ts';
import { requestShape } from './http/request-shape.ts';
import { security } from './http/security.ts';
import { store } from './http/store.ts';
import { storeState } from './http/store-state.ts';
import { bookingRoutes } from './leads/bookings/routes.ts';
import { contactRoutes } from './leads/inquiries/routes.ts';
import { mailingRoutes } from './leads/newsletter/routes.ts';
import { reviewRoutes } from './leads/reviews/routes.ts';
import { stockRoutes } from './leads/stock-alerts/routes.ts';
import { tradeInRoutes } from './leads/trade-ins/routes.ts';
import { refuse } from './platform/errors.ts';
import type { Traces } from './platform/traces.ts';
import { sandboxGateway } from './sandbox-gateway/gateway.ts';
import { contentPageRoutes } from './stores/content-page-routes.ts';
import { storeRoutes } from './stores/routes.ts';

export type AppOptions = {
  logger: FastifyServerOptions['logger'];
  pages: Pages;
  /** `db`: writes as the person who acts (`connect` with `actor: 'each'`). Without it there is no office. */
  office?: { db: Db; pages: Pages } | undefined;
  traces?: Traces | undefined;
};

/** The whole application, not yet listening: the same for `start.ts` and for tests. */
export async function buildApp(deps: Deps, options: AppOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    // Hop 0 is the connection itself. One more, and the visitor's own X-Forwarded-For would be taken for the address.
    trustProxy: deps.env.TRUST_PROXY > 0 && ((_address, hop) => hop < deps.env.TRUST_PROXY),
    bodyLimit: 1024 * 1024,
    // Who sends a head or a body drop by drop, or reads nothing of the reply, is cut off.
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
  options.office?.pages.prepare?.(app);
  errors(app);
  options.traces?.watch(app);
  metrics(app, deps);
  await sandboxGateway(app, deps);
  await app.register(cookie);
  await app.register(etag, { weak: true });
  await app.register(compress, { encodings: ['br', 'gzip'], brotliOptions: { params: QUICK_BROTLI }, threshold: 1024 });
  security(app, deps, options.pages.mode === 'development');
  limits(app, deps);
  store(app, deps);
  preview(app, deps);
  await storeState(app, deps);
  if (options.office) {
    office(app, deps, options.office.db);
    officeApi(app, deps);
  }
  markdownPages(app);
  await openapi(app);

  health(app, deps);
  media(app, deps);
  siteFiles(app, deps);
  storeRoutes(app, deps);
  productRoutes(app);
  configuratorRoutes(app);
  partRoutes(app);
  collectionRoutes(app);
  cartPricingRoutes(app);
  financeRoutes(app);
  contactRoutes(app);
  reviewRoutes(app);
  tradeInRoutes(app);
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
  orderTaskRoutes(app);
  paymentRoutes(app);
  documentRoutes(app);
  stockRoutes(app);
  for (const prefix of ['/api/*', '/customer/*']) {
    app.all(prefix, { schema: { hide: true } }, async () => {
      throw refuse('NOT_FOUND');
    });
  }
  await pages(app, deps, options.pages);
  if (options.office) await officePages(app, deps, options.office.pages);
  return app;
}
