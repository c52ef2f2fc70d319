import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from '#db/sql.ts';
import type { Deps, RequestContext, Store } from '../context.ts';
import { readStopLink } from '../customers/requested-messages/request.ts';
import { readSubscriber } from '../leads/newsletter/newsletter.ts';
import { readStockStop } from '../leads/stock-alerts/stop.ts';
import { errorBody, Refusal, refuse } from '../platform/errors.ts';
import { tooOften } from '../platform/limit-policies.ts';
import { take } from '../platform/limits.ts';
import { codeOpensGate, gatePass, passes } from '../stores/gate.ts';
import { servicePhone } from '../stores/layout.ts';
import { closedPage, gatePage } from './pages/state-pages.ts';

const COOKIE = 'gate';
const MONTH = 30 * 86_400;
const CLOSED_RETRY = 3_600;
/** Served in any state: health checks, files, the store's identity, payment webhooks. */
const ALWAYS =
  /^\/(?:(?:healthz|readyz|metrics|favicon\.ico)(?:\?|$)|(?:assets|media|icons|preview)\/|api\/stores\/find-by-sub-domain\/|api\/receipts\/webhook\/)/;

/**
 * What a store owes to its buyers, in whatever state it is: the pages and calls of placed orders, the way back from the
 * gateway, and the notice of cancellation (docs/rules/cancellation.md). Placing an order isn't among them.
 */
const OF_ORDERS = [
  /^\/(?:cancellation|order|pay|payment\/return|success|thank-you|__manifest)(?:[/?.]|$)/,
  // What the links of messages lead to: the handover's visit, the buyer's review, an offered vehicle. Beginning another
  // isn't among them.
  /^\/(?:booking|review|trade-in)\/[\w-]+(?:\.data|\/calendar\.ics)?(?:\?|$)/,
  /^\/api\/(?:reviews|trade-ins)\/(?:add-photo|remove-photo|photos\/[\w-]+)(?:\?|$)/,
  // Each by its name: an address that is written in another way is none of them.
  /^\/api\/orders\/(?:get-order|get-open-order|check-payment|extend-hold|release|get-tasks|add-paper|remove-paper|papers\/[\w-]+|sign)(?:\?|$)/,
  /^\/api\/(?:receipts\/|contacts(?:\?|$))/,
];

/** Any other method would be answered by the store's own page of what isn't found. */
const sendsCode = ({ method, url }: FastifyRequest): boolean => method === 'POST' && url === '/gate';

/** Serves the gate of a store under construction and the closed screen of a closed one, for any path. */
export async function storeState(app: FastifyInstance, deps: Deps): Promise<void> {
  app.addHook('onRequest', async (request, reply) => {
    const ctx = request.ctxOrNull;
    const store = ctx?.store;
    // A preview is of whoever has its link, whatever the store is to others.
    if (!store || store.status === 'open' || ctx.preview || isAlwaysServed(request)) return;
    if (await isOwed(ctx, request.url)) {
      reply.header('x-robots-tag', 'noindex, nofollow');
      return;
    }
    if (store.status === 'closed') {
      const retryAfter = store.closedUntil
        ? Math.ceil((store.closedUntil.getTime() - deps.now().getTime()) / 1_000)
        : null;
      reply.header('retry-after', retryAfter ?? CLOSED_RETRY);
      return closed(request, reply, { store, phone: await servicePhone(ctx) });
    }
    if (sendsCode(request) || passes(deps, store, request.cookies[COOKIE])) {
      // A site under construction must not be indexed, even behind the gate.
      reply.header('x-robots-tag', 'noindex, nofollow');
      return;
    }
    if (isCall(request))
      return reply
        .code(403)
        .header('cache-control', 'no-store')
        .send(errorBody(refuse('UNDER_CONSTRUCTION'), request.id));
    if (request.url === '/robots.txt') return reply.type('text/plain').send('User-agent: *\nDisallow: /\n');
    // A write here is not accepted: mailboxes and programs must not take the gate for success.
    return page(reply, /^(?:GET|HEAD)$/.test(request.method) ? 200 : 403, await gate(request));
  });

  await app.register(async (scope) => {
    scope.addContentTypeParser(
      'application/x-www-form-urlencoded',
      // A code and nothing else.
      { parseAs: 'string', bodyLimit: 4_096 },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(body as string))),
    );
    scope.post('/gate', { schema: { hide: true } }, async (request, reply) => {
      const { store } = request.ctx;
      if (store.status !== 'under_construction') return reply.redirect('/', 303);
      const { over, wait } = await take(request.ctx, [{ policy: 'gate' }]);
      if (over) {
        reply.header('retry-after', wait);
        return page(reply, 429, await gate(request, tooOften(wait)));
      }
      const { code } = (request.body ?? {}) as { code?: unknown };
      if (typeof code !== 'string' || !codeOpensGate(store, code))
        return page(reply, 422, await gate(request, 'הסיסמה אינה נכונה. בדקו ונסו שוב'));
      const secure = request.protocol === 'https';
      reply.setCookie(COOKIE, gatePass(deps, store), {
        path: '/',
        httpOnly: true,
        sameSite: 'lax',
        secure,
        maxAge: MONTH,
      });
      return reply.redirect('/', 303);
    });
  });
}

const isOwed = async (ctx: RequestContext, url: string): Promise<boolean> =>
  OF_ORDERS.some((one) => one.test(url)) ? hasSold(ctx) : mayLeave(ctx, url);

/**
 * Newsletters, back-in-stock alerts and what customers have asked for can be ended in any state of the store
 * (docs/rules/disclosure.md); other tokens reveal nothing.
 */
async function mayLeave(ctx: RequestContext, url: string): Promise<boolean> {
  const token = /^\/unsubscribe\/([\w-]+)(?:\.data)?(?:\?|$)/.exec(url)?.[1];
  if (!token) return false;
  for (const read of [readSubscriber, readStopLink, readStockStop])
    try {
      await read(ctx, token);
      return true;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
    }
  return false;
}

/** A store that is still being built shows nothing of itself. */
async function hasSold({ db, store }: RequestContext): Promise<boolean> {
  const { rows } = await db.execute(sql`select from orders where store_uid = ${store.uuid} limit 1`);
  return rows.length > 0;
}

const gate = async ({ ctx, nonce }: FastifyRequest, message?: string): Promise<string> =>
  gatePage({ store: ctx.store, phone: await servicePhone(ctx), nonce, ...(message && { message }) });

/** What no route took is React Router's, and a page of the store. */
const isAlwaysServed = ({ url, routeOptions }: FastifyRequest): boolean => routeOptions.url !== '*' && ALWAYS.test(url);

const isCall = (request: FastifyRequest): boolean => /^\/(?:api|customer)\//.test(request.url);

const page = (reply: FastifyReply, status: number, html: string): FastifyReply =>
  reply
    .code(status)
    .headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' })
    .type('text/html; charset=utf-8')
    .send(html);

/**
 * What a page's form gets, too: by its code the browser knows that this is the answer, and no process that is gone
 * (`ui/lost-submission.ts`).
 */
function closed(request: FastifyRequest, reply: FastifyReply, about: { store: Store; phone: string }): FastifyReply {
  if (isCall(request) || /\.data(?:\?|$)/.test(request.url))
    return reply
      .code(503)
      .header('cache-control', 'no-store')
      .send(errorBody(refuse('STORE_CLOSED'), request.id));
  return page(reply, 503, closedPage({ ...about, nonce: request.nonce }));
}
