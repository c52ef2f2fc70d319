import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { vatRates } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { toBasisPoints } from '#domain/money/money.ts';
import { lastInvoiceDay, lockVatRates, readVatRates } from '../../checkout/documents/vat-rates.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';

export type VatRow = {
  from: string;
  bp: number;
  /** `null`: of the installation's settings, where the office can't take it away. */
  uuid: string | null;
  /** Whether an invoice bears it, so that it stays. */
  used: boolean;
  /** In force today. */
  current: boolean;
};

/** All rates by day, those to come among them. */
export async function readVat(tx: Db, env: Parameters<typeof readVatRates>[1], now: Date) {
  const rates = await readVatRates(tx, env);
  const storedRates = await tx.select().from(vatRates);
  const last = await lastInvoiceDay(tx);
  const today = israelDay(now);
  const current = rates.find(({ from }) => today >= from);
  return rates.map(({ from, bp }): VatRow => {
    const uuid = storedRates.find(({ fromDay }) => fromDay === from)?.uuid ?? null;
    return { from, bp, uuid, used: last !== null && last >= from, current: from === current?.from };
  });
}

/**
 * A rate that an invoice bears stays as it is: none is issued until the transaction ends, and of those that are none is
 * of the day or later. @throws NOT_POSSIBLE
 */
async function assertUnused(tx: Db, day: string): Promise<void> {
  const last = await lockVatRates(tx);
  if (last !== null && last >= day)
    throw refuse('NOT_POSSIBLE', { details: 'כבר הופקו חשבוניות מהיום הזה או אחריו, ולכן השיעור שלהן אינו משתנה' });
}

const write = { permission: 'settings.edit', kind: 'write', companyWide: true } as const;

/** A rate from a day on; of the same day, instead of the one that there was. */
export const addVat = officeCall(
  {
    ...write,
    name: 'settings.add-vat',
    input: z.object({
      from: z.iso.date('בחרו תאריך'),
      percent: z.coerce
        .number('הזינו אחוז')
        .min(0, 'הזינו אחוז')
        .max(50, 'עד 50 אחוזים')
        .refine((value) => Number.isInteger(Math.round(value * 1e6) / 1e4), 'לכל היותר שתי ספרות אחרי הנקודה'),
    }),
  },
  (ctx, { from, percent }) =>
    ctx.db.transaction(async (tx) => {
      await assertUnused(tx, from);
      const bp = toBasisPoints(percent);
      await tx
        .insert(vatRates)
        .values({ fromDay: from, vatBp: bp })
        .onConflictDoUpdate({ target: vatRates.fromDay, set: { vatBp: bp } });
      return { message: 'השיעור נשמר' };
    }),
);

/** Takes a rate away that no invoice bears. */
export const removeVat = officeCall(
  { ...write, name: 'settings.remove-vat', input: z.object({ rate: z.uuid() }) },
  (ctx, { rate }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(vatRates).where(eq(vatRates.uuid, rate)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      await assertUnused(tx, row.fromDay);
      await tx.delete(vatRates).where(eq(vatRates.uuid, rate));
      return { message: 'השיעור הוסר' };
    }),
);
