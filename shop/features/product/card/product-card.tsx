import { useState } from 'react';
import { useViewTransitionState } from 'react-router';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { keepNumber, prose } from '#domain/text/format.ts';
import { productPath, variantQuery } from '#domain/text/links.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Link } from '#ui/link.tsx';
import { NoPicture } from '#ui/no-picture.tsx';
import { Picture } from '#ui/picture.tsx';
import { Price, PriceWithOld } from '#ui/price.tsx';
import { CompareButton } from '../../compare/lazy-button.ts';
import { FavoriteButton } from '../../favorites/favorite-button.tsx';
import { Rating } from '../rating.tsx';
import { CardColors } from './card-colors.tsx';

type Props = {
  product: ProductPreview;
  view?: 'box' | 'list';
  /** One of the page's first pictures: loaded eagerly. */
  priority?: boolean;
  /** `sizes` of the picture, outside the usual grid. */
  sizes?: string;
  heading?: 'h2' | 'h3';
  /** Shekels a month. */
  monthly?: number | undefined;
  /** Colours to show it in, if it has any of them. */
  colors?: string[] | undefined;
};

/** `sizes` in `ProductGrid`: two, three or four per row. */
const gridSizes =
  '(min-width: 1568px) 342px, (min-width: 1200px) calc(23vw - 18px), (min-width: 800px) calc(31vw - 16px), calc(46vw - 6px)';
const listSizes = '(min-width: 800px) 272px, 136px';

const inColor = ({ variant_colors }: ProductPreview, colors: string[] = []) =>
  variant_colors.find((one) => one.available && colors.includes(one.value_name));

/** A product in a list. The whole card is a link, with one tab stop. */
export function ProductCard({
  product,
  view = 'box',
  priority = false,
  sizes,
  heading: Heading = 'h3',
  monthly,
  colors,
}: Props) {
  const [chosenColor, setChosenColor] = useState<ProductPreview['variant_colors'][number]>();
  const color = chosenColor ?? inColor(product, colors);
  // Only what was chosen or filtered by: other links lead to the page's address without a query, which is cached apart.
  const to = productPath(product.slug.name) + (color ? variantQuery(color.sku, color.several) : '');
  const moving = useViewTransitionState(to);
  const shownColor =
    color ?? product.variant_colors.find(({ image }) => image?.image_url === product.main_image?.image_url);
  const image = color?.image ?? product.main_image;
  const list = view === 'list';
  const inBox = !list && product.kind === 'VEHICLE';
  return (
    <article
      className={classNames(
        'group @container/card relative',
        list ? 'in-list flex items-stretch gap-4 md:gap-8' : 'flex h-full flex-col',
      )}
    >
      <div
        className={classNames(
          'relative grid shrink-0 place-items-center overflow-hidden rounded-lg picture-ground bg-ground-2 transition-colors duration-300 group-hover:bg-ground-3',
          list ? 'w-34 self-start @max-[17rem]/card:w-26 md:w-68 md:pt-7' : 'w-full pt-5',
        )}
      >
        <CardPicture {...{ product, image, list, sizes, priority, moving }} />
      </div>
      <div className={classNames('flex min-w-0 grow flex-col', list ? 'py-1 md:py-4 xl:pe-64' : 'pt-2')}>
        <Badges product={product} />
        {!list && <CardColors colors={product.variant_colors} shown={shownColor?.value_name} onShow={setChosenColor} />}
        <Heading
          className={classNames(
            'line-clamp-2 font-sans font-bold',
            list ? 'text-lg sm:pe-13 md:text-xl' : 'text-base sm:text-lg',
            product.variant_colors.length < 2 && !list && 'mt-2',
          )}
        >
          <Link
            to={to}
            viewTransition
            className="after:absolute after:inset-0 after:rounded-lg focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-offset-4 focus-visible:after:outline-action-ink"
          >
            <bdi>{keepNumber(product.name)}</bdi>
          </Link>
        </Heading>
        <p className={classNames('mt-1 line-clamp-2 text-sm text-ink-2', list && 'sm:pe-13')}>
          {prose(product.subtitle)}
        </p>
        <PartNumber product={product} />
        <Rating rating={product.rating} />
        {list && <Figures product={product} className="list-figures" />}
        {list && (
          <CardColors
            colors={product.variant_colors}
            shown={shownColor?.value_name}
            onShow={setChosenColor}
            className="mt-1 hidden md:flex xl:mt-auto"
          />
        )}
        <div className="card-price">
          <div className="card-sum">
            <CardPrice product={product} />
            <Monthly value={monthly} />
            {inBox && <CompareButton product={product} className="card-scales bg-ground/80" />}
          </div>
          {inBox && <Figures product={product} className="box-figures" />}
        </div>
      </div>
      <FavoriteButton uuid={product.id} name={product.name} className="card-heart bg-ground/80" />
      {list && product.kind === 'VEHICLE' && <CompareButton product={product} className="card-scales bg-ground/80" />}
    </article>
  );
}

type CardPictureProps = Pick<Props, 'product' | 'sizes' | 'priority'> & {
  image: ProductPreview['main_image'];
  list: boolean;
  moving: boolean;
};

function CardPicture({ product, image, list, sizes, priority, moving }: CardPictureProps) {
  if (!image) return <NoPicture className="aspect-4/3 w-full" />;
  return (
    <Picture
      cut
      image={image}
      alt=""
      sizes={sizes ?? (list ? listSizes : gridSizes)}
      priority={priority}
      moving={moving}
      className={classNames(
        'aspect-4/3 w-full object-contain transition-transform duration-300 ease-out group-hover:scale-[1.035]',
        list ? 'p-1 md:p-3' : 'sm:p-2 [@media(height<60rem)]:max-h-56',
        !product.available && product.stock_policy === 'OUT_OF_STOCK' && 'opacity-60',
      )}
    />
  );
}

/** Who looks for a part compares its maker's number. */
function PartNumber({ product }: { product: ProductPreview }) {
  const number = product.kind === 'SPARE_PART' && product.meta.find(({ key }) => key === 'part_number')?.value;
  if (!number) return null;
  return (
    <p className="mt-1 text-sm text-ink-3">
      מק״ט{' '}
      <bdi dir="ltr" className="whitespace-nowrap">
        {number}
      </bdi>
    </p>
  );
}

function Monthly({ value }: { value: number | undefined }) {
  if (value === undefined) return null;
  return (
    <div className="text-sm text-ink-2">
      <Price value={value} /> לחודש<span aria-hidden>*</span>
    </div>
  );
}

function CardPrice({ product }: { product: ProductPreview }) {
  return (
    <p>
      <PriceWithOld
        prefix={product.starting_from && <span className="me-0.5 text-sm text-ink-2">החל מ־</span>}
        value={product.price}
        old={product.deleted_price}
        className="text-lg font-bold"
        oldClassName="text-sm"
      />
    </p>
  );
}

const unavailable: Partial<Record<ProductPreview['stock_policy'], string>> = {
  OUT_OF_STOCK: 'אזל מהמלאי',
  ON_REQUEST: 'בהזמנה',
  PRE_ORDER: 'הזמנה מוקדמת',
};

/** On the picture; in a phone's list, where the picture is small, above the name. */
function Badges({ product }: { product: ProductPreview }) {
  const state = unavailable[product.stock_policy] ?? (product.available ? undefined : 'אזל מהמלאי');
  const badges = [...(state ? [] : product.badges), ...(state ? [state] : [])].slice(0, 2);
  if (badges.length === 0) return null;
  return (
    <ul className="card-badges">
      {badges.map((badge) => (
        <li key={badge} className={classNames('card-badge', badge === state && 'card-state')}>
          {badge}
        </li>
      ))}
    </ul>
  );
}

function Figures({ product, className }: { product: ProductPreview; className: string }) {
  if (product.key_figures.length === 0) return null;
  return (
    <dl className={className}>
      {product.key_figures.map(({ name, value, unit }) => (
        <div key={name}>
          <dt className="text-xs text-ink-3">{name}</dt>
          <dd className="text-sm font-semibold">
            <bdi className="tabular">{value}</bdi> {unit}
          </dd>
        </div>
      ))}
    </dl>
  );
}
