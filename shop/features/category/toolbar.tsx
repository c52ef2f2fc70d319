import { LayoutGrid, List } from 'lucide-react';
import { type ChangeEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { buttonLook } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { useGo } from '#ui/hooks/use-go.ts';
import { Link } from '#ui/link.tsx';
import type { View } from '../product/card/product-grid.tsx';
import { FiltersButton } from './filters/filters.tsx';
import { type Listing, listingQuery, sorts } from './listing-url.ts';
import { viewCookie } from './view-cookie.ts';

type Props = {
  path: string;
  /** As shown, or on its way since the last choice. */
  listing: Listing;
  view: View;
  /** How many there are, in words. */
  counted: string;
  active: number;
  filters: { key: string }[];
};

/** How many there are, how they are sorted and how they are shown. */
export function Toolbar({ path, listing, view, counted, active, filters }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 border-y border-line py-1 sm:gap-x-6">
      <div className="flex items-center gap-2 sm:gap-4">
        <FiltersButton active={active} />
        <p role="status" className="text-ink-2 max-sm:text-sm">
          {counted}
        </p>
      </div>
      <div className="flex min-w-0 items-center gap-1 max-sm:grow max-sm:justify-end md:gap-5">
        <SortSelect {...{ path, listing, filters }} />
        <div role="group" aria-label="תצוגה" className="flex">
          <ViewLink to="box" label="תצוגת קוביות" {...{ path, listing, view }}>
            <LayoutGrid aria-hidden className="size-5" />
          </ViewLink>
          <ViewLink to="list" label="תצוגת רשימה" {...{ path, listing, view }}>
            <List aria-hidden className="size-5" />
          </ViewLink>
        </div>
      </div>
    </div>
  );
}

/** A form of the browser's own, with its button where scripts don't run; with scripts a choice is enough. */
function SortSelect({ path, listing, filters }: Pick<Props, 'path' | 'listing' | 'filters'>) {
  const go = useGo();
  const parameters = Object.entries({ search: listing.search, ...listing.filters, view: listing.view }).filter(
    ([, value]) => value,
  );
  const offeredSorts = sorts.filter(
    ({ key, by }) => !by || key === listing.sort || filters.some((one) => one.key === by),
  );
  const onChange = ({ currentTarget }: ChangeEvent<HTMLSelectElement>) => {
    const sort = sorts.find(({ key }) => key === currentTarget.value)?.key;
    go(`${path}${listingQuery({ ...listing, sort, page: 1 })}`, { preventScrollReset: true });
  };
  return (
    <form action={path} className="flex min-w-0 items-center gap-2">
      {parameters.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value ?? ''} />
      ))}
      <label className="flex min-w-0 items-center gap-2 text-sm text-ink-2">
        <span className="max-sm:sr-only">מיון</span>
        <select
          name="sort"
          value={listing.sort}
          onChange={onChange}
          className="h-11 min-w-0 field-sizing-content truncate rounded-md bg-transparent ps-2 pe-8 text-base font-semibold text-ink hover:bg-ground-2"
        >
          {offeredSorts.map(({ key, name }) => (
            <option key={key} value={key}>
              {key === 'recommended' && listing.search ? 'רלוונטיות' : name}
            </option>
          ))}
        </select>
      </label>
      <noscript>
        <button type="submit" className={buttonLook({ variant: 'secondary', size: 'sm' })}>
          מיון
        </button>
      </noscript>
    </form>
  );
}

function ViewLink({
  to,
  path,
  listing,
  view,
  label,
  children,
}: Omit<Props, 'counted' | 'active' | 'filters'> & { to: View; label: string; children: ReactNode }) {
  const shown = to === view;
  const link = useRef<HTMLAnchorElement>(null);
  // On a phone the pressed link makes room for the other one, which takes the focus before the browser drops it.
  useLayoutEffect(() => {
    const pressed = link.current;
    if (!shown || !pressed || pressed !== document.activeElement || pressed.offsetParent) return;
    pressed.parentElement?.querySelector<HTMLElement>('a:not([aria-current])')?.focus();
  }, [shown]);
  return (
    <Link
      ref={link}
      to={`${path}${listingQuery({ ...listing, view: to })}`}
      replace
      preventScrollReset
      // Its answer sets the cookie: what is only pointed at is not chosen.
      prefetch="none"
      aria-label={label}
      title={label}
      aria-current={shown ? 'true' : undefined}
      onClick={() => {
        // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookieStore; the server sets the same one for a link without scripts
        document.cookie = viewCookie(to);
      }}
      className={classNames(
        'size-11 shrink-0 place-items-center rounded-md transition-colors',
        // On a phone there is room for the other view only.
        shown ? 'hidden sm:grid' : 'grid',
        shown ? 'bg-ground-3 text-ink' : 'text-ink-3 hover:bg-ground-2 hover:text-ink',
      )}
    >
      {children}
    </Link>
  );
}
