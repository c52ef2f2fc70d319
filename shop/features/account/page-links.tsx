import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Link } from '#ui/link.tsx';

type Props = { page: number; total: number; size: number; to: (page: number) => string };

const look = 'inline-flex min-h-11 items-center gap-1 rounded-md px-4 font-semibold hover:bg-ground-2';

/** Previous and next, for a person's short lists. */
export function PageLinks({ page, total, size, to }: Props) {
  const pages = Math.ceil(total / size);
  if (pages <= 1) return null;
  return (
    <nav aria-label="דפים" className="mt-10 flex items-center justify-center gap-4">
      {page > 1 && (
        <Link to={to(page - 1)} rel="prev" className={look}>
          <ChevronRight aria-hidden className="size-5" />
          הקודם
        </Link>
      )}
      <p className="tabular text-ink-2">
        דף {page} מתוך {pages}
      </p>
      {page < pages && (
        <Link to={to(page + 1)} rel="next" className={look}>
          הבא
          <ChevronLeft aria-hidden className="size-5" />
        </Link>
      )}
    </nav>
  );
}
