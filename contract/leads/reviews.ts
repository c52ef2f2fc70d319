import { z } from 'zod';
import type { ModerationState, ReviewAspect } from '#domain/people/reviews.ts';
import { type CallSchema, listOf, type Photo, pageQuery, photo, uid } from '../common.ts';
import { questionForm } from './question-form.ts';
import { reviewForm } from './review-form.ts';

const answer = z.object({ text: z.string(), date: z.string() });

/** A published review. `author`: first name and initial. */
const review = z.object({
  id: uid,
  author: z.string(),
  date: z.string(),
  rating: z.number().int(),
  aspects: z.array(z.object({ name: z.string(), rating: z.number().int() })),
  text: z.string(),
  photos: z.array(photo),
  answer: answer.nullable(),
});

const question = z.object({ id: uid, author: z.string(), date: z.string(), text: z.string(), answer });

/** The secret of the order's link, which its mails hold. */
const order = z.string().min(1).max(200);
const listQuery = pageQuery.extend({ product_uid: uid, page_size: z.coerce.number().int().min(1).max(24).default(6) });

export const calls = {
  'GET /api/reviews/get-reviews': {
    summary: 'Published reviews of a product, newest first',
    query: listQuery,
    response: listOf(review),
  },
  'GET /api/reviews/get-questions': {
    summary: 'Answered questions on a product, newest first',
    query: listQuery,
    response: listOf(question),
  },
  'POST /api/reviews/ask-question': {
    summary: 'Asks a question on a product; it is published once it was answered',
    body: questionForm,
    response: z.object({ received: z.literal(true) }),
  },
  'POST /api/reviews/write-review': {
    summary: 'Writes or rewrites the buyer’s review of a product of an order that was handed over',
    body: reviewForm.extend({ order }),
    response: z.object({ received: z.literal(true) }),
  },
  'POST /api/reviews/add-photo': {
    summary: 'Adds a photo to the buyer’s review: JPEG, PNG or WebP up to 8 MiB, redrawn without metadata',
    query: z.object({ order, product_uid: uid }),
    response: z.object({ photos: z.array(photo) }),
  },
  'POST /api/reviews/remove-photo': {
    summary: 'Removes a photo of the buyer’s review',
    body: z.strictObject({ order, photo_uid: uid }),
    response: z.object({ photos: z.array(photo) }),
  },
} satisfies Record<string, CallSchema>;

export type Review = z.infer<typeof review>;
export type Question = z.infer<typeof question>;
export type ListOf<T> = { items: T[]; total: number; page: number; page_size: number };

/**
 * What a product's page shows of its buyers, and of who asked. `aspects`: averages over all reviews. `stars`: how many
 * gave each rating, five first; empty where there are too few to be divided.
 */
export type Voices = {
  reviews: ListOf<Review>;
  questions: ListOf<Question>;
  aspects: { name: string; average: number }[];
  stars: { rating: number; count: number }[];
};

export type OwnReview = {
  rating: number;
  aspects: Partial<Record<ReviewAspect, number>>;
  text: string;
  state: ModerationState;
  /** Why it was refused. */
  reason: string;
  photos: Photo[];
};

export type Reviewable = {
  product: { id: string; name: string; slug: string; image_url: string | null };
  aspects: { key: ReviewAspect; name: string }[];
  review: OwnReview | null;
};
