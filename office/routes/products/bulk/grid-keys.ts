import { cleared, filledDown, type Grid, type Place, type Sheet, stepBack } from './sheet.ts';

type Key = { key: string; code: string; ctrlKey: boolean; metaKey: boolean; altKey: boolean; shiftKey: boolean };

/** What a key means in the grid; `null`: nothing. */
export type Meant =
  | { go: Place; extend: boolean }
  | { change: (grid: Grid, sheet: Sheet) => Sheet }
  /** `typed`: overwrites what is in the cell; `null`: begins with it. */
  | { edit: string | null }
  | null;

export function meantBy(key: Key, sheet: Sheet, grid: Grid, page: number): Meant {
  const go = targetOf(key, sheet, grid, page);
  if (go) return { go, extend: key.shiftKey };
  const command = key.ctrlKey || key.metaKey;
  const change = command ? commands[key.code] : emptying.includes(key.key) ? cleared : undefined;
  if (change) return { change };
  if (command || key.altKey) return null;
  if (key.key === 'Enter' || key.key === 'F2') return { edit: null };
  return key.key.length === 1 ? { edit: key.key } : null;
}

const emptying = ['Delete', 'Backspace'];

/** By the place of the key, so that they work in either keyboard layout. Ctrl-C and Ctrl-V are the browser's. */
const commands: Record<string, (grid: Grid, sheet: Sheet) => Sheet> = {
  KeyD: filledDown,
  KeyZ: (_, sheet) => stepBack(sheet),
  KeyA: ({ rows, columns }, sheet) => ({
    ...sheet,
    anchor: { row: rows.length - 1, col: columns.length - 1 },
    active: { row: 0, col: 0 },
  }),
};

/** Where a key leads, from right to left as the page. */
function targetOf({ key, ctrlKey, metaKey }: Key, { active }: Sheet, grid: Grid, page: number): Place | null {
  const { row, col } = active;
  const far = ctrlKey || metaKey;
  const [lastRow, lastCol] = [grid.rows.length - 1, grid.columns.length - 1];
  switch (key) {
    case 'ArrowDown':
      return { row: far ? lastRow : row + 1, col };
    case 'ArrowUp':
      return { row: far ? 0 : row - 1, col };
    case 'ArrowLeft':
      return { row, col: far ? lastCol : col + 1 };
    case 'ArrowRight':
      return { row, col: far ? 0 : col - 1 };
    case 'PageDown':
      return { row: row + page, col };
    case 'PageUp':
      return { row: row - page, col };
    case 'Home':
      return { row: far ? 0 : row, col: 0 };
    case 'End':
      return { row: far ? lastRow : row, col: lastCol };
    default:
      return null;
  }
}
