import { actorKindNames, rowOperationNames, sourceName } from '#domain/text/change-names.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { COUNTED_ROWS, changeFilters, type OperationRow, operationRows, operationsLike } from './list-changes.ts';

const columns: FileColumn<OperationRow>[] = [
  ['מתי', ({ at }) => momentText(at)],
  ['מי', ({ actor }) => actor],
  ['דרך', ({ kind }) => actorKindNames[kind] ?? kind],
  ['רשומה', ({ table }) => (table ? tableName(table) : '')],
  ['שם', ({ row }) => (row && !row.startsWith('{') ? row : '')],
  ['פעולה', ({ operation }) => (operation ? rowOperationNames[operation] : '')],
  [
    'שדות',
    ({ table, operation, fields }) =>
      table && operation === 'update' ? fields.map((field) => fieldName(table, field)).join(', ') : '',
  ],
  ['רשומות', ({ rows }) => (rows >= COUNTED_ROWS ? `${COUNTED_ROWS}+` : String(rows))],
  ['במסך', ({ source }) => sourceName(source)],
  ['מאיפה', ({ source }) => source],
  ['סיבה', ({ reason }) => reason],
  ['בוטל', ({ undone_by }) => (undone_by ? 'כן' : '')],
  ['מזהה', ({ uuid }) => uuid],
];

/** The log as it is filtered, as a table for spreadsheets; that it left the system is in the log as well. */
export const exportChanges = officeCall(
  { name: 'changes.export', permission: 'changes.read', input: changeFilters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...filters }): Promise<ListFile> => {
    const query = operationRows(ctx, await operationsLike(ctx, filters));
    const { file, rows } = await listFile<OperationRow>(ctx.db, { name: 'changes', format: kind, columns, query });
    // What was typed may be of a person.
    const { q, who, source, after: _, ...others } = filters;
    await noteOperation(ctx.db, { rows, searched: Boolean(q || who || source), ...others });
    return file;
  },
);
