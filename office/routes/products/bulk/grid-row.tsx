import type { ReactNode } from 'react';
import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { type BulkColumn, isEditable, type Judged, judge, storedText } from './columns.ts';
import { type Grid, isIn, type Range, rangeOf, type Sheet } from './sheet.ts';

/** Rows' height in pixels (`.bulk-row`). */
export const ROW = 38;

type Props = {
  id: string;
  /** Of the row in the grid. */
  at: number;
  row: BulkRow;
  grid: Grid;
  sheet: Sheet;
  template: string;
  wide: number;
  conflict: boolean;
  /** The field of the active cell while it is edited. */
  editor: ReactNode;
};

export function GridRow({ id, at, row, grid: { columns }, sheet, template, wide, conflict, editor }: Props) {
  const edits = sheet.edits.get(row.uuid);
  const judged = edits && judge(row, edits, columns);
  const range = rangeOf(sheet);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
    <div
      role="row"
      aria-rowindex={at + 2}
      className={classNames('bulk-row', conflict && 'conflict')}
      style={{ gridTemplateColumns: template, insetBlockStart: at * ROW, inlineSize: wide }}
    >
      {columns.map((column, col) => {
        const active = at === sheet.active.row && col === sheet.active.col;
        return (
          // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
          <div
            key={column.key}
            id={`${id}-${at}-${col}`}
            role="gridcell"
            aria-colindex={col + 1}
            aria-selected={isIn(range, { row: at, col })}
            aria-readonly={!isEditable(row, column)}
            aria-invalid={judged?.faults.has(column.key) || undefined}
            data-cell={`${at}:${col}`}
            className={lookOf({ row, column, judged, active, range, at, col })}
          >
            {active && editor ? editor : <bdi>{edits?.[column.key] ?? emptyText(row, column)}</bdi>}
          </div>
        );
      })}
    </div>
  );
}

const emptyText = (row: BulkRow, column: BulkColumn): string =>
  storedText(row, column) || (column.field === 'price' && row.onRequest ? 'לפי פנייה' : '');

type Look = {
  row: BulkRow;
  column: BulkColumn;
  judged: Judged | undefined;
  active: boolean;
  range: Range;
  at: number;
  col: number;
};

const lookOf = ({ row, column, judged, active, range, at, col }: Look): string =>
  classNames(
    col === 0 && 'bulk-first',
    (column.kind === 'sum' || column.kind === 'number') && 'number',
    !isEditable(row, column) && 'shown',
    judged?.cells.some((cell) => cell.column === column) && 'changed',
    isIn(range, { row: at, col }) && 'chosen',
    judged?.faults.has(column.key) && 'fault',
    active && 'active',
  );
