import { cellValueOf } from '#domain/catalogue/bulk-rows.ts';
import { sumOf } from '#domain/catalogue/price-rules.ts';
import { toShekels } from '#domain/money/money.ts';
import { vatInside } from '#domain/money/vat.ts';
import { formatExactPrice, formatNumber } from '#domain/text/format.ts';
import { judge, textOfValue } from './columns.ts';
import { cellText, type Grid, rangeOf, type Sheet } from './sheet.ts';

/** What is to be known of the active cell: what is wrong with it, what it was, and a price without its VAT. */
export function CellStatus({ grid, sheet, vatBp }: { grid: Grid; sheet: Sheet; vatBp: number }) {
  const row = grid.rows[sheet.active.row];
  const column = grid.columns[sheet.active.col];
  if (!row || !column) return <p role="status" />;
  const edits = sheet.edits.get(row.uuid);
  const judged = edits && judge(row, edits, grid.columns);
  const fault = judged?.faults.get(column.key);
  const { top, bottom, first, last } = rangeOf(sheet);
  const count = (bottom - top + 1) * (last - first + 1);
  const typed = edits?.[column.key] !== undefined;
  const was = column.field ? textOfValue(column.kind, cellValueOf(row, column.field, column.store)) : '';
  const sum = column.kind === 'sum' ? sumOf(cellText(grid, sheet, sheet.active)) : null;
  return (
    <p role="status" className="grid gap-1">
      <span>
        <bdi>{row.name}</bdi>, {column.label}
        {typed && (
          <>
            . היה: <bdi>{was || 'ריק'}</bdi>
          </>
        )}
        {sum ? (
          <>
            . לפני מע״מ: <bdi>{formatExactPrice(toShekels(sum - vatInside(sum, vatBp)))}</bdi>
          </>
        ) : null}
        {count > 1 && `. נבחרו ${formatNumber(count)} תאים`}
      </span>
      {fault && <span className="font-semibold text-danger">{fault}</span>}
    </p>
  );
}
