import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Link } from 'react-router';
import { IconButton } from '#ui/button.tsx';
import { endOf, indentRow, moveRow } from '../content/menu-rows.ts';

export type TreeRow = { uuid: string; name: string; slug: string; products: number; level: number };
type Listed = Omit<TreeRow, 'level'> & { parent: string | null };

/** As lines, each with those below it. */
export const toTreeRows = (all: Listed[], parent: string | null = null, level = 0): TreeRow[] =>
  all
    .filter((one) => one.parent === parent)
    .flatMap(({ parent: _, ...row }) => [{ ...row, level }, ...toTreeRows(all, row.uuid, level + 1)]);

/** Each with its parent, in sequence. */
export function fromTreeRows(rows: TreeRow[]): [string, string | null][] {
  const open: string[] = [];
  return rows.map(({ uuid, level }) => {
    open[level] = uuid;
    return [uuid, level === 0 ? null : (open[level - 1] ?? null)];
  });
}

const ways = {
  up: { label: 'למעלה', icon: ArrowUp, key: 'ArrowUp', mirrored: false },
  down: { label: 'למטה', icon: ArrowDown, key: 'ArrowDown', mirrored: false },
  in: { label: 'פנימה', icon: IndentIncrease, key: 'ArrowLeft', mirrored: true },
  out: { label: 'החוצה', icon: IndentDecrease, key: 'ArrowRight', mirrored: true },
};
type Way = keyof typeof ways;

type Props = { rows: TreeRow[]; onChange: (rows: TreeRow[]) => void; disabled: boolean };

/** A store's categories. Lines are dragged, moved by buttons, or with Alt and an arrow on a name; each move is told, the focus stays. */
export function CategoryTree({ rows, onChange, disabled }: Props) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<string | null>(null);
  const apply = (next: TreeRow[], { uuid, name }: TreeRow, focus: string) => {
    if (next === rows) return setTold(`אי אפשר להזיז את ${name} לשם`);
    flushSync(() => onChange(next));
    list.current?.querySelector<HTMLElement>(`[data-row="${uuid}"] [data-does="${focus}"]`)?.focus();
    const at = next.findIndex((one) => one.uuid === uuid);
    setTold(`${name}: שורה ${at + 1}, רמה ${(next[at]?.level ?? 0) + 1}`);
  };
  const move = (row: TreeRow, way: Way, focus: string) => {
    const at = rows.indexOf(row);
    const by = way === 'up' || way === 'out' ? -1 : 1;
    apply(way === 'up' || way === 'down' ? moveRow(rows, at, by) : indentRow(rows, at, by), row, focus);
  };
  const onKeyDown = (row: TreeRow) => (event: KeyboardEvent) => {
    const way = (Object.keys(ways) as Way[]).find((one) => ways[one].key === event.key);
    if (!way || !event.altKey || disabled) return;
    event.preventDefault();
    move(row, way, 'open');
  };
  /** Before the line that it is dropped on, on that line's level. */
  const drop = (target: TreeRow) => {
    const at = rows.findIndex(({ uuid }) => uuid === dragged);
    const row = rows[at];
    setDragged(null);
    const end = row ? endOf(rows, at) : 0;
    const to = rows.indexOf(target);
    if (!row || (to >= at && to < end)) return;
    const branch = rows.slice(at, end).map((one) => ({ ...one, level: one.level + target.level - row.level }));
    const rest = [...rows.slice(0, at), ...rows.slice(end)];
    apply(rest.toSpliced(rest.indexOf(target), 0, ...branch), row, 'open');
  };
  return (
    <div className="grid gap-3">
      {!disabled && (
        <p id={`${id}-keys`} className="text-sm text-ink-3">
          הזזה: בגרירה, בכפתורים, או על השם ב־Alt עם חץ: למעלה, למטה, שמאלה לתוך הקודמת, ימינה החוצה.
        </p>
      )}
      <p role="status" className="sr-only">
        {told}
      </p>
      <ol ref={list} aria-label="קטגוריות" className="grid gap-1">
        {rows.map((row) => (
          <li
            key={row.uuid}
            data-row={row.uuid}
            data-level={row.level + 1}
            draggable={!disabled}
            style={{ marginInlineStart: `${row.level * 2}rem` }}
            className={`flex flex-wrap items-center gap-1 rounded-md border border-line bg-ground px-1 ${dragged === row.uuid ? 'opacity-50' : ''}`}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              setDragged(row.uuid);
            }}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              drop(row);
            }}
          >
            <Link
              to={`/categories/${row.uuid}`}
              data-does="open"
              draggable={false}
              aria-describedby={disabled ? undefined : `${id}-keys`}
              onKeyDown={onKeyDown(row)}
              className="flex min-h-11 min-w-40 grow flex-wrap content-center items-baseline gap-x-3 px-2 hover:underline"
            >
              <bdi className="font-medium">{row.name}</bdi>
              <span className="sr-only">, רמה {row.level + 1}</span>
              <span className="text-sm text-ink-3">
                {row.products === 0 ? 'אין מוצרים, לא מוצגת' : `${row.products} מוצרים`}
              </span>
            </Link>
            <span className="flex">
              {!disabled &&
                (Object.keys(ways) as Way[]).map((way) => {
                  const { label, icon: Icon, mirrored } = ways[way];
                  return (
                    <IconButton
                      key={way}
                      data-does={way}
                      label={`${row.name}: ${label}`}
                      onClick={() => move(row, way, way)}
                    >
                      <Icon aria-hidden className={`size-4.5 ${mirrored ? '-scale-x-100' : ''}`} />
                    </IconButton>
                  );
                })}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}
