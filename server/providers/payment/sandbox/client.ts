import { z } from 'zod';
import { GatewayRefused, unsent } from '#domain/money/gateway-errors.ts';
import { WALLETS } from '#domain/money/wallets.ts';
import type { Environment } from '../../../platform/environment.ts';
import type { PaymentProvider, PaymentResult } from '../provider.ts';
import { API_HOST, apiKey, callSelf, gatewayOrigin, isSigned, SIGNATURE_HEADER } from './wire.ts';

const pageReply = z.object({ page_id: z.uuid(), url: z.url() });

/** The gateway's report on a page. Sums are agorot. */
const pageReport = z.object({
  page_id: z.uuid(),
  reference: z.string(),
  state: z.enum(['open', 'approved', 'declined', 'cancelled', 'expired']),
  amount: z.number().int(),
  currency: z.string(),
  transaction: z
    .object({
      id: z.uuid(),
      held: z.boolean(),
      amount: z.number().int(),
      payments: z.number().int(),
      wallet: z.enum(WALLETS).nullable(),
      last4: z.string(),
      brand: z.string(),
      approval_number: z.string(),
    })
    .nullable(),
});
export type PageReport = z.infer<typeof pageReport>;

const notification = z.object({ page_id: z.uuid() });

/** The shop's side of the sandbox gateway: it uses nothing but the gateway's HTTP interface. */
export function sandboxProvider({ env, secret }: { env: Environment; secret: string }): PaymentProvider {
  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const { status, text } = await callSelf(env, {
      host: `${API_HOST}:${env.PORT}`,
      method,
      path: `/api/${path}`,
      headers: { authorization: `Bearer ${apiKey(secret)}` },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    }).catch((error) => {
      throw unsent(error);
    });
    if (status === 404) return null;
    if (status === 422) throw new GatewayRefused(text.slice(0, 200));
    if (status !== 200) throw new Error(`the sandbox gateway answered ${status} to ${method} ${path}`);
    return JSON.parse(text);
  }

  return {
    name: 'sandbox',
    check: async () => 'takes no money',
    frameOrigin: gatewayOrigin(env),
    opensOn: WALLETS,
    writesDocuments: false,
    async createCheckout(request) {
      const page = pageReply.parse(
        await call('POST', 'pages', {
          reference: request.paymentId,
          amount: request.amountAgorot,
          currency: request.currency,
          instalments: request.instalments,
          capture: request.capture,
          wallets: request.wallets,
          wallet: request.wallet,
          product_name: request.title,
          customer: request.customer,
          return_url: request.returnUrl,
          webhook_url: request.webhookUrl,
        }),
      );
      return { providerRef: page.page_id, url: page.url };
    },
    parseNotification(rawBody, headers) {
      if (!isSigned(secret, rawBody, headers[SIGNATURE_HEADER])) return null;
      const parsed = notification.safeParse(JSON.parse(rawBody));
      return parsed.success ? { providerRef: parsed.data.page_id } : null;
    },
    async fetchResult(providerRef) {
      const page = await call('GET', `pages/${encodeURIComponent(providerRef)}`);
      return page === null ? null : toResult(pageReport.parse(page));
    },
    async capture({ transactionId, amountAgorot }) {
      await mustExist(
        call('POST', `transactions/${encodeURIComponent(transactionId)}/capture`, { amount: amountAgorot }),
      );
      return { transactionId, document: null };
    },
    async closePage(providerRef) {
      await mustExist(call('POST', `pages/${encodeURIComponent(providerRef)}/close`, {}));
    },
    async releaseHold(providerRef) {
      await mustExist(call('POST', `pages/${encodeURIComponent(providerRef)}/release`, {}));
    },
    async refund({ transactionId, amountAgorot, idempotencyKey }) {
      const path = `transactions/${encodeURIComponent(transactionId)}/refund`;
      await mustExist(call('POST', path, { amount: amountAgorot, idempotency_key: idempotencyKey }));
      return { reference: null, document: null };
    },
  };
}

async function mustExist(reply: Promise<unknown>): Promise<void> {
  if ((await reply) === null) throw new GatewayRefused('the sandbox gateway does not know this page or transaction');
}

function toResult({ reference, state, amount, currency, transaction }: PageReport): PaymentResult {
  const approved = transaction?.held ? 'held' : 'approved';
  const states = {
    open: 'pending',
    approved,
    declined: 'declined',
    cancelled: 'cancelled',
    expired: 'cancelled',
  } as const;
  return {
    state: states[state],
    paymentId: reference,
    amountAgorot: transaction?.amount ?? amount,
    currency,
    transactionId: transaction?.id ?? null,
    paymentsCount: transaction?.payments ?? 1,
    wallet: transaction?.wallet ?? null,
    last4: transaction?.last4 || null,
    cardBrand: transaction?.brand || null,
    approvalNumber: transaction?.approval_number ?? null,
    document: null,
  };
}
