import type { Consent } from '#contract/customers/account.ts';
import type { Db } from '#db/client.ts';
import { consents } from '#db/schema/index.ts';
import { desc, eq } from '#db/sql.ts';
import { UPDATES_TEXT } from '#domain/people/consent-texts.ts';
import type { RequestContext } from '../../context.ts';
import { lockCustomer, requireCustomer } from '../../identity/require-customer.ts';

/** Descending by time; the first of a kind is in force. */
export const getConsents = (ctx: RequestContext): Promise<Consent[]> => consentsOf(ctx.db, requireCustomer(ctx).uuid);

async function consentsOf(db: Db, uuid: string): Promise<Consent[]> {
  const rows = await db
    .select()
    .from(consents)
    .where(eq(consents.customerUid, uuid))
    .orderBy(desc(consents.createdAt))
    .limit(100);
  return rows.map(({ kind, given, text, createdAt }) => ({ kind, given, text, created_at: createdAt.toISOString() }));
}

/** Records a change of consent with the wording of the page. Repeating the current state changes nothing. */
export async function setConsent(
  ctx: RequestContext,
  { kind, given }: { kind: 'marketing'; given: boolean },
): Promise<Consent[]> {
  const { uuid } = requireCustomer(ctx);
  return ctx.db.transaction(async (tx) => {
    await lockCustomer(tx, uuid);
    const before = await consentsOf(tx, uuid);
    const inForce = before.find((one) => one.kind === kind)?.given ?? false;
    if (inForce === given) return before;
    await tx.insert(consents).values({ customerUid: uuid, kind, given, text: UPDATES_TEXT, createdAt: ctx.now() });
    return consentsOf(tx, uuid);
  });
}
