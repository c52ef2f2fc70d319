import type { CategoryBox } from '#contract/catalogue/collections.ts';
import { formatProducts, prose } from '#domain/text/format.ts';
import { categoryPath } from '#domain/text/links.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { Picture } from '#ui/picture.tsx';

/** Columns of twelve per tile: rows of two, three or four, so that none is half empty. */
const rows: Record<number, number[]> = {
  1: [12],
  2: [6, 6],
  3: [4, 4, 4],
  4: [6, 6, 6, 6],
  5: [6, 6, 4, 4, 4],
  6: [4, 4, 4, 4, 4, 4],
  7: [4, 4, 4, 3, 3, 3, 3],
  8: [3, 3, 3, 3, 3, 3, 3, 3],
  9: [6, 6, 4, 4, 4, 3, 3, 3, 3],
};
const span: Record<number, { cell: string; sizes: string }> = {
  12: { cell: 'md:col-span-12', sizes: '(min-width: 800px) 60vw, 92vw' },
  6: { cell: 'md:col-span-6', sizes: '(min-width: 1568px) 480px, (min-width: 1024px) 30vw, 46vw' },
  4: { cell: 'md:col-span-4', sizes: '(min-width: 1568px) 400px, (min-width: 800px) 28vw, 46vw' },
  3: { cell: 'md:col-span-3', sizes: '(min-width: 1568px) 320px, (min-width: 800px) 22vw, 46vw' },
};

export function CategoryTiles({ categories, title }: { categories: CategoryBox[]; title: string }) {
  if (categories.length === 0) return null;
  const spans = rows[categories.length] ?? categories.map(() => 3);
  return (
    <section aria-labelledby="categories" className="page pt-14 md:pt-24">
      <h2 id="categories" className="text-3xl font-extrabold">
        {title}
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-3 md:mt-10 md:grid-cols-12 md:gap-5">
        {categories.map((category, index) => {
          const width = spans[index] ?? 3;
          const odd = index === 0 && categories.length % 2 === 1;
          return (
            <li key={category.id} className={classNames(span[width]?.cell, odd && 'max-md:col-span-2')}>
              <Tile category={category} wide={width >= 6} sizes={span[width]?.sizes ?? '50vw'} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Tile({ category, wide, sizes }: { category: CategoryBox; wide: boolean; sizes: string }) {
  return (
    <Link
      to={categoryPath(category.slug.name)}
      className={classNames(
        'group flex h-full flex-col overflow-hidden rounded-xl bg-ground-2 transition-colors duration-300 hover:bg-ground-3',
        wide && 'lg:flex-row',
      )}
    >
      <div className={classNames('p-4 pb-0 md:p-7', 'md:pb-0', wide && 'lg:flex lg:w-2/5 lg:flex-col lg:pb-7')}>
        <h3 className={classNames('text-lg font-bold', 'md:text-xl', wide && '2xl:text-2xl')}>
          <bdi>{category.name}</bdi>
        </h3>
        {wide && <p className="mt-2 line-clamp-4 text-sm text-ink-2 max-lg:hidden">{prose(category.text)}</p>}
        <p className={classNames('mt-0.5 text-sm text-ink-3', wide && 'lg:mt-auto lg:pt-3')}>
          {formatProducts(category.products_count, category.kind)}
        </p>
      </div>
      {category.image && (
        <Picture
          cut
          image={category.image}
          alt=""
          sizes={sizes}
          className={classNames(
            'mt-auto aspect-4/3 w-full object-contain p-2 transition-transform duration-300 ease-out group-hover:scale-[1.04]',
            wide && 'lg:mt-0 lg:w-3/5 lg:self-center lg:p-3',
          )}
        />
      )}
    </Link>
  );
}
