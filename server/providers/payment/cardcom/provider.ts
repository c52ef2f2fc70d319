import { z } from 'zod';
import { PAGE_MINUTES, type PaymentProvider } from '../provider.ts';
import { captureHeld, linked, refundCharge } from './capture-and-refund.ts';
import { pageBody } from './page.ts';
import { created, pageResult } from './replies.ts';
import { judge } from './result.ts';
import { mustBeDone, NOBODY_KNOWS, post, type Terminal } from './wire.ts';

/** Origin of CardCom's pages, whatever URL it returns. */
const PAGE_ORIGIN = 'https://secure.cardcom.solutions';

const isOwn = (url: string): boolean => URL.canParse(url) && new URL(url).origin === PAGE_ORIGIN;

/** CardCom API v11 (LowProfile). */
export function cardcomProvider(terminal: Terminal): PaymentProvider {
  const resultOf = (providerRef: string) =>
    post(
      terminal,
      'LowProfile/GetLpResult',
      { TerminalNumber: terminal.number, LowProfileId: providerRef },
      pageResult,
    );

  return {
    name: 'cardcom',
    frameOrigin: PAGE_ORIGIN,
    opensOn: ['bit'],
    writesDocuments: terminal.documents,
    pageMinutes: PAGE_MINUTES,
    async createCheckout(request) {
      const page = await post(terminal, 'LowProfile/Create', pageBody(terminal, request), created);
      mustBeDone('LowProfile/Create', page);
      if (!page.LowProfileId || !page.Url || !isOwn(page.Url))
        throw new Error('CardCom named a page that is not its own');
      // A terminal without Bit names no such URL.
      const bit = request.wallet === 'bit' && page.UrlToBit && isOwn(page.UrlToBit) ? page.UrlToBit : null;
      return {
        providerRef: page.LowProfileId.toLowerCase(),
        url: bit ?? page.Url,
        walletMissed: request.wallet === 'bit' && bit === null,
      };
    },
    parseNotification(rawBody) {
      const ref = pageNamed(rawBody);
      return ref === null ? null : { providerRef: ref };
    },
    async fetchResult(providerRef) {
      const reply = await resultOf(providerRef);
      if (!reply.TranzactionInfo && NOBODY_KNOWS.includes(reply.ResponseCode))
        throw new Error(`CardCom answered ${reply.ResponseCode} to LowProfile/GetLpResult`);
      const result = judge(terminal, providerRef, reply);
      return { ...result, document: await linked(terminal, result.document) };
    },
    async capture(request) {
      return captureHeld(terminal, await resultOf(request.providerRef), request);
    },
    // CardCom can neither close a page nor release a held sum: an abandoned page is watched and any payment on it
    // refunded; an uncaptured hold lapses at the card's issuer.
    async closePage() {},
    async releaseHold() {},
    // Queries a page that can't exist: wrong credentials are refused before the lookup.
    async check() {
      await resultOf('00000000-0000-0000-0000-000000000000');
      return `terminal ${terminal.number} answers`;
    },
    refund: (request) => refundCharge(terminal, request),
  };
}

/** Webhooks are unsigned: only the page's id is taken from one, to query it. Old terminals send a form. */
function pageNamed(rawBody: string): string | null {
  let body: Record<string, unknown>;
  try {
    body = Object(JSON.parse(rawBody));
  } catch {
    body = Object.fromEntries(new URLSearchParams(rawBody));
  }
  const pageId = z.guid().safeParse(body.LowProfileId ?? body.LowProfileCode ?? body.lowprofilecode);
  return pageId.success ? pageId.data.toLowerCase() : null;
}
