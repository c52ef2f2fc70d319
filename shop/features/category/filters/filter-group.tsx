import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import type { CollectionFilter } from '#contract/catalogue/collections.ts';

type Props = { filter: CollectionFilter; open: boolean; children: ReactNode };

export const FilterGroup = ({ filter: { name, unit }, open, children }: Props) => (
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
