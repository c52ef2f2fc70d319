import type { CategoryBox } from '#contract/catalogue/collections.ts';
import type { themeChoices } from '#domain/catalogue/theme-choices.ts';
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

/** `alone`: across the whole row of a phone. */
const sizesOf = (width: number, alone: boolean): string =>
  (span[width]?.sizes ?? '46vw').replace(/46vw$/, alone ? '92vw' : '46vw');

type Form = (typeof themeChoices)['boxes'][number];

/** A strip's picture is small, whatever the strip's width. */
const STRIP_SIZES = '(min-width: 800px) 20vw, 40vw';

const spansOf = (count: number): number[] => rows[count] ?? Array.from({ length: count }, () => 3);

function widths(form: Form, count: number): number[] {
  if (form === 'lead') return [12, ...spansOf(count - 1)];
  if (form === 'strips') return Array.from({ length: count }, (_, index) => (index === 0 && count % 2 ? 12 : 6));
  return spansOf(count);
}

type Props = { categories: CategoryBox[]; title: string; form: Form };

export function CategoryTiles({ categories, title, form }: Props) {
  if (categories.length === 0) return null;
  const count = categories.length;
  const spans = widths(form, count);
  const strips = form === 'strips';
  return (
    <section aria-labelledby="categories" className="page pt-14 md:pt-24">
      <h2 id="categories" className="text-3xl font-extrabold">
        {title}
      </h2>
      <ul className="mt-6 grid grid-cols-2 gap-3 md:mt-10 md:grid-cols-12 md:gap-5">
        {categories.map((category, index) => {
          const width = spans[index] ?? 3;
          const lead = form === 'lead' && index === 0;
          // On a phone, where two stand in a row.
          const isFullWidth = strips || lead || (index === Number(form === 'lead') && (count - index) % 2 === 1);
          return (
            <li key={category.id} className={classNames(span[width]?.cell, isFullWidth && 'max-md:col-span-2')}>
              <Tile
                category={category}
                look={strips ? 'strip' : lead ? 'lead' : width >= 6 ? 'wide' : 'tile'}
                sizes={strips ? STRIP_SIZES : sizesOf(width, isFullWidth)}
              />
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const column = 'p-4 pb-0 md:p-7 md:pb-0';
const beside = 'lg:flex lg:w-2/5 lg:flex-col';
const looks = {
  tile: { box: 'flex-col', words: column, name: 'md:text-xl', count: '', picture: 'mt-auto w-full p-2' },
  wide: {
    box: 'flex-col lg:flex-row',
    words: `${column} ${beside} lg:pb-7`,
    name: 'md:text-xl 2xl:text-2xl',
    count: 'lg:mt-auto lg:pt-3',
    picture: 'mt-auto w-full p-2 lg:mt-0 lg:w-3/5 lg:self-center lg:p-3',
  },
  strip: {
    box: 'items-center',
    words: 'w-3/5 p-4 md:p-7',
    name: 'md:text-xl 2xl:text-2xl',
    count: 'lg:pt-2',
    picture: 'w-2/5 shrink-0 p-2 lg:p-3',
  },
  lead: {
    box: 'flex-col lg:flex-row',
    words: `${column} ${beside} lg:p-10`,
    name: 'md:text-3xl',
    count: 'lg:mt-auto lg:pt-3',
    picture: 'w-full p-2 max-md:aspect-2/1 md:max-h-96 lg:w-3/5 lg:p-3',
  },
};

function Tile({ category, look, sizes }: { category: CategoryBox; look: keyof typeof looks; sizes: string }) {
  const { box, words, name, count, picture } = looks[look];
  return (
    <Link
      to={categoryPath(category.slug.name)}
      className={classNames(
        'group picture-ground flex h-full overflow-hidden rounded-xl bg-ground-2 transition-colors duration-300 hover:bg-ground-3',
        box,
      )}
    >
      <div className={words}>
        <h3 className={classNames('text-lg font-bold', name)}>
          <bdi>{category.name}</bdi>
        </h3>
        {look !== 'tile' && (
          <p className="mt-2 line-clamp-4 text-sm text-ink-2 max-lg:hidden">{prose(category.text)}</p>
        )}
        <p className={classNames('mt-0.5 text-sm text-ink-3', count)}>
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
            'aspect-4/3 object-contain transition-transform duration-300 ease-out group-hover:scale-[1.04]',
            picture,
          )}
        />
      )}
    </Link>
  );
}
