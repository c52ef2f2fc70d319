import { ChevronLeft } from 'lucide-react';
import { classNames } from './hooks/class-names.ts';
import { Link } from './link.tsx';

type Crumb = { name: string; to?: string };

/** Home, then the path; the last is the current page. */
export function Breadcrumbs({ items, className }: { items: Crumb[]; className?: string }) {
  const crumbs: Crumb[] = [{ name: 'דף הבית', to: '/' }, ...items];
  return (
    <nav aria-label="נתיב ניווט" className={classNames('text-sm text-ink-3', className)}>
      <ol className="crumbs">
        {crumbs.map((crumb, index) => (
          <li key={crumb.to ?? crumb.name} className="flex items-center gap-1.5">
            {crumb.to ? (
              <Link
                to={crumb.to}
                className="inline-flex min-h-11 items-center underline-offset-4 hover:text-ink hover:underline"
              >
                <bdi>{crumb.name}</bdi>
              </Link>
            ) : (
              <bdi aria-current="page" className="text-ink-2">
                {crumb.name}
              </bdi>
            )}
            {/* Together with the previous item, so that no line begins with it. */}
            {index < crumbs.length - 1 && <ChevronLeft aria-hidden className="size-3.5 shrink-0" />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
