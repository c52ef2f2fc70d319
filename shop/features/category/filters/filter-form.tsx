import { ChevronDown, Search } from 'lucide-react';
import { type ComponentType, type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate, useNavigation } from 'react-router';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';
import { type Filters, parametersOf } from '#domain/catalogue/filters.ts';
import { buttonLook } from '#ui/button.tsx';
import { NO_CONNECTION } from '#ui/hooks/use-go.ts';
import { useOnline } from '#ui/hooks/use-online.ts';
import { useToast } from '#ui/toasts.tsx';
import { type ListedKind, type Listing, listingQuery } from '../listing-url.ts';
import { type ControlProps, changesOf, withFilters } from './change.ts';
import { closeFilters } from './filter-sheet.ts';
import { FilterValues } from './filter-values.tsx';
import { MonthlyFilter } from './monthly-filter.tsx';
import { PriceFilter } from './price-filter.tsx';

/** `counted`: how many there are, in words; empty where there are none. */
export type FormProps = {
  path: string;
  listing: Listing;
  filters: CollectionFilter[];
  total: number;
  counted: string;
  kind: ListedKind;
};

/** A filter is drawn by its kind. */
const controls: Record<CollectionFilter['kind'], ComponentType<ControlProps>> = {
  PRICE: PriceFilter,
  MONTHLY: MonthlyFilter,
  COLOR: FilterValues,
  VALUES: FilterValues,
};

const PAUSE_MS = 350;
/** Where little was found, a long panel would stand beside nothing. */
const openAtFirst = (total: number): number => (total < 4 ? 1 : total < 9 ? 4 : 6);

/** One value that all have is nothing to choose. */
const narrows =
  (total: number) =>
  ({ values: [only, ...others] }: CollectionFilter): boolean =>
    !only || others.length > 0 || only.selected || only.count < total;

/** A form that can be sent as it is; with scripts every choice takes effect at once and stays where it was made. */
export default function FilterForm({ path, listing, filters, total, counted, kind }: FormProps) {
  const { selection, search, field, change, send, leave } = useSelection(path, listing);
  // A choice made here closes none.
  const [open] = useState(() => openAtFirst(total));
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send();
    closeFilters();
  };
  return (
    <form action={path} onSubmit={onSubmit} className="flex min-h-0 grow flex-col">
      <div className="grow overflow-y-auto overscroll-contain px-5 pb-4 2xl:overflow-visible 2xl:px-0">
        {listing.sort !== 'recommended' && <input type="hidden" name="sort" value={listing.sort} />}
        {listing.view && <input type="hidden" name="view" value={listing.view} />}
        <label className="relative mt-4 mb-2 block 2xl:mt-0">
          <span className="sr-only">חיפוש בקטגוריה</span>
          <Search aria-hidden className="pointer-events-none absolute start-3.5 top-3.5 size-5 text-ink-3" />
          <input
            ref={field}
            type="search"
            name="search"
            maxLength={200}
            placeholder="חיפוש ברשימה"
            enterKeyHint="search"
            value={search}
            onChange={(event) => change(selection, true, event.currentTarget.value)}
            onBlur={leave}
            className="h-12 w-full rounded-md border border-line-strong bg-ground ps-11 pe-3 hover:border-ink-2"
          />
        </label>
        {filters.filter(narrows(total)).map((filter, index) => {
          const Control = controls[filter.kind];
          return (
            <FilterGroup
              key={filter.key}
              filter={filter}
              open={index < open || filter.values.some(({ selected }) => selected)}
            >
              <Control {...{ filter, selection, kind, change }} />
            </FilterGroup>
          );
        })}
      </div>
      <div className="border-t border-line px-5 py-4 2xl:border-0 2xl:px-0 2xl:[@media(scripting:enabled)]:hidden">
        <button type="submit" className={buttonLook({ wide: true })}>
          {`הצגת ${counted || 'התוצאות'}`}
        </button>
      </div>
    </form>
  );
}

type GroupProps = { filter: CollectionFilter; open: boolean; children: ReactNode };

const FilterGroup = ({ filter: { name, unit }, open, children }: GroupProps) => (
  <details open={open} className="group border-b border-line last:border-0">
    <summary className="flex min-h-13 list-none items-center justify-between gap-3 font-bold [&::-webkit-details-marker]:hidden">
      <span>
        {name}
        {unit && <span className="font-normal text-ink-3"> ({unit})</span>}
      </span>
      <ChevronDown aria-hidden className="size-4.5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
    </summary>
    <fieldset className="min-w-0 pb-5">
      <legend className="sr-only">{name}</legend>
      {children}
    </fieldset>
  </details>
);

/** What is chosen here, ahead of what the page shows until it has arrived. */
function useSelection(path: string, listing: Listing) {
  const navigate = useNavigate();
  const online = useOnline();
  const toast = useToast();
  const { pathname } = useLocation();
  const next = useNavigation().location?.pathname ?? pathname;
  /** On the way to another page: what still waits to be sent would turn back. */
  const isLeaving = useRef(false);
  useEffect(() => {
    isLeaving.current = next !== pathname;
  }, [next, pathname]);
  const [selection, setSelection] = useState(listing.filters);
  const [search, setSearch] = useState(listing.search);
  /** As it was typed, also while an earlier list is shown for a moment. */
  const typedSearch = useRef(listing.search);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Not sent yet; it goes on top of whatever else of the page asks for meanwhile. */
  const unsent = useRef<{ filters: Filters; search: string | undefined }>(undefined);
  const latest = useRef(listing);
  const isSent = useRef(false);
  const field = useRef<HTMLInputElement>(null);
  /** What the field’s words were asked for in, while they are being typed. */
  const askedListing = useRef<Listing>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `show` is the same at each rendering but for its identity
  useEffect(() => {
    function adopt() {
      latest.current = listing;
      isSent.current = false;
      setSelection(withFilters(listing.filters, unsent.current?.filters ?? {}));
      const isTyping = document.activeElement === field.current;
      // A price among the words is a filter now; they stay, since its next digit may be about to be typed.
      if (!isTyping || Object.keys(priceOfWords(askedListing.current, listing)).length === 0) show();
    }
    if (!isSent.current || listingQuery(listing) === listingQuery(latest.current)) return adopt();
    // Just after a choice, an earlier requested list may still be shown for a moment; it counts only if it stays.
    const staying = setTimeout(adopt, PAUSE_MS);
    return () => clearTimeout(staying);
  }, [listing]);
  useEffect(() => () => clearTimeout(timer.current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits for a connection goes when there is one
  useEffect(() => {
    if (online) send();
  }, [online]);

  /** The field says what the list is of, unless more of it is on its way. */
  function show() {
    if (unsent.current?.search !== undefined) return;
    const { search } = latest.current;
    // The address has no space at the end, where the next word may be about to begin.
    setSearch(typedSearch.current.trim() === search ? typedSearch.current : search);
    if (document.activeElement !== field.current) askedListing.current = undefined;
  }
  function send() {
    clearTimeout(timer.current);
    if (!unsent.current) return;
    // The page would be lost; it is sent once there is a connection.
    if (!navigator.onLine) return void toast(NO_CONNECTION);
    const { filters: changes, search } = unsent.current;
    const { filters } = latest.current;
    const before =
      search === undefined ? filters : withFilters(filters, priceOfWords(askedListing.current, latest.current));
    unsent.current = undefined;
    latest.current = {
      ...latest.current,
      search: search ?? latest.current.search,
      filters: withFilters(before, changes),
      page: 1,
    };
    if (search !== undefined) askedListing.current = latest.current;
    isSent.current = true;
    navigate(`${path}${listingQuery(latest.current)}`, { preventScrollReset: true });
  }
  function change(filters: Filters, soon = false, text?: string) {
    setSelection(filters);
    if (text !== undefined) {
      typedSearch.current = text;
      setSearch(text);
    }
    unsent.current = {
      filters: { ...unsent.current?.filters, ...changesOf(selection, filters) },
      search: text?.trim() ?? unsent.current?.search,
    };
    clearTimeout(timer.current);
    if (soon) timer.current = setTimeout(() => isLeaving.current || send(), PAUSE_MS);
    else send();
  }
  // Another tab in front leaves the focus where it is.
  const leave = () => document.activeElement !== field.current && show();
  return { selection, search, field, change, send, leave };
}

/** The price that the server has read from the words, as the change that takes it out: it goes where the words go. */
function priceOfWords(askedListing: Listing | undefined, { filters }: Listing): Filters {
  const price = parametersOf('price');
  if (!askedListing || price.some((name) => askedListing.filters[name])) return {};
  return Object.fromEntries(price.filter((name) => filters[name]).map((name) => [name, '']));
}
