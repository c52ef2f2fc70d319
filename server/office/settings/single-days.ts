import { z } from 'zod';
import { openingHours } from '#contract/file-values.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { holidaysAfter } from '#domain/calendar/holidays.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { exceptionDay } from '../../import/schemas/company.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { ticked } from '../inputs.ts';
import { editedStore } from '../store-files/folder.ts';
import { parseFile } from '../store-files/problems.ts';
import { lockBranches } from './branches.ts';

/** Days ahead that are shown: every holiday of the year is among them. */
const DAYS_AHEAD = 365;

/** A day on which branches of the store are closed (`hours` is empty) or open at other hours. */
export type SingleDay = { day: string; hours: string; branches: string[] };

/** Days to come with hours of their own, and the holidays that every branch keeps by itself. */
export async function readSingleDays(tx: Db, store: string, now: Date) {
  const today = israelDay(now);
  const { rows } = await tx.execute<SingleDay>(sql`
    select e.key as day, e.value as hours, array_agg(b.name order by b.position, b.key) as branches
    from branches b join branch_stores bs on bs.branch_uid = b.uuid, jsonb_each_text(b.exceptions) e
    where bs.store_uid = ${store} and e.key >= ${today} group by 1, 2 order by 1, 2`);
  return { days: rows, holidays: holidaysAfter(today, DAYS_AHEAD) };
}

const write = { permission: 'settings.edit', kind: 'write', draftable: true, entity: 'store' } as const;
const about = { store: z.uuid(), day: z.string().default('') };

/**
 * Hours of one day in all branches of the store; without hours, closed. `replace`: also where a branch has hours of its
 * own for it.
 */
export const setSingleDay = officeCall(
  {
    ...write,
    name: 'settings.set-day',
    input: z.object({ ...about, from: z.string().default(''), to: z.string().default(''), replace: ticked }),
  },
  (ctx, { store, day: typed, from, to, replace }) =>
    ctx.db.transaction(async (tx) => {
      const { day } = parseFile(z.object({ day: exceptionDay }), { day: typed });
      if (day < israelDay(ctx.now()))
        throw refuse('BAD_REQUEST', { fields: [{ path: 'day', message: 'בחרו יום שעוד לא עבר' }] });
      const text = from || to ? `${from}-${to}` : '';
      const { hours } = parseFile(z.object({ hours: openingHours }), { hours: text });
      if (text && from >= to)
        throw refuse('BAD_REQUEST', { fields: [{ path: 'to', message: 'שעת הסגירה צריכה להיות אחרי הפתיחה' }] });
      const storeBranches = await ownBranches(ctx, tx, store);
      if (!replace) refuseReplacing(storeBranches, day, hours);
      const uuids = storeBranches.map(({ uuid }) => uuid);
      await tx.execute(sql`
        update branches set exceptions = exceptions || jsonb_build_object(${day}::text, ${hours}::text) where uuid = any(${sql.param(uuids)}::uuid[])`);
      const booked = await visitsOutside(tx, uuids, day, { from, to });
      const done = `נשמר ב${uuids.length === 1 ? 'סניף אחד' : `־${uuids.length} סניפים`}`;
      return { message: booked > 0 ? `${done}. ${visits(booked)}: בדקו ביומן התורים` : done };
    }),
);

/** The day is again as every other one, or the holiday that it is, in the branches that have these hours on it. */
export const unsetSingleDay = officeCall(
  { ...write, name: 'settings.unset-day', input: z.object({ ...about, hours: z.string().optional() }) },
  (ctx, { store, day, hours }) =>
    ctx.db.transaction(async (tx) => {
      const uuids = (await ownBranches(ctx, tx, store)).map(({ uuid }) => uuid);
      const { rows } = await tx.execute(sql`
        update branches set exceptions = exceptions - ${day}::text where uuid = any(${sql.param(uuids)}::uuid[]) and exceptions ? ${day}
          and exceptions ->> ${day}::text = coalesce(${hours ?? null}::text, exceptions ->> ${day}::text) returning uuid`);
      if (rows.length === 0) throw refuse('NOT_FOUND');
      return { message: 'היום שוב כרגיל' };
    }),
);

type OwnBranch = { uuid: string; name: string; exceptions: Record<string, string> };

/**
 * The store's branches, which nobody else changes until the transaction ends. @throws NOT_POSSIBLE where one is also
 * another store's, whose settings the person may not change
 */
async function ownBranches({ stores }: Allowed, tx: Db, store: string): Promise<OwnBranch[]> {
  await lockBranches(tx, (await editedStore(tx, store)).companyUid);
  const { rows } = await tx.execute<OwnBranch & { foreign: string | null }>(sql`
    select b.uuid, b.name, b.exceptions, (select s.name from branch_stores o join stores s on s.uuid = o.store_uid
      where o.branch_uid = b.uuid and not o.store_uid = any(${sql.param(stores)}::uuid[]) limit 1) as foreign
    from branches b join branch_stores bs on bs.branch_uid = b.uuid where bs.store_uid = ${store} order by b.position, b.key for update of b`);
  if (rows.length === 0) throw refuse('NOT_POSSIBLE', { details: 'לחנות אין סניפים' });
  const other = rows.find(({ foreign }) => foreign !== null);
  if (other)
    throw refuse('NOT_POSSIBLE', {
      details: `הסניף ${other.name} שייך גם לחנות ${other.foreign}, שההגדרות שלה אינן שלכם`,
    });
  return rows;
}

/** A day that all have is changed in all; hours of single branches are replaced by who says so. @throws BAD_REQUEST */
function refuseReplacing(branches: OwnBranch[], day: string, hours: string): void {
  if (new Set(branches.map(({ exceptions }) => exceptions[day])).size === 1) return;
  const others = branches.filter(({ exceptions }) => exceptions[day] !== undefined && exceptions[day] !== hours);
  if (others.length === 0) return;
  const names = others.map(({ name }) => name).join(', ');
  const message = `ליום הזה כבר נקבעו שעות נפרדות: ${names}. סמנו כדי להחליף גם אותן`;
  throw refuse('BAD_REQUEST', { fields: [{ path: 'replace', message }] });
}

/**
 * Visits that are booked on the day and would find the branch closed. They stay: somebody has to call these customers.
 */
async function visitsOutside(tx: Db, uuids: string[], day: string, { from, to }: { from: string; to: string }) {
  const local = sql`starts_at at time zone 'Asia/Jerusalem'`;
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int as count from bookings where branch_uid = any(${sql.param(uuids)}::uuid[]) and cancelled_at is null
      and (${local})::date = ${day}::date
      and (${from} = '' or to_char(${local}, 'HH24:MI') < ${from} or to_char(ends_at at time zone 'Asia/Jerusalem', 'HH24:MI') > ${to})`);
  return rows[0]?.count ?? 0;
}

const visits = (count: number): string =>
  count === 1 ? 'תור אחד כבר נקבע לשעות שבהן יהיה סגור' : `${count} תורים כבר נקבעו לשעות שבהן יהיה סגור`;
