import { X } from 'lucide-react';
import type { Product } from '#contract/catalogue/products.ts';
import { isolateRanges, isolateRuns, prose } from '#domain/text/format.ts';
import { productPath } from '#domain/text/links.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { PriceWithOld } from '#ui/price.tsx';
import { comparePath, setCompared, toCompared } from './chosen.ts';
import type { CompareGroup } from './rows.ts';

type Props = { products: Product[]; groups: CompareGroup[] };

const names = 'sticky start-0 z-10 w-26 min-w-26 bg-ground text-start md:w-52 md:min-w-52';
const column = 'w-[max(6.75rem,calc((100vw-2*var(--page-margin)-6.5rem)/2))] min-w-27 md:w-auto md:min-w-48';

/** No line break between a figure and its unit, nor inside a size (`120/70-12`, `78.0 × 61.2`). */
const whole = (value: string): string =>
  isolateRanges(isolateRuns(value))
    .replace(/(\d\u2069?) (?=[א-ת]{1,3}[״׳])/g, '$1\u00a0')
    .replace(/(?<=\d)-(?=\d)/g, '\u2060-\u2060')
    .replace(/ × /g, '\u00a0×\u00a0');

/** No line break between a model and its number; the maker's name may end a line. */
const unbroken = (name: string): string => name.replace(/ (?=\S+$)/, '\u00a0');

/** Vehicles as columns. On a phone two fit beside the sticky row names; the others scroll in sideways. */
export function CompareTable({ products, groups }: Props) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="טבלת ההשוואה"
      className="relative -mx-(--page-margin) overflow-x-auto px-(--page-margin)"
    >
      <table className="w-full table-fixed border-separate border-spacing-0 text-sm md:text-base">
        <thead>
          <tr className="align-top">
            <td className={names} />
            {products.map((product) => (
              <th
                key={product.id}
                scope="col"
                className={classNames(column, 'p-1.5 pb-6 text-start font-normal md:p-3 md:pb-8')}
              >
                <Head product={product} rest={products.filter(({ id }) => id !== product.id)} />
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.name}>
            <tr>
              <th
                scope="rowgroup"
                colSpan={products.length + 1}
                className="border-b border-line-strong pt-8 pb-2 text-start text-lg font-bold md:text-xl"
              >
                <span className="sticky start-0">{group.name}</span>
              </th>
            </tr>
            {group.rows.map((row) => (
              <tr key={row.name} className="align-top *:border-b *:border-line">
                <th scope="row" className={classNames(names, 'py-3 pe-2 font-normal text-ink-2')}>
                  {row.differs && products.length > 1 && (
                    <span className="me-1.5 inline-block size-2 rounded-full bg-action-ink align-middle">
                      <span className="sr-only">יש הבדל: </span>
                    </span>
                  )}
                  {row.name}
                </th>
                {row.values.map((value, index) => (
                  <td
                    key={products[index]?.id}
                    className={classNames('px-1.5 py-3 wrap-break-word md:px-3', row.differs && 'font-semibold')}
                  >
                    {value === null ? <Nothing /> : whole(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </section>
  );
}

const Nothing = () => (
  <>
    <span aria-hidden className="text-ink-3">
      –
    </span>
    <span className="sr-only">לא צוין</span>
  </>
);

function Head({ product, rest }: { product: Product; rest: Product[] }) {
  const { name, main_image, slug } = product;
  return (
    <div className="grid gap-2">
      <div className="relative">
        <Link to={productPath(slug.name)} tabIndex={-1} aria-hidden className="block rounded-lg bg-ground-2 p-1 md:p-3">
          {main_image ? (
            <Picture
              image={main_image}
              alt=""
              sizes="(min-width: 800px) 22vw, 124px"
              className="aspect-4/3 w-full object-contain"
            />
          ) : (
            <NoPicture className="aspect-4/3" />
          )}
        </Link>
        <Link
          to={comparePath(rest.map((other) => other.slug.name))}
          replace
          preventScrollReset
          // A URL without vehicles is also the page's initial one, so it doesn't say what was removed.
          onClick={() => setCompared(rest.map(toCompared))}
          aria-label={`הסרת ${name} מההשוואה`}
          title="הסרה מההשוואה"
          className="absolute end-0 top-0 grid size-11 place-items-center rounded-full text-ink-2 before:absolute before:size-8 before:rounded-full before:bg-ground/80 hover:text-ink hover:before:bg-ground"
        >
          <X aria-hidden className="relative size-5" />
        </Link>
      </div>
      <Link to={productPath(slug.name)} className="font-bold hover:underline md:text-xl">
        <bdi>{unbroken(name)}</bdi>
      </Link>
      <p className="hidden min-h-[3lh] text-sm text-ink-2 md:block lg:min-h-[2lh]">{prose(product.subtitle)}</p>
      <p className="min-h-13 md:min-h-0">
        {product.starting_from && <span className="text-sm text-ink-2">החל מ־</span>}
        <PriceWithOld
          value={product.price}
          old={product.deleted_price}
          className="text-lg font-bold md:text-xl"
          oldClassName="text-sm"
        />
      </p>
      <ButtonLink
        to={productPath(slug.name)}
        size="sm"
        variant="secondary"
        className="px-2! md:px-6!"
        aria-label={`לדף הדגם: ${name}`}
      >
        לדף הדגם
      </ButtonLink>
    </div>
  );
}
