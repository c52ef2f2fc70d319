import type { ProductPreview } from '#contract/catalogue/products.ts';
import { formatDecimal, formatNumber } from '#domain/text/format.ts';
import { Stars } from '#ui/stars.tsx';

/** Nothing without reviews. */
export function Rating({ rating }: Pick<ProductPreview, 'rating'>) {
  if (!rating) return null;
  return (
    <p className="mt-1 flex items-center gap-1.5 text-sm text-ink-2">
      <Stars value={rating.average} />
      <span aria-hidden>
        <bdi>{formatDecimal(rating.average)}</bdi> (<bdi>{formatNumber(rating.count)}</bdi>)
      </span>
      <span className="sr-only">{rating.count === 1 ? 'ביקורת אחת' : `${formatNumber(rating.count)} ביקורות`}</span>
    </p>
  );
}
