import { actorKindNames, rowOperationNames, sourceName } from '#domain/text/change-names.ts';
import { csvOf } from '#domain/text/csv.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { note } from '../../staff/audit.ts';
import { officeCall } from '../../staff/office-call.ts';
import { COUNTED_ROWS, changeFilters, type OperationRow, operationRows, operationsLike } from './list-changes.ts';

/** Rows of a file; more are asked for by narrower dates. */
const MOST_ROWS = 5_000;

const columns: [name: string, cell: (row: OperationRow) => string][] = [
  ['מתי', ({ at }) => `${formatDate(at)} ${formatTime(at)}`],
  ['מי', ({ actor }) => actor],
  ['דרך', ({ kind }) => actorKindNames[kind]],
  ['רשומה', ({ table }) => (table ? tableName(table) : '')],
  ['שם', ({ row }) => (row && !row.startsWith('{') ? row : '')],
  ['פעולה', ({ operation }) => (operation ? rowOperationNames[operation] : '')],
  [
    'שדות',
    ({ table, operation, fields }) =>
      table && operation === 'update' ? fields.map((field) => fieldName(table, field)).join(', ') : '',
  ],
  ['רשומות', ({ rows }) => (rows >= COUNTED_ROWS ? `${COUNTED_ROWS}+` : String(rows))],
  ['פעולה', ({ source }) => sourceName(source)],
  ['מאיפה', ({ source }) => source],
  ['סיבה', ({ reason }) => reason],
  ['בוטל', ({ undone_by }) => (undone_by ? 'כן' : '')],
  ['מזהה', ({ uuid }) => uuid],
];

/** The log as it is filtered, as a table for spreadsheets; that it left the system is in the log as well. */
export const exportChanges = officeCall(
  { name: 'changes.export', permission: 'changes.read', input: changeFilters, kind: 'write' },
  async (ctx, filters): Promise<string> => {
    const { rows } = await ctx.db.execute(operationRows(ctx, await operationsLike(ctx, filters), MOST_ROWS));
    // What was typed may be of a person.
    const { q, who, source, after: _, ...others } = filters;
    await note(ctx.db, { rows: rows.length, searched: Boolean(q || who || source), ...others });
    return csvOf(
      columns.map(([name]) => name),
      (rows as OperationRow[]).map((row) => columns.map(([, cell]) => cell(row))),
    );
  },
);
