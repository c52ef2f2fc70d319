import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../hooks/class-names.ts';

type Props = {
  title: ReactNode;
  /** Unfolded from this width on (`ui/styles/fold.css`). */
  until: 'md' | 'lg';
  open?: boolean;
  className?: string;
  children: ReactNode;
};

/** Folded on narrow screens, unfolded on wide ones. Native: works before scripts do, and in-page search opens it. */
export function Fold({ title, until, open, className, children }: Props) {
  return (
    <details open={open} className={classNames('group/fold', until === 'md' ? 'fold-md' : 'fold-lg', className)}>
      <summary className="flex min-h-12 list-none items-center justify-between gap-4 font-semibold [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 transition-transform group-open/fold:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      {children}
    </details>
  );
}
