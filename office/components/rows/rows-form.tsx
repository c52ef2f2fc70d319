import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { FieldConflict } from '#server/office/edited-fields.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { useFocusAfterRemoval } from '#ui/hooks/use-focus-after-removal.ts';
import type { ActionReply } from '../../load.ts';
import { ScrollTable } from '../scroll-table.tsx';
import { StoredForm } from '../stored-form.tsx';
import { CellField, type RowColumn, type Values } from './cell-field.tsx';

/** Rows that are brought into a list of rows; `same`: the fields by which one of them is there already. */
type Template = { label: string; rows: Values[]; same: string[] };

type Row = { key: number; values: Values };

/** What stands in the fields of a list by now. */
const typedIn =
  (body: HTMLElement | null) =>
  (at: number, name: string): string =>
    body?.querySelector<HTMLInputElement>(`[name="rows[${at}].${name}"]`)?.value.trim() ?? '';

/**
 * The template's rows in its sequence, each as it is there already or else as `make` makes it; rows that it doesn't
 * name follow. None is lost, two of one name neither.
 */
function ordered(
  { rows, same }: Template,
  shown: Row[],
  typed: (at: number, name: string) => string,
  make: (values: Values) => Row[],
): Row[] {
  const keyOf = (fieldOf: (name: string) => string) => same.map(fieldOf).join('\n');
  const there = new Map(shown.map((row, at) => [keyOf((name) => typed(at, name)), row]));
  const named = rows.flatMap((values) => there.get(keyOf((name) => values[name] ?? '')) ?? make(values));
  return [...named, ...shown.filter((row) => !named.includes(row))];
}

type Props = {
  call: string;
  columns: RowColumn[];
  /** `_new` marks a row that isn't saved. */
  rows: Values[];
  /** The list that the form begins with. */
  version: string;
  /** Sent with each row, though no column shows it. */
  hidden?: string[];
  /** Rows are neither added nor taken away. */
  fixed?: boolean;
  /** Those that are saved stay. */
  keepSaved?: boolean;
  /** What a new row begins with. */
  fresh?: Values;
  /** Fields that a new row takes over from the one above. */
  repeats?: string[];
  /**
   * Rows that can be brought in at once, in their sequence: a row that is there already, by its `same` fields, keeps
   * what is typed in it and takes its place; what the template doesn't name follows.
   */
  templates?: Template[];
  /** As of `ActionForm`. */
  draftable?: boolean;
  children?: React.ReactNode;
};

/**
 * A list of a thing as a table of fields: rows are added, moved and taken away, and saved as a whole in this sequence.
 * Where another person has saved the list meanwhile, their rows are shown, and saving again replaces them knowingly.
 */
export function RowsForm({ call, version, draftable, ...props }: Props) {
  return (
    <StoredForm stored={version} call={call} submit="שמירה" variant="secondary" {...(draftable && { draftable })}>
      {(reply, initial) => <Rows version={initial} reply={reply} {...props} />}
    </StoredForm>
  );
}

/** The list that another person has saved meanwhile. */
export const ListConflicts = ({ conflicts = [] }: { conflicts: FieldConflict[] | undefined }) =>
  conflicts.map(({ field, theirs }) => (
    <div key={field} className="grid gap-1 rounded-sm bg-warning-wash p-3 text-sm text-warning">
      <p className="font-semibold">בינתיים נשמרה כאן רשימה אחרת. שמירה נוספת תחליף אותה:</p>
      <p dir="auto" className="max-h-48 overflow-y-auto whitespace-pre-line">
        {String(theirs || 'רשימה ריקה')}
      </p>
    </div>
  ));

type RowsProps = Omit<Props, 'call' | 'draftable'> & { reply: ActionReply | undefined };

function Rows({
  columns,
  rows,
  version,
  hidden = [],
  fixed,
  keepSaved,
  fresh = {},
  repeats = [],
  templates = [],
  children,
  reply,
}: RowsProps) {
  const count = useRef(0);
  const body = useRef<HTMLTableSectionElement>(null);
  const keyed = (list: Values[]) => list.map((values) => ({ key: count.current++, values }));
  const [shownRows, setShownRows] = useState(() => keyed(rows));
  const adding = useRef<HTMLButtonElement>(null);
  const noteRemoval = useFocusAfterRemoval(shownRows, adding);
  const details =
    reply?.ok === false ? (reply.details as { conflicts?: FieldConflict[]; version?: string }) : undefined;
  const faults = new Set(reply?.errors?.map(({ path }) => path));
  const id = useId();
  const add = (list: Values[]) => {
    setShownRows([...shownRows, ...keyed(list.map((values) => ({ ...fresh, ...values, _new: 'yes' })))]);
    requestAnimationFrame(() =>
      body.current
        ?.querySelectorAll('tr')
        [shownRows.length]?.querySelector<HTMLElement>('input, select, textarea')
        ?.focus(),
    );
  };
  const above = () =>
    Object.fromEntries(repeats.map((name) => [name, typedIn(body.current)(shownRows.length - 1, name)]));
  const applyTemplate = (template: Template) => {
    const next = ordered(template, shownRows, typedIn(body.current), (values) =>
      keyed([{ ...fresh, ...values, _new: 'yes' }]),
    );
    setShownRows(next);
    const first = next.findIndex((row) => !shownRows.includes(row));
    requestAnimationFrame(() =>
      [...(body.current?.querySelectorAll('tr')[first]?.querySelectorAll('input') ?? [])]
        .find(({ type, value }) => type !== 'hidden' && value === '')
        ?.focus(),
    );
  };
  const move = (from: number, to: number) => {
    const next = [...shownRows];
    const [row] = next.splice(from, 1);
    if (row) next.splice(to, 0, row);
    setShownRows(next);
  };
  return (
    <>
      <input type="hidden" name="version" value={details?.version ?? version} />
      <ListConflicts conflicts={details?.conflicts} />
      <ScrollTable className="rows-form">
        <thead>
          <tr>
            {columns.map(({ name, label }) => (
              <th key={name} scope="col">
                {label}
              </th>
            ))}
            {!fixed && (
              <th scope="col" className="w-px">
                <span className="sr-only">סדר ומחיקה</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {shownRows.map(({ key, values }, at) => (
            <tr key={key}>
              {columns.map((column, first) => (
                <td key={column.name}>
                  {first === 0 &&
                    hidden.map((name) => (
                      <input key={name} type="hidden" name={`rows[${at}].${name}`} value={values[name] ?? ''} />
                    ))}
                  <CellField
                    column={column}
                    name={`rows[${at}].${column.name}`}
                    label={`${column.label}, שורה ${at + 1}`}
                    values={values}
                    list={column.suggestions && `${id}-${column.name}`}
                    wrong={faults.has(`rows.${at}.${column.name}`)}
                  />
                </td>
              ))}
              {!fixed && (
                <td>
                  <span className="flex">
                    <IconButton label={`למעלה, שורה ${at + 1}`} disabled={at === 0} onClick={() => move(at, at - 1)}>
                      <ArrowUp aria-hidden className="size-4" />
                    </IconButton>
                    <IconButton
                      label={`למטה, שורה ${at + 1}`}
                      disabled={at === shownRows.length - 1}
                      onClick={() => move(at, at + 1)}
                    >
                      <ArrowDown aria-hidden className="size-4" />
                    </IconButton>
                    {(!keepSaved || values._new) && (
                      <IconButton
                        label={`מחיקה, שורה ${at + 1}`}
                        onClick={() => {
                          noteRemoval();
                          setShownRows(shownRows.filter((row) => row.key !== key));
                        }}
                      >
                        <Trash2 aria-hidden className="size-4" />
                      </IconButton>
                    )}
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </ScrollTable>
      {columns.map(
        ({ name, suggestions, names = {} }) =>
          suggestions && (
            <datalist key={name} id={`${id}-${name}`}>
              {suggestions.map((value) => (
                <option key={value} value={value} label={names[value]} />
              ))}
            </datalist>
          ),
      )}
      {shownRows.length === 0 && <p className="text-ink-3">אין עדיין שורות.</p>}
      {!fixed && (
        <div className="flex flex-wrap gap-2">
          <Button ref={adding} variant="quiet" size="sm" onClick={() => add([above()])}>
            <Plus aria-hidden className="size-4" />
            שורה
          </Button>
          {templates
            .filter((one) => one.rows.length > 0)
            .map((one) => (
              <Button key={one.label} variant="quiet" size="sm" onClick={() => applyTemplate(one)}>
                {one.label}
              </Button>
            ))}
        </div>
      )}
      {children}
    </>
  );
}
