import { ArrowDown, ArrowUp, ChevronDown, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useContext, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button, IconButton } from '#ui/button.tsx';
import { type Field, toForm, type Values, type ViewProps } from './fields.ts';
import { LINK_IS_HIDDEN, useIsHidden } from './hidden-links.ts';
import { OnlyShown } from './store-of-form.ts';

type Props = ViewProps<Extract<Field, { kind: 'list' }>> & {
  fieldsOf: (row: Values, at: number, change: (row: Values) => void) => ReactNode;
};

/** Rows that are opened one by one, moved up and down, removed and added. The focus stays with what was moved. */
export function ListField({ field, value, onChange, path, errors, fieldsOf }: Props) {
  const rows = Array.isArray(value) ? (value as Values[]) : [];
  const onlyShown = useContext(OnlyShown);
  const isHidden = useIsHidden();
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [open, setOpen] = useState<number | null>(null);
  const focus = (at: number, what: string) =>
    list.current?.querySelector<HTMLButtonElement>(`:scope > [data-row="${at}"] button[data-does="${what}"]`)?.focus();
  const put = (next: Values[], opened: number | null) =>
    flushSync(() => {
      onChange(next);
      setOpen(opened);
    });
  const move = (at: number, by: -1 | 1) => {
    const next = [...rows];
    const [row] = next.splice(at, 1);
    if (!row) return;
    next.splice(at + by, 0, row);
    put(next, open === at ? at + by : open === at + by ? at : open);
    focus(at + by, at + by === 0 ? 'down' : at + by === rows.length - 1 ? 'up' : by < 0 ? 'up' : 'down');
  };
  const remove = (at: number) => {
    put(
      rows.filter((_, index) => index !== at),
      null,
    );
    if (rows.length > 1) focus(Math.max(0, at - 1), 'open');
    else document.getElementById(`${id}-add`)?.focus();
  };
  const add = () => {
    put([...rows, toForm(field.fields, field.empty)], rows.length);
    list.current
      ?.querySelector<HTMLElement>(`:scope > [data-row="${rows.length}"] :is(input, select, textarea)`)
      ?.focus();
  };
  return (
    <section aria-labelledby={id} className="grid max-w-4xl gap-2">
      <h3 id={id} className="text-sm font-semibold text-ink-2">
        {field.label}
      </h3>
      {field.hint && <p className="text-sm text-ink-3">{field.hint}</p>}
      {rows.length === 0 && <p className="text-sm text-ink-3">אין עדיין.</p>}
      <ol ref={list} className="grid gap-2">
        {rows.map((row, at) => {
          const title = field.title(row) || `שורה ${at + 1}`;
          const isWrong = errors.some(
            (error) => error.path.startsWith(`${path}.${at}.`) || error.path === `${path}.${at}`,
          );
          const isOpen = onlyShown || open === at;
          const leadsToHidden = field.fields.some(
            (one) => one.kind === 'search' && isHidden(one.wanted, row[one.name]),
          );
          return (
            <li
              // biome-ignore lint/suspicious/noArrayIndexKey: rows have no key of their own, and hold no state
              key={at}
              data-row={at}
              className={`rounded-md border bg-ground ${isWrong ? 'border-danger' : 'border-line'}`}
            >
              <div className="flex flex-wrap items-center gap-1 px-2 py-1">
                <button
                  type="button"
                  data-does="open"
                  aria-expanded={isOpen}
                  className="flex min-h-11 min-w-0 grow items-center gap-2 px-2 text-start"
                  onClick={() => setOpen(isOpen ? null : at)}
                >
                  <ChevronDown aria-hidden className={`size-4 shrink-0 ${isOpen ? '' : 'rotate-90'}`} />
                  <bdi className="truncate font-medium">{title}</bdi>
                  {leadsToHidden && <span className="text-sm text-warning">{LINK_IS_HIDDEN}</span>}
                </button>
                <IconButton data-does="up" label={`${title}: למעלה`} disabled={at === 0} onClick={() => move(at, -1)}>
                  <ArrowUp aria-hidden className="size-4.5" />
                </IconButton>
                <IconButton
                  data-does="down"
                  label={`${title}: למטה`}
                  disabled={at === rows.length - 1}
                  onClick={() => move(at, 1)}
                >
                  <ArrowDown aria-hidden className="size-4.5" />
                </IconButton>
                <IconButton label={`${title}: הסרה`} onClick={() => remove(at)}>
                  <Trash2 aria-hidden className="size-4.5" />
                </IconButton>
              </div>
              {isOpen && (
                <div className="border-t border-line p-4">
                  {fieldsOf(row, at, (changed) => onChange(rows.map((one, index) => (index === at ? changed : one))))}
                </div>
              )}
            </li>
          );
        })}
      </ol>
      <Button id={`${id}-add`} variant="secondary" size="sm" className="w-fit" onClick={add}>
        <Plus aria-hidden className="size-4" />
        {field.add}
      </Button>
    </section>
  );
}
