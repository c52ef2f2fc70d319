import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonLook } from './button.tsx';
import { classNames } from './hooks/class-names.ts';
import { Link } from './link.tsx';

type Props = { label: string; page: number; pages: number; to: (page: number) => string; className?: string };

/** Previous and next page of a short list, where it has several. */
export function PageLinks({ label, page, pages, to, className }: Props) {
  if (pages < 2) return null;
  const look = buttonLook({ variant: 'secondary', size: 'sm' });
  return (
    <nav aria-label={label} className={classNames('flex items-center justify-center gap-4', className)}>
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className={look}>
          <ChevronRight aria-hidden className="size-4" /> הקודם
        </Link>
      )}
      <p className="tabular text-ink-2">
        דף {page} מתוך {pages}
      </p>
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className={look}>
          הבא <ChevronLeft aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}
