import { ChevronLeft, ChevronRight } from 'lucide-react';
import { buttonLook } from '#ui/button.tsx';
import { Link } from '#ui/link.tsx';
import type { PartsQuery } from './parts-url.ts';
import { usePartsPath } from './use-parts-path.ts';

/** Previous and next page, where there are several. */
export function PartsPageLinks({ page, pages, query }: { page: number; pages: number; query: PartsQuery }) {
  const partsPath = usePartsPath();
  if (pages < 2) return null;
  const look = buttonLook({ variant: 'secondary', size: 'sm' });
  return (
    <nav aria-label="דפי החלקים" className="flex items-center justify-center gap-4">
      {page > 1 && (
        <Link to={partsPath({ ...query, page: page - 1 })} rel="prev" className={look}>
          <ChevronRight aria-hidden className="size-4" /> הקודם
        </Link>
      )}
      <span className="text-ink-2">
        דף {page} מתוך {pages}
      </span>
      {page < pages && (
        <Link to={partsPath({ ...query, page: page + 1 })} rel="next" className={look}>
          הבא <ChevronLeft aria-hidden className="size-4" />
        </Link>
      )}
    </nav>
  );
}
