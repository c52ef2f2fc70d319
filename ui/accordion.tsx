import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';

type Props = { title: ReactNode; open?: boolean; children: ReactNode };

/** Native disclosure: works before scripts do, and in-page search finds its content. */
export function Accordion({ title, open, children }: Props) {
  return (
    <details open={open} className="group border-b border-line">
      <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 text-lg font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 text-ink-3 transition-transform group-open:rotate-180" />
      </summary>
      <div className="pb-6">{children}</div>
    </details>
  );
}
