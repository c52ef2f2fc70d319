import { sql } from 'drizzle-orm';
import { leadKindNames, leadSourceNames, leadStateNames } from '#domain/people/lead-states.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { csvOf } from '#domain/text/csv.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { note } from '../../staff/audit.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type LeadRow, leadColumns, leadConditions, leadFilters } from './list-leads.ts';

/** Rows of a file; more are asked for by narrower dates. */
const MOST_ROWS = 50_000;

const moment = (at: Date | string | null): string => (at ? `${formatDate(at)} ${formatTime(at)}` : '');
const nameOf = (names: Record<string, string>, key: string): string => names[key] ?? key;

const columns: [name: string, cell: (row: LeadRow) => string][] = [
  ['התקבלה', (row) => moment(row.created_at)],
  ['חנות', (row) => row.store],
  ['נושא', (row) => nameOf(leadKindNames, row.kind)],
  ['מקור', (row) => nameOf(leadSourceNames, row.source.replace(' erased', ''))],
  ['מצב', (row) => leadStateNames[row.state]],
  ['שם', (row) => row.name],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['דוא״ל', (row) => row.email ?? ''],
  ['דגם', (row) => row.about],
  ['הודעה', (row) => row.message],
  ['אחראי', (row) => row.owner ?? ''],
  ['נענתה', (row) => moment(row.first_answered_at)],
  ['דקות עד למענה', (row) => (row.first_answered_at ? String(row.minutes) : '')],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the audit log. */
export const exportLeads = officeCall(
  { name: 'leads.export', permission: 'leads.export', input: leadFilters, kind: 'write' },
  async (ctx, filters): Promise<string> => {
    const { rows } = await ctx.db.execute(sql`
      ${leadColumns(ctx.now())} where ${leadConditions(filters, ctx)} order by l.created_at desc, l.uuid desc limit ${MOST_ROWS}`);
    // What was searched for may be a person's name or phone.
    const { q, after: _, ...others } = filters;
    await note(ctx.db, { rows: rows.length, searched: q !== undefined, ...others });
    return csvOf(
      columns.map(([name]) => name),
      (rows as LeadRow[]).map((row) => columns.map(([, cell]) => cell(row))),
    );
  },
);
