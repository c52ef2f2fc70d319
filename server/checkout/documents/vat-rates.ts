import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { vatRates } from '#db/schema/index.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { type VatRate, vatOn, withRates } from '#domain/money/vat.ts';
import type { Deps } from '../../context.ts';

/** Rates of VAT in force, descending by day: those of the setting and the office's, which count where both name a day. */
export async function readVatRates(tx: Db, env: Pick<Deps['env'], 'VAT_RATES'>): Promise<VatRate[]> {
  const added = await tx.select({ from: vatRates.fromDay, bp: vatRates.vatBp }).from(vatRates);
  return withRates(env.VAT_RATES, added);
}

/** Basis points in force at a moment. */
export const vatAt = async (tx: Db, env: Pick<Deps['env'], 'VAT_RATES'>, at: Date): Promise<number> =>
  vatOn(await readVatRates(tx, env), israelDay(at));

/** Documents of a company are issued one after another: until the transaction ends, no other one of it is. */
export const lockDocuments = (tx: Db, companyUid: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents/${companyUid}`}, 0))`);
