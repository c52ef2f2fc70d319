import { z } from 'zod';
import { sql } from '#db/sql.ts';
import type { ModerationState } from '#domain/people/reviews.ts';
import { type ReviewAspect, reviewAspectNames } from '#domain/people/reviews.ts';
import { productPath } from '#domain/text/links.ts';
import { type PhotoRow, photosOf } from '../../leads/photos.ts';
import { readPhoto } from '../../leads/reviews/read.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';

export type VoicePage = {
  uuid: string;
  store: string;
  product: string;
  product_url: string;
  author: string;
  text: string;
  state: ModerationState;
  reason: string;
  answer: string;
  answered_at: Date | null;
  /** ISO; goes back with a decision, which then is about what was read. */
  state_at: string;
  created_at: Date;
};

type Shared = Omit<VoicePage, 'product_url' | 'state_at'> & {
  state_at: Date | string;
  slug: string;
  store_key: string;
  public_domain: string | null;
};

const shared = sql`v.uuid, s.name as store, p.name as product, p.slug, s.key as store_key, s.public_domain, v.author, v.text, v.state, v.reason,
  v.answer, v.answered_at, v.state_at, v.created_at`;

function pageOf(ctx: Allowed, { slug, store_key, public_domain, state_at, ...row }: Shared): VoicePage {
  const shop = siteUrl(ctx.env, { key: store_key, publicDomain: public_domain });
  return { ...row, state_at: new Date(state_at).toISOString(), product_url: `${shop}${productPath(slug)}` };
}

export type ReviewPage = VoicePage & {
  rating: number;
  aspects: { name: string; rating: number }[];
  photos: PhotoRow[];
  order_uid: string;
  order_number: string;
};

export const readReview = officeCall(
  {
    name: 'reviews.read',
    permission: 'reviews.read',
    input: z.object({ review: z.uuid() }),
    kind: 'read',
    entity: 'review',
  },
  async (ctx, { review }) => {
    const { rows } = await ctx.db.execute(sql`
      select ${shared}, v.rating, v.aspects, ${photosOf('review', sql`v.uuid`)} as photos, v.order_uid, o.number as order_number
      from product_reviews v join stores s on s.uuid = v.store_uid join products p on p.uuid = v.product_uid join orders o on o.uuid = v.order_uid
      where v.uuid = ${review}`);
    type Row = Shared &
      Omit<ReviewPage, keyof VoicePage | 'aspects'> & { aspects: Partial<Record<ReviewAspect, number>> };
    const { rating, aspects, photos, order_uid, order_number, ...row } = rows[0] as Row;
    const names = Object.keys(reviewAspectNames) as ReviewAspect[];
    return {
      review: {
        ...pageOf(ctx, row),
        rating,
        aspects: names.flatMap((key) => (aspects[key] ? [{ name: reviewAspectNames[key], rating: aspects[key] }] : [])),
        photos,
        order_uid,
        order_number,
      } satisfies ReviewPage,
      may: mayOf(ctx),
    };
  },
);

export const readQuestion = officeCall(
  {
    name: 'questions.read',
    permission: 'reviews.read',
    input: z.object({ question: z.uuid() }),
    kind: 'read',
    entity: 'question',
  },
  async (ctx, { question }) => {
    const { rows } = await ctx.db.execute(sql`
      select ${shared}, v.email is not null as told from product_questions v join stores s on s.uuid = v.store_uid join products p on p.uuid = v.product_uid
      where v.uuid = ${question}`);
    const { told, ...row } = rows[0] as Shared & { told: boolean };
    return { question: { ...pageOf(ctx, row), told }, may: mayOf(ctx) };
  },
);

const mayOf = ({ staff, storeUid }: Allowed) => ({
  edit: may(staff, 'reviews.edit', storeUid ?? undefined),
  orders: may(staff, 'orders.read', storeUid ?? undefined),
});

/** A photo in whatever state its review is. */
export const readReviewPhoto = officeCall(
  {
    name: 'reviews.photo',
    permission: 'reviews.read',
    input: z.object({ review: z.uuid(), photo: z.uuid() }),
    kind: 'read',
    entity: 'review',
  },
  async (ctx, { review, photo }) => {
    const { rows } = await ctx.db.execute<{ order_uid: string; store_uid: string }>(sql`
      select r.order_uid, r.store_uid from product_reviews r join review_photos f on f.review_uid = r.uuid
      where r.uuid = ${review} and f.uuid = ${photo}`);
    const [row] = rows;
    const bytes = row && (await readPhoto(ctx.db, row.store_uid, { uuid: photo, size: 'full', owned: row.order_uid }));
    if (!bytes) throw refuse('NOT_FOUND');
    return { name: 'photo.webp', type: 'image/webp', bytes: new Uint8Array(bytes), inline: true };
  },
);
