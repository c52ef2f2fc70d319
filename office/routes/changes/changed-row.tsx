import { rowOperationNames } from '#domain/text/change-names.ts';
import { fieldName, fieldPlace, tableName } from '#domain/text/field-names.ts';
import type { ChangedRow } from '#server/office/changes/read-change.ts';
import { Badge } from '../../components/panel.tsx';
import { ScrollTable } from '../../components/scroll-table.tsx';
import { changedFields, Value } from './logged-values.tsx';

const tones = { insert: 'good', update: 'info', delete: 'bad' } as const;

/** One row with its values before and after. `names`: of what uuids refer to. */
export function ChangedRowView({
  row: { table, row, operation, before, after },
  names,
}: {
  row: ChangedRow;
  names: Record<string, string>;
}) {
  const fields =
    operation === 'insert'
      ? []
      : changedFields(before, after).filter((one) => operation === 'update' || one.before !== null);
  return (
    <section className="grid gap-2 border-b border-line pb-3 last:border-0 last:pb-0">
      <h3 className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tones[operation]}>{rowOperationNames[operation]}</Badge>
        {tableName(table)} {!row.startsWith('{') && <bdi>{row}</bdi>}
      </h3>
      {fields.length > 0 && (
        <ScrollTable className="text-sm">
          <thead>
            <tr>
              <th scope="col" className="w-48">
                שדה
              </th>
              <th scope="col">{operation === 'delete' ? 'היה' : 'לפני'}</th>
              {operation === 'update' && <th scope="col">אחרי</th>}
            </tr>
          </thead>
          <tbody>
            {fields.map((one) => (
              <tr key={one.path}>
                <th scope="row" className="font-normal">
                  {fieldName(table, one.column)}
                  {one.path !== one.column && (
                    <bdi className="block text-xs text-ink-3">{fieldPlace(table, one.path)}</bdi>
                  )}
                </th>
                <td>
                  <Value table={table} column={one.column} value={one.before} names={names} />
                </td>
                {operation === 'update' && (
                  <td className="font-semibold">
                    <Value table={table} column={one.column} value={one.after} names={names} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </ScrollTable>
      )}
    </section>
  );
}
