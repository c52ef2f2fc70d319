import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#ui/button.tsx';
import { endOf, indentRow, moveBefore, moveRow } from './tree-rows.ts';

type TreeRow = { id: string | number; name: string; level: number };

const ways = {
  up: { label: 'למעלה', icon: ArrowUp, key: 'ArrowUp', mirrored: false },
  down: { label: 'למטה', icon: ArrowDown, key: 'ArrowDown', mirrored: false },
  in: { label: 'פנימה', icon: IndentIncrease, key: 'ArrowLeft', mirrored: true },
  out: { label: 'החוצה', icon: IndentDecrease, key: 'ArrowRight', mirrored: true },
};
type Way = keyof typeof ways;
const allWays = Object.keys(ways) as Way[];

/** What the element that bears a row's name takes over: by it the row is moved by keys. */
type NameProps = {
  'data-does': 'open';
  draggable: false;
  'aria-describedby': string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  /** The name and its level; more may follow. */
  children: ReactNode;
};

type Props<Row extends TreeRow> = {
  label: string;
  rows: Row[];
  onChange: (rows: Row[]) => void;
  disabled: boolean;
  /** How the rows are moved, for everybody. */
  hint: string;
  /** Rows can be added and removed; `label` is also what a row without a name is called. */
  adding?: { label: string; make: () => Row };
  name: (row: Row, props: NameProps) => ReactNode;
  /** What belongs to a row besides. `data-wrong` in it marks the row. */
  below?: (row: Row, at: number) => ReactNode;
};

/**
 * Lines on levels that are dragged, moved by buttons, or with Alt and an arrow on a name. The focus stays with what was
 * moved, and each move is announced.
 */
export function Tree<Row extends TreeRow>({
  label,
  rows,
  onChange,
  disabled,
  hint,
  adding,
  name: nameElement,
  below,
}: Props<Row>) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [announced, announce] = useState('');
  const [dragged, setDragged] = useState<Row['id'] | null>(null);
  const nameOf = ({ name }: Row) => name || adding?.label || '';
  const inRow = (row: Row, selector: string) =>
    list.current?.querySelector<HTMLButtonElement>(`[data-row="${row.id}"] ${selector}`);

  const apply = (next: Row[], row: Row, does: Way | 'open') => {
    if (next === rows) return announce(`אי אפשר להזיז את ${nameOf(row)} לשם`);
    flushSync(() => onChange(next));
    inRow(row, `[data-does="${does}"]`)?.focus();
    const at = next.findIndex((one) => one.id === row.id);
    announce(`${nameOf(row)}: שורה ${at + 1}, רמה ${(next[at]?.level ?? 0) + 1}`);
  };
  const move = (row: Row, way: Way, does: Way | 'open') => {
    const by = way === 'up' || way === 'out' ? -1 : 1;
    const moveBy = way === 'up' || way === 'down' ? moveRow : indentRow;
    apply(moveBy(rows, rows.indexOf(row), by), row, does);
  };
  const onKeyDown = (row: Row) => (event: KeyboardEvent) => {
    const way = allWays.find((one) => ways[one].key === event.key);
    if (!way || !event.altKey || disabled) return;
    event.preventDefault();
    move(row, way, 'open');
  };
  const drop = (target: Row) => {
    const row = rows.find((one) => one.id === dragged);
    setDragged(null);
    if (row && row !== target) apply(moveBefore(rows, rows.indexOf(row), rows.indexOf(target)), row, 'open');
  };
  const remove = (row: Row) => {
    const at = rows.indexOf(row);
    const end = endOf(rows, at);
    flushSync(() => onChange(rows.toSpliced(at, end - at)));
    const next = rows[at - 1] ?? rows[end];
    (next ? inRow(next, '[data-does="open"]') : document.getElementById(`${id}-add`))?.focus();
    announce(end - at > 1 ? `${nameOf(row)} הוסר עם מה שמתחתיו` : `${nameOf(row)} הוסר`);
  };
  const add = (row: Row) => {
    flushSync(() => onChange([...rows, row]));
    inRow(row, 'input')?.focus();
  };

  return (
    <div className="grid gap-3">
      {!disabled && (
        <p id={`${id}-keys`} className="text-sm text-ink-3">
          {hint}
        </p>
      )}
      <p role="status" className="sr-only">
        {announced}
      </p>
      <ol ref={list} aria-label={label} className="grid gap-1">
        {rows.map((row, at) => (
          <li
            key={row.id}
            data-row={row.id}
            data-level={row.level + 1}
            style={{ marginInlineStart: `${row.level * 2}rem` }}
            className={`rounded-md border border-line bg-ground has-data-wrong:border-danger ${dragged === row.id ? 'opacity-50' : ''}`}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => {
              event.preventDefault();
              drop(row);
            }}
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: the buttons and keys do the same */}
            <div
              draggable={!disabled}
              className="flex flex-wrap items-center gap-1 px-1"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = 'move';
                setDragged(row.id);
              }}
              onDragEnd={() => setDragged(null)}
            >
              {nameElement(row, {
                'data-does': 'open',
                draggable: false,
                'aria-describedby': disabled ? undefined : `${id}-keys`,
                onKeyDown: onKeyDown(row),
                children: (
                  <>
                    <bdi className="font-medium">{nameOf(row)}</bdi>
                    <span className="sr-only">, רמה {row.level + 1}</span>
                  </>
                ),
              })}
              {!disabled && (
                <span className="flex">
                  {allWays.map((way) => (
                    <Mover key={way} way={way} name={nameOf(row)} onClick={() => move(row, way, way)} />
                  ))}
                  {adding && (
                    <IconButton label={`${nameOf(row)}: הסרה`} onClick={() => remove(row)}>
                      <Trash2 aria-hidden className="size-4.5" />
                    </IconButton>
                  )}
                </span>
              )}
            </div>
            {below?.(row, at)}
          </li>
        ))}
      </ol>
      {adding && !disabled && (
        <Button id={`${id}-add`} variant="secondary" size="sm" className="w-fit" onClick={() => add(adding.make())}>
          <Plus aria-hidden className="size-4" />
          {adding.label}
        </Button>
      )}
    </div>
  );
}

type MoverProps = { way: Way; name: string } & Pick<ComponentProps<typeof IconButton>, 'onClick'>;

function Mover({ way, name, onClick }: MoverProps) {
  const { label, icon: Icon, mirrored } = ways[way];
  return (
    <IconButton data-does={way} label={`${name}: ${label}`} onClick={onClick}>
      <Icon aria-hidden className={`size-4.5 ${mirrored ? '-scale-x-100' : ''}`} />
    </IconButton>
  );
}
