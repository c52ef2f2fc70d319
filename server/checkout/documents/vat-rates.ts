import type { Db } from '#db/client.ts';
import { takeLock } from '#db/locks.ts';
import { companies, vatRates } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { type VatRate, vatOn, withRates } from '#domain/money/vat.ts';
import type { Deps } from '../../context.ts';

/**
 * Rates of VAT in force, descending by day: those of the setting and the office's, which count where both name a day.
 */
export async function readVatRates(tx: Db, env: Pick<Deps['env'], 'VAT_RATES'>): Promise<VatRate[]> {
  const added = await tx.select({ from: vatRates.fromDay, bp: vatRates.vatBp }).from(vatRates);
  return withRates(env.VAT_RATES, added);
}

/** Basis points in force at a moment. */
export const vatAt = async (tx: Db, env: Pick<Deps['env'], 'VAT_RATES'>, at: Date): Promise<number> =>
  vatOn(await readVatRates(tx, env), israelDay(at));

/** Documents of a company are issued one after another: until the transaction ends, no other one of it is. */
export const lockDocuments = (tx: Db, companyUid: string) => takeLock(tx, 'documents', { of: companyUid });

/** Day in Israel of the newest invoice; a credit bears the rate of what it credits. */
export async function lastInvoiceDay(tx: Db): Promise<string | null> {
  const { rows } = await tx.execute<{ day: string | null }>(sql`
    select to_char(max(issued_at) at time zone 'Asia/Jerusalem', 'YYYY-MM-DD') as day from documents where vat_bp > 0 and credits_uid is null`);
  return rows[0]?.day ?? null;
}

/**
 * The day from whose morrow on rates may change: none of it and before, as an invoice bears theirs. Until the
 * transaction ends none is issued. `null`: there is no invoice.
 */
export async function lockVatRates(tx: Db): Promise<string | null> {
  const all = await tx.select({ uuid: companies.uuid }).from(companies).orderBy(companies.uuid);
  for (const { uuid } of all) await lockDocuments(tx, uuid);
  return lastInvoiceDay(tx);
}
