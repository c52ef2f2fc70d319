import { undoReason } from '#domain/text/change-names.ts';
import { fieldName, tableName } from '#domain/text/field-names.ts';
import type { UndoConflicts } from '#server/office/changes/undo-change.ts';
import { ScrollTable } from '../../components/scroll-table.tsx';
import type { ActionReply } from '../../load.ts';
import { Value } from './logged-values.tsx';

/** Field by field: what the change made, what is there now, and who wrote that. */
export function Conflicts({ reply }: { reply: ActionReply | undefined }) {
  const details = reply?.details as UndoConflicts | undefined;
  if (reply?.ok !== false || !details?.conflicts) return null;
  return (
    <div>
      <ScrollTable className="text-sm" aria-label="מה השתנה מאז">
        <thead>
          <tr>
            {['רשומה', 'שדה', 'השינוי כתב', 'עכשיו', 'מאז'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {details.conflicts.map(({ table, row, field, made, now, reason, by }) => (
            <tr key={`${table} ${row} ${field} ${reason}`}>
              <th scope="row" className="font-normal">
                {tableName(table)} <bdi>{row}</bdi>
              </th>
              <td>{field ? fieldName(table, field) : '–'}</td>
              <td>{field ? <Value table={table} column={field} value={made} names={{}} /> : '–'}</td>
              <td>{field ? <Value table={table} column={field} value={now} names={{}} /> : '–'}</td>
              <td>
                {undoReason(reason)}
                {by && <bdi className="block text-xs text-ink-3">{by}</bdi>}
              </td>
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {details.more > 0 && <p className="pt-2 text-sm text-ink-3">ועוד {details.more}</p>}
    </div>
  );
}
