import { sql } from '#db/sql.ts';
import { formatCallback } from '#domain/calendar/callback.ts';
import { leadKindNames, leadSourceNames, leadStateNames } from '#domain/people/lead-states.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { type LeadRow, leadColumns, leadConditions, leadFilters } from './list-leads.ts';

const nameOf = (names: Record<string, string>, key: string): string => names[key] ?? key;

const columns: FileColumn<LeadRow>[] = [
  ['התקבלה', (row) => momentText(row.created_at)],
  ['חנות', (row) => row.store],
  ['נושא', (row) => nameOf(leadKindNames, row.kind)],
  ['מקור', (row) => nameOf(leadSourceNames, row.source.replace(' erased', ''))],
  ['מצב', (row) => leadStateNames[row.state]],
  ['שם', (row) => row.name],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['דוא״ל', (row) => row.email ?? ''],
  ['דגם', (row) => row.about],
  ['הודעה', (row) => row.message],
  [
    'להתקשר',
    ({ callback_from, callback_to }) =>
      callback_from && callback_to ? formatCallback({ from: new Date(callback_from), to: new Date(callback_to) }) : '',
  ],
  ['אחראי', (row) => row.owner ?? ''],
  ['נענתה', (row) => momentText(row.first_answered_at)],
  ['דקות עד למענה', (row) => (row.first_answered_at ? (row.minutes ?? '') : '')],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the change log. */
export const exportLeads = officeCall(
  { name: 'leads.export', permission: 'leads.export', input: leadFilters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...filters }): Promise<ListFile> => {
    const query = sql`${leadColumns(ctx.now())} where ${leadConditions(filters, ctx)} order by l.created_at desc, l.uuid desc`;
    const { file, rows } = await listFile<LeadRow>(ctx.db, { name: 'leads', format: kind, columns, query });
    // What was searched for may be a person's name or phone.
    const { q, after: _, ...others } = filters;
    await noteOperation(ctx.db, { rows, searched: q !== undefined, ...others });
    return file;
  },
);
