import type { FastifyBaseLogger } from 'fastify';
import { sandboxPages, sandboxWebhooks } from '#db/schema/index.ts';
import { and, asc, eq, isNull, lt, lte } from '#db/sql.ts';
import type { Deps } from '../context.ts';
import { callSelf, SIGNATURE_HEADER, signature } from '../providers/payment/sandbox/wire.ts';

type Tools = Pick<Deps, 'db' | 'now' | 'env' | 'secret'> & { log: FastifyBaseLogger };
type Due = Awaited<ReturnType<typeof selectDue>>[number];

/** Seconds between attempts; after the last one the shop has to query. */
const RETRY_AFTER = [5, 15, 60, 300, 900, 3_600, 21_600];

/** Sends webhooks of ended pages. `pageUid`: only this one's, at once. */
export async function deliverWebhooks(tools: Tools, pageUid?: string): Promise<void> {
  for (const due of await selectDue(tools, pageUid)) await deliver(tools, due);
}

const selectDue = ({ db, now }: Tools, pageUid?: string) =>
  db
    .select({ webhook: sandboxWebhooks, page: sandboxPages })
    .from(sandboxWebhooks)
    .innerJoin(sandboxPages, eq(sandboxPages.uuid, sandboxWebhooks.pageUid))
    .where(
      and(
        isNull(sandboxWebhooks.deliveredAt),
        lte(sandboxWebhooks.nextAttemptAt, now()),
        lt(sandboxWebhooks.attempts, RETRY_AFTER.length),
        pageUid ? eq(sandboxWebhooks.pageUid, pageUid) : undefined,
      ),
    )
    .orderBy(asc(sandboxWebhooks.nextAttemptAt))
    .limit(50);

async function deliver({ db, now, env, secret, log }: Tools, { webhook, page }: Due): Promise<void> {
  const next = new Date(now().getTime() + (RETRY_AFTER[webhook.attempts] ?? 0) * 1000);
  // The process that counts the attempt makes it.
  const [claimed] = await db
    .update(sandboxWebhooks)
    .set({ attempts: webhook.attempts + 1, nextAttemptAt: next })
    .where(and(eq(sandboxWebhooks.uuid, webhook.uuid), eq(sandboxWebhooks.attempts, webhook.attempts)))
    .returning({ uuid: sandboxWebhooks.uuid });
  if (!claimed) return;
  const body = JSON.stringify({
    event: 'page.settled',
    id: webhook.uuid,
    page_id: page.uuid,
    reference: page.reference,
    state: page.state,
  });
  const to = new URL(page.webhookUrl);
  const reply = await callSelf(env, {
    host: to.host,
    method: 'POST',
    path: to.pathname,
    headers: { [SIGNATURE_HEADER]: signature(secret, body) },
    body,
  }).catch((err: Error) => ({ status: 0, text: err.message }));
  if (reply.status === 200)
    await db.update(sandboxWebhooks).set({ deliveredAt: now() }).where(eq(sandboxWebhooks.uuid, webhook.uuid));
  else log.warn({ page: page.uuid, status: reply.status }, 'sandbox webhook was not taken');
}
