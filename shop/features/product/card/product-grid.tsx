import type { ReactNode } from 'react';
import type { ProductPreview } from '#contract/catalogue/products.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { ProductCard } from './product-card.tsx';

export type View = 'box' | 'list';

const look = (view: View, beside: boolean): string =>
  view === 'list' ? 'grid gap-5 md:gap-6' : `grid product-grid ${beside ? 'beside' : ''}`;

/** `sizes` of the pictures in `product-grid`; the card has the default. */
function sizesOf(count: number, beside: boolean): string | undefined {
  if (count === 1) return '(min-width: 1441px) 600px, (min-width: 600px) 46vw, 92vw';
  if (count === 2 && beside) return '(min-width: 1441px) 600px, 46vw';
  if (count === 4) return `(min-width: 1441px) ${beside ? 600 : 342}px, (min-width: 1200px) 22vw, 46vw`;
  if ([3, 5, 6, 9].includes(count)) return '(min-width: 1441px) 390px, (min-width: 800px) 31vw, 46vw';
  return undefined;
}

type Props = {
  products: ProductPreview[];
  view?: View;
  heading?: 'h2' | 'h3';
  /** Cards in the first screen. */
  first?: number;
  /** Filters stand beside the list on wide screens, and leave it fewer columns. */
  beside?: boolean;
  /** Shekels a month by product, where requested; whoever renders them also renders the lender. */
  monthly?: Record<string, number> | undefined;
  /** Shows the pictures of these colours, where a product has one. */
  colors?: string[];
  /** `sizes` of the pictures where the cards don't stand in the usual rows. */
  sizes?: string;
  /** Below a card. */
  note?: (product: ProductPreview) => ReactNode;
  /** Hides cards of an incomplete last row, with two or three per row. */
  whole?: boolean;
};

export function ProductGrid({ products, view = 'box', heading, first = 0, beside = false, ...rest }: Props) {
  const { monthly, colors, note, whole = false } = rest;
  return (
    <ul className={classNames(look(view, beside), whole && 'whole-rows')}>
      {products.map((product, index) => (
        <li
          key={product.id}
          className={classNames('min-w-0', view === 'list' && 'border-b border-line pb-5 last:border-0 md:pb-6')}
        >
          <ProductCard
            product={product}
            view={view}
            heading={heading}
            sizes={rest.sizes ?? (view === 'box' ? sizesOf(products.length, beside) : undefined)}
            priority={index < first}
            monthly={monthly?.[product.id]}
            colors={colors}
          />
          {note?.(product)}
        </li>
      ))}
    </ul>
  );
}

type SkeletonProps = { view?: View; count?: number; beside?: boolean };

/** The grid's skeleton while its products load. */
export function ProductGridSkeleton({ view = 'box', count = 12, beside = false }: SkeletonProps) {
  return (
    <div aria-hidden className={look(view, beside)}>
      {[...Array(count).keys()].map((place) => (
        <div key={place} className={view === 'list' ? 'flex gap-4 md:gap-8' : undefined}>
          <Skeleton
            className={classNames(
              'rounded-lg',
              view === 'list' ? 'aspect-4/3 w-34 shrink-0 md:w-68' : 'aspect-6/5 w-full',
            )}
          />
          <div className="grid grow content-start gap-2 pt-4">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-full max-w-md" />
            <Skeleton className="mt-2 h-6 w-28" />
          </div>
        </div>
      ))}
    </div>
  );
}
