import type { Product } from '#contract/catalogue/products.ts';
import type { Voices } from '#contract/leads/reviews.ts';
import { formatDecimal, formatNumber } from '#domain/text/format.ts';
import { Stars } from '#ui/stars.tsx';

type Props = { rating: NonNullable<Product['rating']>; voices: Pick<Voices, 'aspects' | 'stars'> };

/** What all reviews of a product come to. */
export function Summary({ rating, voices: { aspects, stars } }: Props) {
  return (
    <div className="grid content-start gap-3">
      <p className="flex items-center gap-3">
        <bdi aria-hidden className="text-4xl font-black">
          {formatDecimal(rating.average)}
        </bdi>
        <span className="grid">
          <Stars value={rating.average} className="text-xl" />
          <span className="text-sm text-ink-2">{reviewCount(rating.count)}</span>
        </span>
      </p>
      {stars.length > 0 && <Division stars={stars} />}
      {aspects.length > 0 && (
        <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-1.5 text-sm">
          {aspects.map(({ name, average }) => (
            <div key={name} className="contents">
              <dt className="text-ink-2">{name}</dt>
              <dd>
                <Stars value={average} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}

/** The bars only show what the numbers say. */
function Division({ stars }: { stars: Voices['stars'] }) {
  const all = stars.reduce((sum, { count }) => sum + count, 0);
  return (
    <ul
      aria-label="כמה נתנו כל ציון"
      className="grid grid-cols-[auto_minmax(4rem,1fr)_auto] items-center gap-x-3 gap-y-1 text-sm"
    >
      {stars.map(({ rating, count }) => (
        <li key={rating} className="col-span-full grid grid-cols-subgrid items-center">
          <span className="text-ink-2">{rating === 1 ? 'כוכב אחד' : `${rating} כוכבים`}</span>
          <span aria-hidden className="h-1.5 overflow-hidden rounded-full bg-ground-3">
            <span className="block h-full bg-warning" style={{ inlineSize: `${(count / all) * 100}%` }} />
          </span>
          <span className="tabular text-end">
            {formatNumber(count)}
            <span className="sr-only">{count === 1 ? ' ביקורת' : ' ביקורות'}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

const reviewCount = (count: number): string => (count === 1 ? 'ביקורת אחת' : `${formatNumber(count)} ביקורות`);
