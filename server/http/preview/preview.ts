import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { poolOf } from '#db/client.ts';
import { type HeldTransaction, holdTransaction } from '#db/held-transaction.ts';
import type { Deps, RequestContext } from '../../context.ts';
import { type PreviewPass, readPass } from '../../office/drafts/preview-link.ts';
import { refuse } from '../../platform/errors.ts';
import { findStoreOfHost } from '../../stores/stores.ts';
import { endedPage, sidesPage } from './pages.ts';
import { previewCachesOf } from './preview-cache.ts';
import { carryOutShown, PREVIEWING, type Shown, whatIsShown } from './shown.ts';
import { previewTurns } from './turns.ts';

const COOKIE = 'preview';
const ENTRY = /^\/preview\//;
/** The same for everybody, whatever the draft. */
const FILES = /^\/(?:assets|media|icons)\/|^\/(?:healthz|readyz|metrics|favicon\.ico)/;
/** Calls that only calculate. */
const CALCULATES = new Set(['POST /api/sales/calc-cart', 'POST /api/variants/configure']);
/** A reply that is never finished holds its rows no longer. */
const LONGEST_MS = 15_000;

declare module 'fastify' {
  interface FastifyRequest {
    /** Ends the preview's transaction and its turn. */
    endPreview: (() => Promise<void>) | null;
  }
}

/**
 * The shop as a draft would make it, for a browser that has opened a signed link: its requests read in a transaction in
 * which the draft's steps were carried out, and which is always rolled back. They share no cache with anybody else's,
 * and write nothing.
 */
export function preview(app: FastifyInstance, deps: Deps): void {
  const takeTurn = previewTurns();
  app.decorateRequest('endPreview', null);

  app.addHook('onRequest', async (request, reply) => {
    const ctx = request.ctxOrNull;
    const token = request.cookies[COOKIE];
    if (!ctx || token === undefined || FILES.test(request.url) || ENTRY.test(request.url)) return;
    const pass = validPass(deps, token, ctx);
    const shown = pass && (await whatIsShown(deps.db, pass, deps.now()));
    if (!pass || !shown) return ended(request, reply, ctx);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads && !CALCULATES.has(`${request.method} ${request.url.split('?', 1)[0]}`)) throw refuse('PREVIEW');
    const endTurn = await takeTurn(shown.draft.uuid, reply.raw);
    const held = transactionOf(deps, ctx, shown);
    const timer = setTimeout(() => void request.endPreview?.(), LONGEST_MS);
    request.endPreview = async () => {
      request.endPreview = null;
      clearTimeout(timer);
      await held.rollback().finally(endTurn);
    };
    request.ctxOrNull = await previewContext(deps, ctx, { pass, shown, held });
  });

  app.addHook('onSend', async (request, reply, payload) => {
    if (!request.ctxOrNull?.preview) return payload;
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' });
    return payload;
  });
  app.addHook('onResponse', (request) => request.endPreview?.() ?? Promise.resolve());
  app.addHook('onRequestAbort', (request) => request.endPreview?.() ?? Promise.resolve());

  app.get('/preview/leave', { schema: { hide: true } }, async (_request, reply) =>
    reply.clearCookie(COOKIE, { path: '/' }).header('cache-control', 'no-store').redirect('/', 303),
  );
  app.get<{ Params: { token: string } }>('/preview/:token', { schema: { hide: true } }, async (request, reply) => {
    const { ctx, params } = request;
    const pass = validPass(deps, params.token, ctx);
    const shown = pass && (await whatIsShown(deps.db, pass, deps.now()));
    if (!pass || !shown) return ended(request, reply, ctx);
    reply.setCookie(COOKIE, params.token, {
      path: '/',
      httpOnly: true,
      sameSite: 'lax',
      secure: request.protocol === 'https',
      expires: new Date(pass.endsAt),
    });
    reply.headers({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex, nofollow' });
    if (!('sides' in (request.query as object))) return reply.redirect('/', 303);
    return html(reply, 200, sidesPage({ name: shown.draft.name, nonce: request.nonce })).header(
      'content-security-policy',
      sidesPolicy(request.nonce),
    );
  });
}

/** `null` for what is not ours, is over, or belongs to another store: told without a query. */
function validPass({ secret, now }: Deps, token: string, { store }: RequestContext): PreviewPass | null {
  const pass = readPass(secret, token);
  return pass && pass.store === store.uuid && pass.endsAt > now().getTime() ? pass : null;
}

function transactionOf(deps: Deps, ctx: RequestContext, shown: Shown): HeldTransaction {
  return holdTransaction(poolOf(deps.db), {
    settings: PREVIEWING,
    prepare: (held) => carryOutShown(ctx, shown, held),
  });
}

async function previewContext(
  deps: Deps,
  ctx: RequestContext,
  { pass, shown, held: { db } }: { pass: PreviewPass; shown: Shown; held: HeldTransaction },
): Promise<RequestContext> {
  const { at, draft } = shown;
  const cache = previewCachesOf(deps.cache)(shown.key);
  const now = at ? () => at : deps.now;
  const store = (await findStoreOfHost({ db, cache, now }, new URL(ctx.origin).host)) ?? ctx.store;
  return {
    ...ctx,
    db,
    reader: db,
    cache,
    now,
    store,
    // As a visitor without an account sees it: personal data is no part of a draft.
    customer: null,
    preview: {
      name: draft.name,
      at: at?.toISOString() ?? null,
      endsAt: new Date(pass.endsAt).toISOString(),
    },
  };
}

/** Tells a visitor that the preview link has expired, so that the live shop isn't taken for the draft. */
function ended(request: FastifyRequest, reply: FastifyReply, { store }: RequestContext): FastifyReply {
  reply
    .clearCookie(COOKIE, { path: '/' })
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' });
  if (/^\/(?:api|customer)\/|\.data(?:\?|$)/.test(request.url))
    throw refuse('PREVIEW', { message: 'התצוגה המקדימה הסתיימה' });
  return html(reply, 410, endedPage({ store, nonce: request.nonce }));
}

const html = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(page);

const sidesPolicy = (nonce: string): string =>
  `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;
