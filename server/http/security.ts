import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { YOUTUBE } from '#domain/catalogue/video.ts';
import type { Deps, Store } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { providerName } from '../stores/gateway-name.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Nonce of the page's inline scripts and styles. */
    nonce: string;
  }
}

/**
 * Headers of every reply, and the Origin check of every write. Vite's development server adds scripts and styles
 * without a nonce, so `development` has no content policy.
 */
export function security(app: FastifyInstance, deps: Deps, development: boolean): void {
  // Made for whoever asks: most replies are no pages, and randomness costs a tenth of a kept one.
  const nonces = new WeakMap<FastifyRequest, string>();
  app.decorateRequest('nonce', {
    getter(this: FastifyRequest) {
      const nonce = nonces.get(this) ?? randomBytes(16).toString('base64');
      nonces.set(this, nonce);
      return nonce;
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'permissions-policy': 'camera=(), microphone=(), geolocation=(self), payment=*, otp-credentials=(self)',
      'cross-origin-opener-policy': 'same-origin',
      'x-request-id': request.id,
    });
    // Other sites can't embed a shopper's replies; pictures and files are public.
    if (!isFile(request)) reply.header('cross-origin-resource-policy', 'same-origin');
    if (request.protocol === 'https') reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    if (!isRead(request) && crossSite(request) && !isPaymentReturn(request)) throw refuse('FORBIDDEN_ORIGIN');
  });

  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('content-type') ?? '');
    // The browser's error page shows the request id that the logs contain.
    if (reply.statusCode >= 500) reply.header('server-timing', `request;desc="${request.id}"`);
    if (development || reply.hasHeader('content-security-policy')) return payload;
    // Opened by itself it runs nothing and can't be framed. A PDF is left to the browser's viewer.
    if (!type.startsWith('text/html')) {
      reply.header('content-security-policy', type === 'application/pdf' ? UNFRAMED : NOTHING);
    } else {
      const nonceSource = `'nonce-${request.nonce}'`;
      reply.header(
        'content-security-policy',
        contentSecurityPolicy(
          { ...deps, store: request.ctxOrNull?.store ?? null },
          { scripts: nonceSource, styles: nonceSource },
          // Its two widths are shown beside each other, on the shop's own host.
          request.ctxOrNull?.preview ? "'self'" : "'none'",
        ),
      );
    }
    return payload;
  });
}

/** Hosts that Google documents for Tag Manager and GA4. */
const TAG_HOSTS = {
  script: 'https://www.googletagmanager.com',
  send: 'https://www.googletagmanager.com https://*.google-analytics.com https://*.analytics.google.com',
};

const UNFRAMED = "frame-ancestors 'none'";
/** For everything that isn't a page: runs nothing, loads nothing, can't be framed. */
export const NOTHING = `default-src 'none'; ${UNFRAMED}`;

const isFile = (request: FastifyRequest): boolean => /^\/(?:assets|media|icons)\//.test(request.url);

const isRead = (request: FastifyRequest): boolean =>
  request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';

/** Gateways may send the browser back by a form. The page reads nothing of it and uses no session. */
const isPaymentReturn = (request: FastifyRequest): boolean => request.url.split('?')[0] === '/payment/return';

/** A browser names the origin of a write; a program names none and sends no cookie either. */
function crossSite(request: FastifyRequest): boolean {
  const { origin } = request.headers;
  if (!origin) return request.headers['sec-fetch-site'] === 'cross-site';
  return origin !== `${request.protocol}://${request.host}`;
}

/** Allowed inline sources: a nonce, or hashes (docs/decisions/0015-page-cache.md). */
export type InlineSources = { scripts: string; styles: string };

export function contentSecurityPolicy(
  { payment, store }: Pick<Deps, 'payment'> & { store: Store | null },
  { scripts, styles }: InlineSources,
  framedBy: "'self'" | "'none'" = "'none'",
): string {
  const settings = store?.settings;
  const provider = payment[providerName(settings)];
  const hosts = settings?.frame_hosts ?? [];
  // A page that was opened before the store changed its gateway is still paid on.
  const gateways = [provider, ...Object.values(payment)].map((one) => one?.frameOrigin);
  const frames = [...new Set([...gateways, YOUTUBE, ...hosts])].filter(Boolean).join(' ');
  // Google's hosts are allowed only for a store with a tag manager; nothing is requested from them before consent.
  const tags = store?.tagManagerId ? TAG_HOSTS : { script: '', send: '' };
  return [
    "default-src 'self'",
    `script-src 'self' ${scripts} ${tags.script}`.trim(),
    `style-src 'self' ${styles}`,
    // React writes `style` attributes into the first HTML (docs/decisions/0004-native-first.md).
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${tags.send}`.trim(),
    "font-src 'self'",
    `connect-src 'self' ${tags.send}`.trim(),
    // A product's film may be on one of the store's frame hosts.
    `media-src 'self' ${hosts.join(' ')}`,
    `frame-src 'self' ${frames}`,
    `frame-ancestors ${framedBy}`,
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
