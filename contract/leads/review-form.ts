import { z } from 'zod';
import { type ReviewAspect, reviewAspectNames } from '#domain/people/reviews.ts';
import { uid } from '../common.ts';

const stars = z.coerce.number('בחרו מספר כוכבים').int().min(1, 'בחרו מספר כוכבים').max(5);
const aspectNames = Object.keys(reviewAspectNames) as ReviewAspect[];
const aspects = z.strictObject(
  Object.fromEntries(aspectNames.map((name) => [name, stars.optional()])) as Record<
    ReviewAspect,
    z.ZodOptional<typeof stars>
  >,
);

export const reviewForm = z.strictObject({
  product_uid: uid,
  rating: stars,
  /** Of those that the product's kind has; others are passed over. */
  aspects: aspects.default({}),
  text: z.string().trim().min(10, 'כתבו לפחות כמה מילים').max(2_000),
});
