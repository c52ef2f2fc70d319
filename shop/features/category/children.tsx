import type { CategoryBox } from '#contract/catalogue/collections.ts';
import { formatProducts } from '#domain/text/format.ts';
import { categoryPath } from '#domain/text/links.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';

/** Of the widths in which none is left alone in a row, and five leave no hole. */
function columns(count: number): string {
  if (count === 5)
    return 'md:max-xl:grid-cols-6 md:max-xl:*:col-span-2 md:max-xl:[&>:nth-child(n+4)]:col-span-3 xl:grid-cols-5';
  if (count === 2 || count === 4) return count === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-4';
  return classNames('md:grid-cols-3', count % 4 === 0 && 'xl:grid-cols-4');
}

/** The categories below, as a row that one can push on a phone. */
export default function Children({ categories, label }: { categories: CategoryBox[]; label: string }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-2 -mx-(--page-margin) md:mt-3">
      <ul
        className={classNames(
          'flex snap-x scroll-px-(--page-margin) gap-3 overflow-x-auto px-(--page-margin) [scrollbar-width:none] md:grid md:gap-4',
          columns(categories.length),
        )}
      >
        {categories.map((category) => (
          <li key={category.id} className="shrink-0 snap-start">
            <Link
              to={categoryPath(category.slug.name)}
              className="flex h-full min-h-14 items-center gap-2 rounded-lg bg-ground-2 py-1 ps-2 pe-4 transition-colors hover:bg-ground-3 md:ps-3 md:pe-6"
            >
              {category.image && (
                <Picture
                  cut
                  image={category.image}
                  alt=""
                  sizes="(min-width: 800px) 64px, 56px"
                  className="aspect-4/3 w-14 object-contain md:w-16"
                />
              )}
              <span className="px-1 max-md:whitespace-nowrap">
                <span className="block text-sm leading-snug font-bold md:text-base">
                  <bdi>{category.name}</bdi>
                </span>
                <span className="block text-xs text-ink-3">
                  {formatProducts(category.products_count, category.kind)}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
