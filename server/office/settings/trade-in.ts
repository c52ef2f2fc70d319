import { z } from 'zod';
import { tradeInBody, tradeInCondition } from '#contract/leads/trade-in-form.ts';
import { companies } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import { estimateTradeIn, findTradeInRow, type TradeInTable } from '#domain/money/trade-in-estimate.ts';
import { tradeInFile } from '../../import/schemas/company.ts';
import { refuse } from '../../platform/errors.ts';
import { storesWith } from '../../staff/grants.ts';
import { officeCall } from '../../staff/office-call.ts';
import { edited } from '../store-files/edited-input.ts';
import { mergeEdited } from '../store-files/merge.ts';
import { parseFile } from '../store-files/problems.ts';

/** One without rows says nothing, so that a person makes each offer. */
const valuesOf = (table: TradeInTable | null): Record<string, unknown> => ({
  ...(table ?? parseFile(tradeInFile, {})),
});

/** Companies with what they give for used vehicles. */
export const readTradeInTables = officeCall(
  {
    name: 'settings.trade-in',
    permission: 'settings.read',
    input: z.object({}),
    kind: 'read',
    companyWide: true,
  },
  async (ctx) => {
    const rows = await ctx.db
      .select({ uuid: companies.uuid, name: companies.name, table: companies.tradeIn })
      .from(companies)
      .orderBy(asc(companies.name));
    return {
      companies: rows.map(({ uuid, name, table }) => ({ uuid, name, values: valuesOf(table) })),
      mayEdit: storesWith(ctx.staff, 'settings.edit') === 'all',
    };
  },
);

/** The rows are one list: of two people who change them, the second gets a conflict. By the importer's rules. */
export const editTradeInTable = officeCall(
  {
    name: 'settings.edit-trade-in',
    permission: 'settings.edit',
    input: z.object({ company: z.uuid(), ...edited }),
    kind: 'write',
    companyWide: true,
  },
  (ctx, { company, was, now }) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(companies).where(eq(companies.uuid, company)).for('update');
      if (!row) throw refuse('NOT_FOUND');
      const tradeIn = parseFile(tradeInFile, mergeEdited(valuesOf(row.tradeIn), was, now));
      await tx.update(companies).set({ tradeIn }).where(eq(companies.uuid, company));
    }),
);

const { make, model } = tradeInBody.shape;
const { hand, ownership, accidents, tyres } = tradeInCondition.shape;

/** What the saved table says of a vehicle. Agorot. */
export const tryTradeInTable = officeCall(
  {
    name: 'settings.try-trade-in',
    permission: 'settings.read',
    input: z.object({
      company: z.uuid(),
      ...{ make, model },
      ...{ hand: hand.unwrap(), ownership: ownership.unwrap(), accidents: accidents.unwrap(), tyres: tyres.unwrap() },
      year: z.coerce.number('הזינו שנת ייצור').int().min(1950, 'הזינו שנת ייצור').max(2100, 'הזינו שנת ייצור'),
      km: z.coerce.number('הזינו קילומטרים').int().min(0).max(2_000_000),
    }),
    kind: 'read',
    companyWide: true,
  },
  async (ctx, { company, make, model, year, ...condition }) => {
    const [row] = await ctx.db.select({ table: companies.tradeIn }).from(companies).where(eq(companies.uuid, company));
    if (!row) throw refuse('NOT_FOUND');
    const vehicle = { make, model, year };
    return {
      range: estimateTradeIn(row.table, vehicle, { kind: 'road', ...condition }),
      by: (row.table && findTradeInRow(row.table, vehicle)) ?? null,
    };
  },
);
