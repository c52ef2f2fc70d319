import { z } from 'zod';
import { GatewayRefused } from '#domain/money/gateway-errors.ts';
import { nearestAgorot, toShekels } from '#domain/money/money.ts';
import {
  type CaptureRequest,
  type GatewayDocument,
  PAGE_MINUTES,
  type PaymentProvider,
  type RefundRequest,
} from '../provider.ts';
import { pageBody } from './page.ts';
import { ask, documentIn, judge } from './result.ts';
import { isSigned, mustBeDone, post, type Terminal } from './wire.ts';

const pageReply = z.object({ page_request_uid: z.guid(), payment_page_link: z.url() });
const moved = z.object({
  transaction: z
    .object({ uid: z.string().nullish(), status_code: z.string().nullish(), amount: z.coerce.number().nullish() })
    .nullish(),
});
const reported = z.object({
  transaction: z
    .object({ payment_page_request_uid: z.string().nullish(), payment_request_uid: z.string().nullish() })
    .nullish(),
  page_request_uid: z.string().nullish(),
});

/** Origin of the pages, whatever URL is returned. Those of its test environment are elsewhere. */
const originOf = ({ url }: Terminal): string =>
  new URL(url).hostname === 'restapidev.payplus.co.il'
    ? 'https://paymentsdev.payplus.co.il'
    : 'https://payments.payplus.co.il';

function unlessRefused(error: unknown): void {
  if (!(error instanceof GatewayRefused)) throw error;
}

/** PayPlus REST v1.0 (payment pages). */
export function payplusProvider(terminal: Terminal): PaymentProvider {
  const pageResult = async (providerRef: string) =>
    judge(providerRef, await ask(terminal, { payment_request_uid: providerRef }));

  return {
    name: 'payplus',
    frameOrigin: originOf(terminal),
    opensOn: ['bit'],
    writesDocuments: terminal.documents,
    pageMinutes: PAGE_MINUTES,
    async createCheckout(request) {
      const path = 'PaymentPages/generateLink';
      const { results, data } = await post(terminal, path, pageBody(terminal, request), pageReply);
      mustBeDone(path, results);
      if (!data || new URL(data.payment_page_link).origin !== originOf(terminal))
        throw new Error('PayPlus named a page that is not its own');
      return { providerRef: data.page_request_uid.toLowerCase(), url: data.payment_page_link };
    },
    parseNotification(rawBody, headers) {
      if (!isSigned(terminal, rawBody, headers)) return null;
      const { data } = reported.safeParse(JSON.parse(rawBody));
      const { payment_page_request_uid: page, payment_request_uid: request } = data?.transaction ?? {};
      const ref = z.guid().safeParse(page ?? request ?? data?.page_request_uid);
      return ref.success ? { providerRef: ref.data.toLowerCase() } : null;
    },
    fetchResult: pageResult,
    // Written some seconds after the charge.
    ...(terminal.documents && { findDocument: ({ transactionId }) => findDocument(terminal, transactionId) }),
    capture: (request) => captureHeld(terminal, request),
    async closePage(providerRef) {
      const path = `PaymentPages/Disable/${providerRef}`;
      mustBeDone(path, (await post(terminal, path, {}, z.unknown())).results);
    },
    async releaseHold(providerRef) {
      const { state, onlyHeld, transactionId } = await pageResult(providerRef);
      if (state !== 'held' && !onlyHeld) throw new GatewayRefused('PayPlus holds nothing on this page');
      // Possible on the day of the hold only. Later the hold lapses at the card's issuer.
      await move(terminal, 'Transactions/Cancel', { transaction_uid: transactionId }).catch(unlessRefused);
    },
    // Asks for a page that can't exist: wrong keys are refused before the lookup.
    async check() {
      await ask(terminal, { payment_request_uid: '00000000-0000-0000-0000-000000000000' });
      return `page ${terminal.pageUid.slice(0, 8)}… answers`;
    },
    refund: (request) => refundCharge(terminal, request),
  };
}

/**
 * Charges a held sum, or a part of it. The gateway knows no keys of repeats: the key goes along as `more_info`, and
 * before anything is charged, what bears it, or what became of the page, is looked up.
 */
async function captureHeld(terminal: Terminal, request: CaptureRequest) {
  const { providerRef, transactionId, amountAgorot, idempotencyKey } = request;
  const earlier =
    (await charge(terminal, { more_info: idempotencyKey })) ??
    (await charge(terminal, { payment_request_uid: providerRef }));
  const transaction =
    earlier ??
    (await move(terminal, 'Transactions/ChargeByTransactionUID', {
      transaction_uid: transactionId,
      amount: toShekels(amountAgorot),
      more_info: idempotencyKey,
      initial_invoice: terminal.documents,
    }));
  const agorot = nearestAgorot(transaction.amount ?? 0);
  if (!transaction.uid || agorot !== amountAgorot)
    throw new Error(`PayPlus captured ${agorot} agorot instead of ${amountAgorot}`);
  // It is asked for later where it can't be now.
  const document = terminal.documents ? await findDocument(terminal, transaction.uid).catch(() => null) : null;
  return { transactionId: transaction.uid, document };
}

async function charge(terminal: Terminal, of: Parameters<typeof ask>[1]) {
  const { paid, status } = (await ask(terminal, of)) ?? {};
  if (status !== 'success' || paid?.type !== 'Charge' || paid.status_code !== '000') return null;
  return { uid: paid.transaction_uid, amount: paid.amount };
}

/** @throws where PayPlus can't be asked */
async function findDocument(terminal: Terminal, transactionId: string): Promise<GatewayDocument | null> {
  const reply = await ask(terminal, { transaction_uid: transactionId });
  return reply && documentIn(reply.paid);
}

/** The gateway writes the credit document itself, seconds later; its answer does not name it. */
async function refundCharge(terminal: Terminal, request: RefundRequest) {
  const { uid } = await move(terminal, 'Transactions/RefundByTransactionUID', {
    transaction_uid: request.transactionId,
    amount: toShekels(request.amountAgorot),
    more_info: request.idempotencyKey,
    initial_invoice: terminal.documents || request.document !== null,
  });
  return { reference: uid ?? null, document: null };
}

/** A call that moves money. @throws GatewayRefused, or Error where the outcome is unknown */
async function move(terminal: Terminal, path: string, body: Record<string, unknown>) {
  const { results, data } = await post(terminal, path, body, moved);
  mustBeDone(path, results);
  const { status_code: code, ...transaction } = data?.transaction ?? {};
  if (code && code !== '000') throw new GatewayRefused(`PayPlus answered ${code} to ${path}`);
  return transaction;
}
