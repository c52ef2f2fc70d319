import { fieldName, tableName } from '#domain/text/field-names.ts';
import type { UndoConflicts } from '#server/office/changes/undo-change.ts';
import { ScrollTable } from '../../components/scroll-table.tsx';
import type { ActionReply } from '../../load.ts';
import { Value } from './words.tsx';

const reasons: Record<string, string> = {
  'is there again': 'נוצר שוב',
  'was removed since': 'נמחק מאז',
  'has another value since': 'שונה מאז',
  'is more than there is': 'בסניפים יותר ממה שנשאר במלאי',
  'is the domain of another store': 'הדומיין שייך עכשיו לחנות אחרת',
  'would contradict its prices': 'המחירים היו סותרים זה את זה',
  'would close a circle': 'ההחזרה הייתה יוצרת מעגל',
  'would refer to nothing': 'ההחזרה הייתה משאירה הפניה למה שאינו קיים',
  'has others below it since': 'מאז נוספו תחתיו שורות',
  'is led to by menu': 'קישור בתפריט מוביל לכאן',
  'is led to by home': 'קישור בדף הבית מוביל לכאן',
  'is led to by widget': 'קישור בדף הבית מוביל לכאן',
  'is led to by redirect': 'הפניה מובילה לכאן',
  'was changed since': 'שונה מאז',
  'is borne by invoices': 'כבר הופקו חשבוניות לפיו, ולכן הוא נשאר',
};
const reasonOf = (reason: string): string => {
  const user = /^is used by (\w+)$/.exec(reason)?.[1];
  return user ? `בשימוש: ${tableName(user)}` : (reasons[reason] ?? reason);
};

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
                {reasonOf(reason)}
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
