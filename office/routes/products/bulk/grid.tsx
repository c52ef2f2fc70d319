import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { CellEditor } from './cell-editor.tsx';
import { FLAGS, isEditable } from './columns.ts';
import { meantBy } from './grid-keys.ts';
import { GridRow, ROW } from './grid-row.tsx';
import { cellText, copied, type Grid, moveTo, type Place, pasted, type Sheet, write } from './sheet.ts';

/** Rows that are drawn above and below those in view. */
const SPARE = 8;
/** On a phone the names, which stay in view, leave room for what they are the names of. */
const NARROW = 560;
const NARROW_NAME = 130;

type Props = {
  label: string;
  grid: Grid;
  sheet: Sheet;
  onChange: (change: (sheet: Sheet) => Sheet) => void;
  /** Products that another person has changed meanwhile. */
  conflicts: ReadonlySet<string>;
};

/**
 * Thousands of rows as a spreadsheet. One element has the focus and names the active cell; only rows in view and the
 * one that is edited are drawn. Arrow keys move, typing overwrites, Enter and F2 edit, Escape gives up, Tab goes on;
 * Shift chooses a range, which is copied, pasted, filled and emptied.
 */
export function BulkGrid({ label, grid, sheet, onChange, conflicts }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  /** What is in the field of the active cell; `null`: it has none. */
  const [typedText, setTypedText] = useState<string | null>(null);
  /** The field's own blur comes as its end takes the focus away. */
  const open = useRef(false);
  const dragging = useRef(false);
  const { rows, columns } = grid;
  const { active } = sheet;
  const { view, setView, widths } = useView(box, columns, active);
  const template = widths.map((width) => `${width}px`).join(' ');
  const wide = widths.reduce((sum, width) => sum + width, 0);
  const from = Math.max(0, Math.floor(view.top / ROW) - SPARE);
  const until = Math.min(rows.length, Math.ceil((view.top + view.height) / ROW) + SPARE);
  const drawnRows = Array.from({ length: Math.max(0, until - from) }, (_, index) => from + index);
  // A field that scrolls away would be gone without a blur, and what is typed in it with it.
  if (typedText !== null && active.row < from) drawnRows.unshift(active.row);
  else if (typedText !== null && active.row >= until) drawnRows.push(active.row);

  const focus = () => box.current?.focus({ preventScroll: true });
  const go = (place: Place, extend = false) => onChange((one) => moveTo(grid, one, place, extend));
  const current = rows[active.row];
  const column = columns[active.col];

  function edit(text: string | null): void {
    if (!current || !column || !isEditable(current, column)) return;
    if (column.kind === 'flag') {
      const next = cellText(grid, sheet, active) === FLAGS.yes ? FLAGS.no : FLAGS.yes;
      if (text === null || text === ' ') onChange((one) => write(grid, one, [{ ...active, text: next }]));
      return;
    }
    open.current = true;
    setTypedText(column.kind === 'policy' ? cellText(grid, sheet, active) : (text ?? cellText(grid, sheet, active)));
  }
  function end(keep: boolean, move: Place = { row: 0, col: 0 }): void {
    if (typedText === null || !open.current) return;
    open.current = false;
    setTypedText(null);
    focus();
    const target = { row: active.row + move.row, col: active.col + move.col };
    onChange((one) => {
      const next = keep ? write(grid, one, [{ ...active, text: typedText }]) : one;
      return move.row || move.col ? moveTo(grid, next, target) : next;
    });
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (typedText !== null || event.defaultPrevented) return;
    const command = meantBy(event, sheet, grid, Math.max(1, Math.floor(view.height / ROW) - 2));
    if (!command) return;
    event.preventDefault();
    if ('go' in command) go(command.go, command.extend);
    else if ('change' in command) onChange((one) => command.change(grid, one));
    else edit(command.edit);
  }
  const onCopy = (event: ClipboardEvent) => {
    if (typedText !== null) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied(grid, sheet));
  };
  const onPaste = (event: ClipboardEvent) => {
    if (typedText !== null) return;
    event.preventDefault();
    const text = event.clipboardData.getData('text/plain');
    onChange((one) => pasted(grid, one, text));
  };
  const onPointerDown = (event: PointerEvent) => {
    const place = placeOf(event);
    if (!place || event.button !== 0 || (typedText !== null && isSame(place, active))) return;
    end(true);
    dragging.current = event.pointerType === 'mouse';
    go(place, event.shiftKey);
    requestAnimationFrame(focus);
  };
  const onPointerMove = (event: PointerEvent) => {
    const place = dragging.current && event.buttons === 1 ? placeOf(event) : null;
    if (place && !isSame(place, active)) go(place, true);
  };

  return (
    <div
      ref={box}
      role="grid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-multiselectable
      aria-activedescendant={current ? `${id}-${active.row}-${active.col}` : undefined}
      tabIndex={0}
      className="bulk-grid panel"
      onScroll={({ currentTarget }) => setView(viewOf(currentTarget))}
      onKeyDown={onKeyDown}
      onCopy={onCopy}
      onPaste={onPaste}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        dragging.current = false;
      }}
      onDoubleClick={() => edit(null)}
    >
      <Head columns={columns} template={template} wide={wide} />
      <div role="rowgroup" style={{ blockSize: rows.length * ROW, inlineSize: wide }} className="relative">
        {drawnRows.map((at) => {
          const row = rows[at] as BulkRow;
          return (
            <GridRow
              key={row.uuid}
              {...{ id, at, row, grid, sheet, template, wide }}
              conflict={conflicts.has(row.uuid)}
              editor={
                at === active.row && typedText !== null && column ? (
                  <CellEditor
                    column={column}
                    label={`${column.label}, ${row.name}`}
                    typed={typedText}
                    onType={setTypedText}
                    onEnd={end}
                  />
                ) : null
              }
            />
          );
        })}
      </div>
    </div>
  );
}

/** What of the grid is in view, and how wide its columns are there. The active cell is brought into view. */
function useView(box: RefObject<HTMLDivElement | null>, columns: Grid['columns'], active: Place) {
  const [view, setView] = useState({ top: 0, height: 600, narrow: false });
  const widths = useMemo(
    () => columns.map(({ width }, at) => (at === 0 && view.narrow ? NARROW_NAME : width)),
    [columns, view.narrow],
  );
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const seen = () => setView(viewOf(element));
    seen();
    const observer = new ResizeObserver(seen);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  useLayoutEffect(() => {
    if (box.current) showCell(box.current, active, widths);
  }, [box, active, widths]);
  return { view, setView, widths };
}

type HeadProps = { columns: Grid['columns']; template: string; wide: number };

const Head = ({ columns, template, wide }: HeadProps) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
  <div role="row" aria-rowindex={1} className="bulk-head" style={{ gridTemplateColumns: template, inlineSize: wide }}>
    {columns.map(({ key, label: name }, at) => (
      // biome-ignore lint/a11y/useFocusableInteractive: the grid itself has the focus
      <div key={key} role="columnheader" aria-colindex={at + 1} className={classNames(at === 0 && 'bulk-first')}>
        {name}
      </div>
    ))}
  </div>
);

const viewOf = ({ scrollTop, clientHeight, clientWidth }: HTMLElement) => ({
  top: scrollTop,
  height: clientHeight,
  narrow: clientWidth < NARROW,
});

const isSame = (a: Place, b: Place): boolean => a.row === b.row && a.col === b.col;

function placeOf(event: PointerEvent): Place | null {
  const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')?.dataset.cell;
  const [row = Number.NaN, col = Number.NaN] = (cell ?? '').split(':').map(Number);
  return cell && !Number.isNaN(row + col) ? { row, col } : null;
}

/** Scrolls as far as it takes: the head and the first column cover what is behind them. */
function showCell(box: HTMLElement, { row, col }: Place, widths: number[]): void {
  const top = row * ROW;
  if (top < box.scrollTop) box.scrollTop = top;
  else if (top + 2 * ROW > box.scrollTop + box.clientHeight) box.scrollTop = top + 2 * ROW - box.clientHeight;
  if (col === 0) return;
  const start = widths.slice(0, col).reduce((sum, width) => sum + width, 0);
  const end = start + (widths[col] ?? 0);
  const covered = widths[0] ?? 0;
  const scrolled = Math.abs(box.scrollLeft);
  const sign = getComputedStyle(box).direction === 'rtl' ? -1 : 1;
  if (start < scrolled + covered) box.scrollLeft = sign * (start - covered);
  else if (end > scrolled + box.clientWidth) box.scrollLeft = sign * (end - box.clientWidth);
}
