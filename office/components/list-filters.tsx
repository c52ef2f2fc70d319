import { ChevronDown, Search, SlidersHorizontal } from 'lucide-react';
import { useId, useState } from 'react';
import { Form, Link, useSearchParams, useSubmit } from 'react-router';
import { Button } from '#ui/button.tsx';
import { CheckboxField, TextField } from '#ui/form/field.tsx';
import { useInStep } from '#ui/form/use-in-step.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { ActionDialog } from './dialogs/action-dialog.tsx';
import { DateField } from './fields/date-field.tsx';

export type ListFilter =
  | { kind: 'choice'; name: string; label: string; options: { value: string; label: string }[] }
  | { kind: 'day' | 'sum' | 'text'; name: string; label: string };

export const optionsOf = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** One of the stores that the person sees. */
export const storeFilter = (stores: { uuid: string; name: string }[]): ListFilter => ({
  kind: 'choice',
  name: 'store',
  label: 'חנות',
  options: stores.map(({ uuid, name }) => ({ value: uuid, label: name })),
});

export const dayFilters: ListFilter[] = [
  { kind: 'day', name: 'from', label: 'מיום' },
  { kind: 'day', name: 'to', label: 'עד יום' },
];

export type ListView = { name: string; query: string; uuid?: string; own?: boolean };

type Props = {
  /** The list's name in saved views. */
  list: string;
  /** What may be searched, as the field's label. */
  searchLabel: string;
  filters: ListFilter[];
  views: ListView[];
};

/** On a phone more filters than these open by a press: the list comes first. */
const MAX_UNFOLDED = 2;

/**
 * Views as tabs, the search, and the filters, all of which are the page's address. What only a tab chooses has no
 * field: a search or another filter stays within it.
 */
export function ListFilters({ list, searchLabel, filters, views }: Props) {
  const [search] = useSearchParams();
  const submit = useSubmit();
  const id = useId();
  const searchField = useInStep<HTMLInputElement>(search.get('q') ?? '');
  const current = queryOf(search);
  const active = filters.filter(({ name }) => search.has(name)).length;
  const days = filters.filter(({ kind }) => kind === 'day');
  const ending = days.length > 0 ? days : filters.slice(-1);
  const others = filters.filter((filter) => !ending.includes(filter));
  const folds = filters.length > MAX_UNFOLDED;
  const [isOpen, setOpen] = useState(false);
  const foldable = classNames('contents', folds && !isOpen && 'max-sm:[@media(scripting:enabled)]:hidden');
  const fields = ['q', ...filters.map(({ name }) => name)];
  const otherParameters = [...new URLSearchParams(current)].filter(([name]) => !fields.includes(name));
  const tab = new URLSearchParams(otherParameters).toString();
  const isExact = views.some(({ query }) => query === current);
  const isIn = (query: string) => query === current || (!isExact && tab !== '' && query === tab);
  return (
    <div className="mb-4 grid gap-3">
      <nav
        aria-label="תצוגות"
        className="no-scrollbar flex items-center gap-1 overflow-x-auto border-b border-line sm:flex-wrap sm:overflow-visible"
      >
        {views.map(({ name, query }) => (
          <Link
            key={`${name} ${query}`}
            to={`?${query}`}
            aria-current={isIn(query) ? 'page' : undefined}
            className="-mb-px min-h-10 shrink-0 content-center border-b-2 border-transparent px-3 text-ink-2 hover:text-ink aria-[current=page]:border-action aria-[current=page]:font-semibold aria-[current=page]:text-action-ink"
          >
            {name}
          </Link>
        ))}
      </nav>
      <Form
        method="get"
        role="search"
        className="flex flex-wrap items-end gap-3 max-sm:grid max-sm:grid-cols-2"
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) submit(event.currentTarget);
        }}
      >
        {otherParameters.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <div className="grid min-w-56 grow gap-1 max-sm:col-span-2 sm:max-w-md">
          <label htmlFor={id} className="text-xs text-ink-3">
            {searchLabel}
          </label>
          <div className="relative">
            <Search aria-hidden className="pointer-events-none absolute start-3 top-2.5 size-5 text-ink-3" />
            <input
              ref={searchField}
              id={id}
              type="search"
              name="q"
              defaultValue={search.get('q') ?? ''}
              dir="auto"
              maxLength={120}
              className="office-field px-10"
            />
          </div>
        </div>
        {folds && (
          <Button
            size="sm"
            variant="secondary"
            aria-expanded={isOpen}
            className={classNames('sm:hidden noscript:hidden', isOpen && 'col-span-2')}
            onClick={() => setOpen(!isOpen)}
          >
            מסננים{active > 0 && ` (${active})`}
            <ChevronDown aria-hidden className={classNames('size-4', isOpen && 'rotate-180')} />
          </Button>
        )}
        <div className={foldable}>
          {others.map((filter) => (
            <FilterField key={filter.name} filter={filter} value={search.get(filter.name) ?? ''} />
          ))}
        </div>
        {/* The ends of a time stay beside each other, and no button has a row of its own. */}
        <div className="flex flex-wrap items-end gap-3 max-sm:contents">
          <div className={foldable}>
            {ending.map((filter) => (
              <FilterField key={filter.name} filter={filter} value={search.get(filter.name) ?? ''} />
            ))}
          </div>
          <Button type="submit" size="sm" className={isOpen ? 'max-sm:col-span-2' : ''}>
            <SlidersHorizontal aria-hidden className="size-4" />
            סינון
          </Button>
          {(active > 0 || search.has('q')) && (
            <Link to={`?${tab}`} className="min-h-11 content-center text-sm text-action-ink underline">
              ניקוי
            </Link>
          )}
          {current !== '' && <SaveView list={list} query={current} />}
        </div>
      </Form>
    </div>
  );
}

function FilterField({ filter, value }: { filter: ListFilter; value: string }) {
  const id = useId();
  const select = useInStep<HTMLSelectElement>(value);
  const input = useInStep<HTMLInputElement>(value);
  if (filter.kind === 'day')
    return (
      <DateField key={value} small label={filter.label} name={filter.name} defaultValue={value} className="sm:w-44" />
    );
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-xs text-ink-3">
        {filter.label}
      </label>
      {filter.kind === 'choice' ? (
        <select ref={select} id={id} name={filter.name} defaultValue={value} className="office-field pe-9 sm:w-auto">
          <option value="">הכול</option>
          {filter.options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      ) : (
        <input
          ref={input}
          id={id}
          name={filter.name}
          defaultValue={value}
          type={{ sum: 'number', text: 'text' }[filter.kind]}
          min={0}
          className={classNames(
            'office-field',
            filter.kind === 'sum' && 'sm:w-28',
            filter.kind === 'text' && 'sm:w-36',
          )}
        />
      )}
    </div>
  );
}

function SaveView({ list, query }: { list: string; query: string }) {
  return (
    <ActionDialog label="שמירת התצוגה" call="save" action="/views" submit="שמירה" variant="quiet">
      <input type="hidden" name="list" value={list} />
      <input type="hidden" name="query" value={query} />
      <TextField label="שם התצוגה" name="name" required maxLength={40} />
      <CheckboxField label="גם לאחרים בצוות" name="shared" />
    </ActionDialog>
  );
}

/** The address without the cursor and without empty fields. */
function queryOf(search: URLSearchParams): string {
  return new URLSearchParams([...search].filter(([name, value]) => name !== 'after' && value !== '')).toString();
}
