import type { CategoryBox } from '#contract/catalogue/collections.ts';
import { formatProducts } from '#domain/text/format.ts';
import { categoryPath } from '#domain/text/links.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';

/** Of the widths in which none is left alone in a row. */
function columns(count: number): string {
  if (count === 2 || count === 4) return count === 2 ? 'md:grid-cols-2' : 'md:grid-cols-2 xl:grid-cols-4';
  return classNames('md:grid-cols-3', count % 4 === 0 && 'xl:grid-cols-4', count === 5 && '2xl:grid-cols-5');
}

/** The categories below, as a row that one can push on a phone. */
export default function Children({ categories, label }: { categories: CategoryBox[]; label: string }) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={label} className="mt-6 -mx-(--page-margin) md:mt-8">
      <ul
        className={classNames(
          'flex snap-x scroll-px-(--page-margin) gap-3 overflow-x-auto px-(--page-margin) pb-1 [scrollbar-width:none] md:grid md:gap-4',
          columns(categories.length),
        )}
      >
        {categories.map((category) => (
          <li key={category.id} className="shrink-0 snap-start">
            <Link
              to={categoryPath(category.slug.name)}
              className="group flex h-full w-[38vw] max-w-40 flex-col rounded-lg bg-ground-2 pb-3 transition-colors hover:bg-ground-3 md:w-auto md:max-w-none md:flex-row md:items-center md:gap-2 md:py-2 md:ps-3 md:pe-6"
            >
              {category.image && (
                <Picture
                  image={category.image}
                  alt=""
                  sizes="(min-width: 800px) 96px, 160px"
                  className="aspect-4/3 w-full object-contain p-3 pb-1 md:w-24 md:p-0"
                />
              )}
              <span className="px-4 md:px-2">
                <span className="block leading-snug font-bold">
                  <bdi>{category.name}</bdi>
                </span>
                <span className="text-sm text-ink-3">{formatProducts(category.products_count, category.kind)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
