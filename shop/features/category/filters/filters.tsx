import { SlidersHorizontal, X } from 'lucide-react';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { FormProps } from './filter-form.tsx';
import { SHEET_ID } from './filter-sheet.ts';

const FilterForm = lazyPart(() => import('./filter-form.tsx'), <Skeleton className="m-5 h-96 2xl:mx-0" />);

/** Opens the sheet; the browser's own popover, so that it does so before scripts run, too. */
export const FiltersButton = ({ active }: { active: number }) => (
  <button
    type="button"
    popoverTarget={SHEET_ID}
    className="-ms-2 inline-flex min-h-11 items-center gap-2 rounded-md px-2 font-semibold hover:bg-ground-2 2xl:hidden"
  >
    <SlidersHorizontal aria-hidden className="size-5" />
    סינון
    {active > 0 && (
      <span className="tabular grid size-6 place-items-center rounded-full bg-ink text-xs text-ground">
        <span aria-hidden>{active}</span>
        <span className="sr-only">, {active === 1 ? 'סינון פעיל אחד' : `${active} סינונים פעילים`}</span>
      </span>
    )}
  </button>
);

/** Beside the list on wide screens, else a sheet that comes from the start edge. */
export const Filters = (props: FormProps) => (
  <aside
    id={SHEET_ID}
    popover="auto"
    aria-label="סינון המוצרים"
    className="filter-sheet overscroll-contain bg-ground text-ink 2xl:flex"
  >
    <div className="flex items-center justify-between border-b border-line py-2 ps-5 pe-3 2xl:hidden">
      <h2 className="text-lg font-bold">סינון</h2>
      <button
        type="button"
        popoverTarget={SHEET_ID}
        popoverTargetAction="hide"
        aria-label="סגירה"
        className="grid size-11 place-items-center rounded-full hover:bg-ground-2"
      >
        <X aria-hidden />
      </button>
    </div>
    <FilterForm key={props.path} {...props} />
  </aside>
);
