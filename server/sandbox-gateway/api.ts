import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { prepared } from '#db/prepared.ts';
import { sandboxPages, sandboxTransactions } from '#db/schema/index.ts';
import { and, eq, sql } from '#db/sql.ts';
import { isWallet, WALLETS } from '#domain/money/wallets.ts';
import type { Deps } from '../context.ts';
import type { PageReport } from '../providers/payment/sandbox/client.ts';
import { apiKey, gatewayOrigin, sameSecret } from '../providers/payment/sandbox/wire.ts';
import { type Books, closePage, findPage, findTransaction, lastTransaction, type Page, releaseHold } from './books.ts';
import { behaviourAfter } from './cards.ts';

const newPage = z.strictObject({
  reference: z.string().min(1).max(100),
  amount: z.number().int().min(1),
  currency: z.literal('ILS'),
  instalments: z.number().int().min(1).max(36),
  capture: z.enum(['sale', 'hold']),
  wallets: z.array(z.enum(WALLETS)),
  wallet: z.enum(WALLETS).nullable(),
  product_name: z.string().max(200),
  customer: z.object({ name: z.string(), phone: z.string(), email: z.string() }),
  return_url: z.url({ protocol: /^https?$/ }),
  webhook_url: z.url({ protocol: /^https?$/ }),
});
const moneyBody = z.object({
  amount: z.number().int().min(1),
  idempotency_key: z.string().min(1).max(200).default(''),
});

const newPageQuery = prepared((db) => {
  const placeholder = sql.placeholder;
  return db
    .insert(sandboxPages)
    .values({
      uuid: placeholder('uuid'),
      reference: placeholder('reference'),
      amountAgorot: placeholder('amount'),
      currency: placeholder('currency'),
      instalments: placeholder('instalments'),
      capture: placeholder('capture'),
      wallets: placeholder('wallets'),
      wallet: placeholder('wallet'),
      productName: placeholder('product_name'),
      customer: sql`${placeholder('customer')}::jsonb`,
      returnUrl: placeholder('return_url'),
      webhookUrl: placeholder('webhook_url'),
      createdAt: placeholder('createdAt'),
    })
    .prepare('new_sandbox_page');
});

/** Calls of merchants, server to server, with their key. */
export function gatewayApi(gateway: FastifyInstance, deps: Deps): void {
  gateway.register(async (api) => {
    api.removeAllContentTypeParsers();
    api.addContentTypeParser('application/json', { parseAs: 'string' }, api.getDefaultJsonParser('error', 'error'));
    api.addHook('onRequest', async (request, reply) => {
      const key = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
      if (!sameSecret(key, apiKey(deps.secret))) return reply.status(401).send({ error: 'wrong key' });
    });

    api.post('/api/pages', async (request, reply) => {
      const body = newPage.safeParse(request.body);
      if (!body.success) return reply.status(400).send({ error: z.prettifyError(body.error) });
      const { data } = body;
      const uuid = crypto.randomUUID();
      await newPageQuery(deps.db).execute({
        ...data,
        uuid,
        customer: JSON.stringify(data.customer),
        createdAt: deps.now(),
      });
      return { page_id: uuid, url: `${gatewayOrigin(deps.env)}/p/${uuid}` };
    });

    api.get<{ Params: { id: string } }>('/api/pages/:id', async ({ params }, reply) => {
      const page = await findPage(deps, params.id);
      return page ? report(deps, page) : notFound(reply);
    });

    api.post<{ Params: { id: string; what: string } }>(
      '/api/pages/:id/:what(^close|release$)',
      async ({ params }, reply) => {
        if (!(await findPage(deps, params.id))) return notFound(reply);
        if (params.what === 'close') await closePage(deps, params.id, 'cancelled');
        else await releaseHold(deps, params.id);
        return {};
      },
    );

    api.post<{ Params: { id: string; what: string } }>(
      '/api/transactions/:id/:what(^capture|refund$)',
      async (request, reply) => {
        const { params, body } = request;
        const parsed = moneyBody.safeParse(body);
        const transaction = await findTransaction(deps, params.id);
        if (!transaction) return notFound(reply);
        if (!parsed.success) return reply.status(400).send({ error: z.prettifyError(parsed.error) });
        const { amount, idempotency_key: key } = parsed.data;
        const card = behaviourAfter(transaction.last4);
        const refused = params.what === 'refund' && card === 'refund_refused';
        const done =
          !refused &&
          (params.what === 'capture'
            ? await capture(deps, transaction.uuid, amount)
            : await refund(deps, transaction.uuid, amount, key));
        if (params.what === 'refund' && card === 'refund_unanswered') {
          reply.hijack();
          request.socket.destroy();
          return reply;
        }
        return done ? {} : reply.status(422).send({ error: 'not possible for this transaction or sum' });
      },
    );
  });
}

const notFound = (reply: FastifyReply) => reply.status(404).send({ error: 'not found' });

async function report(books: Books, page: Page): Promise<PageReport> {
  const paid =
    page.state === 'approved' ? await lastTransaction(books, page.uuid, ['approved', 'held', 'captured']) : null;
  return {
    page_id: page.uuid,
    reference: page.reference,
    state: page.state as PageReport['state'],
    amount: page.amountAgorot,
    currency: page.currency,
    transaction: paid && {
      id: paid.uuid,
      held: paid.state === 'held',
      amount: paid.amountAgorot,
      payments: paid.paymentsCount,
      wallet: isWallet(paid.wallet) ? paid.wallet : null,
      last4: paid.last4,
      brand: paid.cardBrand,
      approval_number: paid.approvalNumber,
    },
  };
}

/** Captures a held sum, or a part of it. Once; a repeat finds it done. */
async function capture({ db }: Books, uuid: string, amount: number): Promise<boolean> {
  const captured = await db
    .update(sandboxTransactions)
    .set({ state: 'captured', amountAgorot: amount })
    .where(
      and(
        eq(sandboxTransactions.uuid, uuid),
        eq(sandboxTransactions.state, 'held'),
        sql`${sandboxTransactions.amountAgorot} >= ${amount}`,
      ),
    )
    .returning({ uuid: sandboxTransactions.uuid });
  if (captured.length > 0) return true;
  const [row] = await db.select().from(sandboxTransactions).where(eq(sandboxTransactions.uuid, uuid));
  return row?.state === 'captured' && row.amountAgorot === amount;
}

/** A refund is a transaction named after its key, so that a repeat finds it done. Never more than was charged. */
async function refund({ db, now }: Books, uuid: string, amount: number, key: string): Promise<boolean> {
  if (!key) return false;
  return db.transaction(async (tx) => {
    const [charged] = await tx
      .select()
      .from(sandboxTransactions)
      .where(eq(sandboxTransactions.uuid, uuid))
      .for('update');
    if (!charged || !['approved', 'captured'].includes(charged.state)) return false;
    const hash = createHash('sha256').update(`${uuid} ${key}`).digest('hex');
    const refundUid = hash.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
    const [refund] = await tx.select().from(sandboxTransactions).where(eq(sandboxTransactions.uuid, refundUid));
    if (refund) return refund.amountAgorot === amount;
    if (charged.refundedAgorot + amount > charged.amountAgorot) return false;
    await tx.insert(sandboxTransactions).values({
      ...charged,
      uuid: refundUid,
      state: 'refund',
      amountAgorot: amount,
      refundedAgorot: 0,
      createdAt: now(),
    });
    await tx
      .update(sandboxTransactions)
      .set({ refundedAgorot: charged.refundedAgorot + amount })
      .where(eq(sandboxTransactions.uuid, uuid));
    return true;
  });
}
