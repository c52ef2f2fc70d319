import { ChevronLeft, ChevronRight } from 'lucide-react';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { type Listing, listingQuery, pageNumbers } from './listing-url.ts';

export default function Paging({ path, listing, pages }: { path: string; listing: Listing; pages: number }) {
  if (pages <= 1) return null;
  const { page } = listing;
  const to = (number: number) => `${path}${listingQuery({ ...listing, page: number })}`;
  const look = 'inline-flex h-11 min-w-11 items-center justify-center gap-1 rounded-md px-2 font-semibold';
  return (
    <nav aria-label="דפים" className="mt-12 flex justify-center md:mt-16">
      <ul className="flex flex-wrap items-center justify-center gap-1">
        {page > 1 && (
          <li>
            <Link
              to={to(page - 1)}
              rel="prev"
              aria-label="לדף הקודם"
              className={classNames(look, 'hover:bg-ground-2 sm:px-4')}
            >
              <ChevronRight aria-hidden className="size-5" />
              <span className="max-sm:sr-only">הקודם</span>
            </Link>
          </li>
        )}
        {pageNumbers(page, pages).map((number, index) => (
          <li key={number ?? `gap-${index}`}>
            {number === null ? (
              <span className="px-1 text-ink-3">…</span>
            ) : (
              <Link
                to={to(number)}
                aria-label={`דף ${number}`}
                aria-current={number === page ? 'page' : undefined}
                className={classNames(look, 'tabular', number === page ? 'bg-ink text-ground' : 'hover:bg-ground-2')}
              >
                {number}
              </Link>
            )}
          </li>
        ))}
        {page < pages && (
          <li>
            <Link
              to={to(page + 1)}
              rel="next"
              aria-label="לדף הבא"
              className={classNames(look, 'hover:bg-ground-2 sm:px-4')}
            >
              <span className="max-sm:sr-only">הבא</span>
              <ChevronLeft aria-hidden className="size-5" />
            </Link>
          </li>
        )}
      </ul>
    </nav>
  );
}
