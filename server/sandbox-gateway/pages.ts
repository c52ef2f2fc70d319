import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isWallet, type Wallet } from '#domain/money/wallets.ts';
import type { Deps } from '../context.ts';
import { contentSecurityPolicy } from '../providers/payment/sandbox/wire.ts';
import { answerChallenge, charge, closePage, findPage, lastTransaction, type Page, REFUSALS } from './books.ts';
import { check, EMPTY, readValues } from './form.ts';
import { cardPage, challengePage, endPage, plainPage, walletPage } from './views.ts';
import { deliverWebhooks } from './webhooks.ts';

/** Timeout of the card company whose card never answers. */
const TIME_OUT_MS = 15_000;

type WalletParams = { Params: { id: string; wallet: string } };
type Params = { Params: { id: string; transaction: string } };

const offers = (page: Page, wallet: string): wallet is Wallet => isWallet(wallet) && page.wallets.includes(wallet);

/** Bit names no card. */
const cardIn = (wallet: Wallet) => (wallet === 'bit' ? { last4: '', brand: '' } : { last4: '0000', brand: 'Visa' });

/**
 * The hosted page: card form, wallets, the bank's challenge, the end. Plain forms suffice; `page.js` only improves
 * them.
 */
export function hostedPages(gateway: FastifyInstance, deps: Deps): void {
  gateway.register(async (pages) => {
    pages.removeAllContentTypeParsers();
    pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, body, done) =>
      done(null, body),
    );
    const replies = repliesOf(deps);
    cards(pages, deps, replies);
    wallets(pages, deps, replies);
    challenges(pages, deps, replies);

    pages.post<Params>('/p/:id/cancel', async (request, reply) => {
      const page = await findPage(deps, request.params.id);
      if (!page) return replies.show(reply, page);
      const refused = await lastTransaction(deps, page.uuid, REFUSALS);
      await closePage(deps, page.uuid, refused ? 'declined' : 'cancelled');
      return replies.goOn(request, reply, page.uuid);
    });
  });
}

type Replies = ReturnType<typeof repliesOf>;

function repliesOf(deps: Deps) {
  /** Only the shop may frame the page, and its forms lead nowhere but back here and on to the shop. */
  function send(reply: FastifyReply, page: Page, text: string) {
    reply.header('content-security-policy', contentSecurityPolicy(deps.env, new URL(page.returnUrl).origin));
    return reply.type('text/html; charset=utf-8').send(text);
  }
  return {
    send,
    /** A page that takes no payment any more, or isn't there. */
    show: (reply: FastifyReply, page: Page | null) =>
      page
        ? send(reply, page, endPage(page))
        : reply
            .status(404)
            .type('text/html; charset=utf-8')
            .send(plainPage('הדף לא נמצא', 'דף התשלום אינו קיים. חזרו לחנות ונסו שוב.')),
    /** An ended page sends its webhook and redirects the shopper to the shop, with nothing trustworthy in the URL. */
    async goOn(request: FastifyRequest, reply: FastifyReply, uuid: string) {
      const page = await findPage(deps, uuid);
      if (!page || page.state === 'open') return reply.redirect(`/p/${uuid}`, 303);
      await deliverWebhooks({ ...deps, log: request.log }, uuid).catch((err) =>
        request.log.error({ err }, 'webhook could not be sent'),
      );
      return reply.redirect(page.returnUrl, 303);
    },
  };
}

function cards(pages: FastifyInstance, deps: Deps, { send, show, goOn }: Replies): void {
  pages.get<Params>('/p/:id', async ({ params }, reply) => {
    const page = await findPage(deps, params.id);
    if (page?.state !== 'open') return show(reply, page);
    const last = await lastTransaction(deps, page.uuid);
    // After a refusal the page says so, and offers everything.
    if (isWallet(page.wallet) && !last) return send(reply, page, walletPage(page, page.wallet));
    return send(reply, page, cardPage(page, EMPTY, {}, last && REFUSALS.includes(last.state) ? last : null));
  });

  pages.post<Params>('/p/:id', async (request, reply) => {
    const page = await findPage(deps, request.params.id);
    if (page?.state !== 'open') return show(reply, page);
    const values = readValues(request.body);
    const checked = check(values, deps.now());
    if ('errors' in checked) return send(reply.status(422), page, cardPage(page, values, checked.errors, null));
    if (checked.charge.behaviour === 'time_out') await wait(TIME_OUT_MS);
    const result = await charge(deps, page.uuid, checked.charge);
    if (result?.state === 'challenge' || result?.state === 'challenge_fails')
      return reply.redirect(`/p/${page.uuid}/challenge/${result.uuid}`, 303);
    return goOn(request, reply, page.uuid);
  });

  pages.get<Params>('/p/:id/card', async ({ params }, reply) => {
    const page = await findPage(deps, params.id);
    return page?.state === 'open' ? send(reply, page, cardPage(page, EMPTY, {}, null)) : show(reply, page);
  });
}

function wallets(pages: FastifyInstance, deps: Deps, { send, show, goOn }: Replies): void {
  pages.get<WalletParams>('/p/:id/wallet/:wallet', async ({ params: { id, wallet } }, reply) => {
    const page = await findPage(deps, id);
    if (page?.state !== 'open') return show(reply, page);
    return offers(page, wallet) ? send(reply, page, walletPage(page, wallet)) : show(reply, null);
  });

  pages.post<WalletParams>('/p/:id/wallet/:wallet', async (request, reply) => {
    const { id, wallet } = request.params;
    const page = await findPage(deps, id);
    if (page?.state !== 'open') return show(reply, page);
    if (!offers(page, wallet)) return show(reply, null);
    const refused = new URLSearchParams(String(request.body)).get('act') !== 'approve';
    await charge(deps, page.uuid, { ...cardIn(wallet), wallet, behaviour: refused ? 'decline' : 'approve' });
    return goOn(request, reply, page.uuid);
  });
}

/** The bank asks who pays (3-D Secure). */
function challenges(pages: FastifyInstance, deps: Deps, { send, show, goOn }: Replies): void {
  async function challenge(reply: FastifyReply, { id, transaction }: Params['Params'], isWrong: boolean) {
    const page = await findPage(deps, id);
    if (page?.state !== 'open') return show(reply, page);
    const recorded = await lastTransaction(deps, page.uuid);
    const waits = recorded?.uuid === transaction && ['challenge', 'challenge_fails'].includes(recorded.state);
    return waits ? send(reply, page, challengePage(page, recorded, isWrong)) : reply.redirect(`/p/${page.uuid}`, 303);
  }

  pages.get<Params>('/p/:id/challenge/:transaction', async ({ params }, reply) => challenge(reply, params, false));

  pages.post<Params>('/p/:id/challenge/:transaction', async (request, reply) => {
    const page = await findPage(deps, request.params.id);
    if (page?.state !== 'open') return show(reply, page);
    const code = new URLSearchParams(String(request.body)).get('code') ?? '';
    const answered = await answerChallenge(deps, page.uuid, request.params.transaction, code.trim());
    return answered === 'wrong' ? challenge(reply.status(422), request.params, true) : goOn(request, reply, page.uuid);
  });
}
