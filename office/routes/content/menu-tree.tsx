import { ArrowDown, ArrowUp, IndentDecrease, IndentIncrease, Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#ui/button.tsx';
import { FieldsView } from '../../components/structure/field-view.tsx';
import { type Field, type FieldError, toFile, toForm } from '../../components/structure/fields.ts';
import { endOf, indentRow, type MenuRow, moveRow, newId, pathOfRow } from './menu-rows.ts';

const kinds = [
  { value: 'COLLECTION', label: 'קטגוריה' },
  { value: 'PRODUCT', label: 'מוצר' },
  { value: 'CONTENT_PAGE', label: 'עמוד תוכן' },
  { value: 'INTERNAL_LINK', label: 'דף אחר באתר' },
  { value: 'OUTER_LINK', label: 'אתר אחר' },
];
const is = (...types: string[]) => ({
  when: ({ entity_type }: Record<string, unknown>) => types.includes(String(entity_type)),
});

const fields: Field[] = [
  { kind: 'text', name: 'name', label: 'שם', required: true },
  { kind: 'choice', name: 'entity_type', label: 'לאן', required: true, options: kinds },
  { kind: 'search', wanted: 'collection', name: 'slug', label: 'הקטגוריה', required: true, ...is('COLLECTION') },
  { kind: 'search', wanted: 'product', name: 'slug', label: 'המוצר', required: true, ...is('PRODUCT') },
  { kind: 'search', wanted: 'page', name: 'slug', label: 'העמוד', required: true, ...is('CONTENT_PAGE') },
  {
    kind: 'text',
    name: 'custom_path',
    label: 'כתובת',
    required: true,
    keepsEmpty: true,
    ltr: true,
    hint: 'באתר: contact או blog. באתר אחר: ‎https://…',
    ...is('INTERNAL_LINK', 'OUTER_LINK'),
  },
];
const area: Field = {
  kind: 'choice',
  name: 'area',
  label: 'טור',
  required: true,
  options: ['1', '2', '3'].map((value) => ({ value, label: value })),
};

type Props = {
  label: string;
  rows: MenuRow[];
  onChange: (rows: MenuRow[]) => void;
  errors: FieldError[];
  disabled: boolean;
  /** Links stand in columns. */
  hasAreas: boolean;
};

/**
 * A menu of three levels. Each line has buttons up, down, in and out; in a line's name Alt with an arrow does the same. The focus stays
 * with what was moved, and each move is told.
 */
export function MenuTree({ label, rows, onChange, errors, disabled, hasAreas }: Props) {
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  const nameButton = (rowId: number | undefined) =>
    list.current?.querySelector<HTMLButtonElement>(`[data-link="${rowId}"] [data-does="open"]`);

  const apply = (next: MenuRow[], row: MenuRow, said: string, from: HTMLElement | null) => {
    const does = from?.dataset.does ?? 'open';
    if (next === rows) return setTold(`אי אפשר להזיז את ${row.name} לשם`);
    flushSync(() => onChange(next));
    const button = list.current?.querySelector<HTMLButtonElement>(`[data-link="${row.id}"] [data-does="${does}"]`);
    (button && !button.disabled ? button : nameButton(row.id))?.focus();
    setTold(said);
  };
  const act = (row: MenuRow, what: 'up' | 'down' | 'in' | 'out', from: HTMLElement | null) => {
    const at = rows.indexOf(row);
    const next = {
      up: () => moveRow(rows, at, -1),
      down: () => moveRow(rows, at, 1),
      in: () => indentRow(rows, at, 1),
      out: () => indentRow(rows, at, -1),
    }[what]();
    const level = (next.find(({ id: one }) => one === row.id)?.level ?? 0) + 1;
    apply(next, row, `${row.name}: שורה ${next.findIndex(({ id: one }) => one === row.id) + 1}, רמה ${level}`, from);
  };
  const remove = (row: MenuRow) => {
    const at = rows.indexOf(row);
    const end = endOf(rows, at);
    flushSync(() => onChange([...rows.slice(0, at), ...rows.slice(end)]));
    const next = rows[at - 1] ?? rows[end];
    (next ? nameButton(next.id) : document.getElementById(`${id}-add`))?.focus();
    setTold(end - at > 1 ? `${row.name} הוסר עם מה שמתחתיו` : `${row.name} הוסר`);
  };
  const add = () => {
    const row: MenuRow = { id: newId(), level: 0, name: '', entity_type: 'COLLECTION', area_number: 1 };
    flushSync(() => {
      onChange([...rows, row]);
      setOpen(row.id);
    });
    list.current?.querySelector<HTMLInputElement>(`[data-link="${row.id}"] input`)?.focus();
  };
  /** Before the line that it is dropped on, on that line's level, as far as its own branch has room there. */
  const drop = (target: MenuRow) => {
    const at = rows.findIndex((row) => row.id === dragged);
    const row = rows[at];
    setDragged(null);
    if (!row || row.id === target.id) return;
    const end = endOf(rows, at);
    const to = rows.indexOf(target);
    if (to > at && to < end) return;
    const by = target.level - row.level;
    const branch = rows.slice(at, end).map((one) => ({ ...one, level: one.level + by }));
    if (branch.some(({ level }) => level > 2)) return setTold('תפריט הוא עד שלוש רמות');
    const rest = [...rows.slice(0, at), ...rows.slice(end)];
    rest.splice(rest.indexOf(target), 0, ...branch);
    apply(rest, row, `${row.name} הועבר לפני ${target.name}`, null);
  };
  const keys = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'in', ArrowRight: 'out' } as const;

  return (
    <div className="grid gap-3">
      <p id={`${id}-keys`} className="text-sm text-ink-3">
        הזזה: בכפתורים, בגרירה, או על שם הקישור ב־Alt עם חץ: למעלה, למטה, שמאלה לתוך הקודם, ימינה החוצה.
      </p>
      <p role="status" className="sr-only">
        {told}
      </p>
      <ol ref={list} aria-label={label} className="grid gap-1">
        {rows.map((row, at) => {
          const path = pathOfRow(rows, at);
          const own = errors.filter((error) => errorRow(error.path) === path);
          const isOpen = open === row.id;
          const name = row.name || 'קישור חדש';
          return (
            <li
              key={row.id}
              data-link={row.id}
              data-level={row.level + 1}
              style={{ marginInlineStart: `${row.level * 2}rem` }}
              className={`rounded-md border bg-ground ${own.length > 0 ? 'border-danger' : 'border-line'} ${dragged === row.id ? 'opacity-50' : ''}`}
              onDragOver={(event) => dragged !== null && event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                drop(row);
              }}
            >
              <div className="flex flex-wrap items-center gap-0.5 px-1">
                <button
                  type="button"
                  data-does="open"
                  aria-expanded={isOpen}
                  aria-describedby={`${id}-keys`}
                  draggable={!disabled}
                  className="flex min-h-11 min-w-32 grow cursor-grab items-center gap-2 px-2 text-start"
                  onClick={() => setOpen(isOpen ? null : row.id)}
                  onDragStart={(event) => {
                    event.dataTransfer.effectAllowed = 'move';
                    setDragged(row.id);
                  }}
                  onDragEnd={() => setDragged(null)}
                  onKeyDown={(event) => {
                    const what = keys[event.key as keyof typeof keys];
                    if (!what || !event.altKey || disabled) return;
                    event.preventDefault();
                    act(row, what, event.currentTarget);
                  }}
                >
                  <bdi className="truncate font-medium">{name}</bdi>
                  <span className="sr-only">, רמה {row.level + 1}</span>
                  <span className="truncate text-sm text-ink-3">
                    {kinds.find(({ value }) => value === row.entity_type)?.label}
                  </span>
                </button>
                {!disabled && (
                  <>
                    <Mover does="up" label={`${name}: למעלה`} icon={ArrowUp} onPress={(from) => act(row, 'up', from)} />
                    <Mover
                      does="down"
                      label={`${name}: למטה`}
                      icon={ArrowDown}
                      onPress={(from) => act(row, 'down', from)}
                    />
                    <Mover
                      does="in"
                      label={`${name}: פנימה`}
                      icon={IndentIncrease}
                      mirrored
                      onPress={(from) => act(row, 'in', from)}
                    />
                    <Mover
                      does="out"
                      label={`${name}: החוצה`}
                      icon={IndentDecrease}
                      mirrored
                      onPress={(from) => act(row, 'out', from)}
                    />
                    <IconButton label={`${name}: הסרה`} onClick={() => remove(row)}>
                      <Trash2 aria-hidden className="size-4.5" />
                    </IconButton>
                  </>
                )}
              </div>
              {isOpen && (
                <div className="border-t border-line p-4">
                  <FieldsView
                    fields={hasAreas && row.level === 0 ? [...fields, area] : fields}
                    values={toForm(fields, { ...row, area: String(row.area_number) })}
                    path=""
                    errors={own.map(({ path: whole, message }) => ({ path: whole.split('.').at(-1) ?? '', message }))}
                    onChange={(values) => {
                      const { area: column, ...changed } = toFile(fields, values);
                      const next = { ...(changed as unknown as MenuRow), area_number: Number(column) };
                      onChange(
                        rows.map((one) => (one.id === row.id ? targetOf({ ...next, name: next.name ?? '' }) : one)),
                      );
                    }}
                  />
                </div>
              )}
              {own.length > 0 && (
                <p className="border-t border-line px-3 py-1 text-sm text-danger">
                  {own.map(({ message }) => message).join(' · ')}
                </p>
              )}
            </li>
          );
        })}
      </ol>
      {!disabled && (
        <Button id={`${id}-add`} variant="secondary" size="sm" className="w-fit" onClick={add}>
          <Plus aria-hidden className="size-4" />
          קישור חדש
        </Button>
      )}
    </div>
  );
}

/** A link names what it leads to in one of two ways. */
const targetOf = ({ slug, custom_path, ...row }: MenuRow): MenuRow =>
  row.entity_type.endsWith('_LINK') ? { ...row, custom_path } : { ...row, slug };

/** `TOP_MENU.0.children.1.slug` is of the line `0.children.1`. */
const errorRow = (path: string): string => /^\w+\.((?:\d+|children)(?:\.(?:\d+|children))*)/.exec(path)?.[1] ?? '';

type MoverProps = {
  does: string;
  label: string;
  icon: typeof ArrowUp;
  mirrored?: boolean;
  onPress: (from: HTMLElement) => void;
};

const Mover = ({ does, label, icon: Icon, mirrored, onPress }: MoverProps) => (
  <IconButton data-does={does} label={label} onClick={(event) => onPress(event.currentTarget)}>
    <Icon aria-hidden className={`size-4.5 ${mirrored ? '-scale-x-100' : ''}`} />
  </IconButton>
);
