import type { ProductPreview } from '#contract/catalogue/products.ts';
import { Rating } from './rating.tsx';

/** Leads to the reviews, further down the product's page. */
export default function RatingLink({ rating }: Pick<ProductPreview, 'rating'>) {
  return (
    rating && (
      <a href="#reviews" className="-my-1.5 flex min-h-11 w-fit items-center hover:underline [&>p]:mt-0">
        <Rating rating={rating} />
      </a>
    )
  );
}
