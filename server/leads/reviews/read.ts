import type { Photo } from '#contract/common.ts';
import type { ListOf, Question, Review, Voices } from '#contract/leads/reviews.ts';
import { productTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { type SQL, sql } from '#db/sql.ts';
import { type ReviewAspect, reviewAspectNames } from '#domain/people/reviews.ts';
import type { RequestContext } from '../../context.ts';
import { dependOn } from '../../platform/cache-reads.ts';
import { type PhotoRow, photosAt, photosOf } from '../photos.ts';

/** On a product's page before more is asked for, and all of them, for a page without scripts. */
const FIRST = 3;
const ALL = 1_000;
/** Fewer say nothing by how they are divided. */
const LEAST_TO_DIVIDE = 5;

type Page = { product_uid: string; page: number; page_size: number };

export async function productVoices(ctx: RequestContext, productUid: string, all: boolean): Promise<Voices> {
  dependOn(productTag(productUid));
  const first = { product_uid: productUid, page: 1, page_size: all ? ALL : FIRST };
  const [reviews, questions] = await Promise.all([listReviews(ctx, first), listQuestions(ctx, first)]);
  const [aspects, stars] = await Promise.all([
    reviews.total > 0 ? aspectAverages(ctx, productUid) : [],
    reviews.total >= LEAST_TO_DIVIDE ? starCounts(ctx, productUid) : [],
  ]);
  return { reviews, questions, aspects, stars };
}

export async function listReviews(ctx: RequestContext, page: Page): Promise<ListOf<Review>> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select r.uuid, r.author, r.created_at, r.rating, r.aspects, r.text, r.answer, r.answered_at, count(*) over ()::int as total,
      ${photosOf('review', sql`r.uuid`)} as photos
    from product_reviews r where r.store_uid = ${ctx.store.uuid} and r.product_uid = ${page.product_uid} and r.state = 'published'
    order by r.created_at desc, r.uuid limit ${page.page_size} offset ${(page.page - 1) * page.page_size}`);
  return listOf(page, { rows, total: await totalOf(ctx, sql`product_reviews`, page, rows) }, (row) => ({
    id: row.uuid,
    author: row.author,
    date: dateOf(row.created_at),
    rating: row.rating,
    aspects: namedAspects(row.aspects),
    text: row.text,
    photos: shownPhotos(row.photos),
    answer: answerOf(row),
  }));
}

export async function listQuestions(ctx: RequestContext, page: Page): Promise<ListOf<Question>> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select q.uuid, q.author, q.created_at, q.text, q.answer, q.answered_at, count(*) over ()::int as total
    from product_questions q where q.store_uid = ${ctx.store.uuid} and q.product_uid = ${page.product_uid} and q.state = 'published'
    order by q.created_at desc, q.uuid limit ${page.page_size} offset ${(page.page - 1) * page.page_size}`);
  return listOf(page, { rows, total: await totalOf(ctx, sql`product_questions`, page, rows) }, (row) => ({
    id: row.uuid,
    author: row.author,
    date: dateOf(row.created_at),
    text: row.text,
    answer: answerOf(row) ?? { text: '', date: dateOf(row.created_at) },
  }));
}

type Row = {
  uuid: string;
  author: string;
  created_at: Date | string;
  rating: number;
  aspects: Record<string, number>;
  text: string;
  answer: string;
  answered_at: Date | string | null;
  photos: PhotoRow[];
  total: number;
};

/** A page beyond the last one has no row that could say how many there are. */
async function totalOf(ctx: RequestContext, table: SQL, { page, product_uid }: Page, [first]: Row[]): Promise<number> {
  if (first || page === 1) return first?.total ?? 0;
  const { rows } = await ctx.db.execute<{ total: number }>(sql`
    select count(*)::int as total from ${table}
    where store_uid = ${ctx.store.uuid} and product_uid = ${product_uid} and state = 'published'`);
  return rows[0]?.total ?? 0;
}

const listOf = <T>(
  { page, page_size }: Page,
  { rows, total }: { rows: Row[]; total: number },
  shown: (row: Row) => T,
): ListOf<T> => ({ items: rows.map(shown), total, page, page_size });

const dateOf = (at: Date | string): string => new Date(at).toISOString();
const answerOf = ({ answer, answered_at }: Pick<Row, 'answer' | 'answered_at'>) =>
  answer && answered_at ? { text: answer, date: dateOf(answered_at) } : null;

/** Aspects that were renamed away in the meantime are left out. */
const namedAspects = (aspects: Record<string, number>): Review['aspects'] =>
  (Object.keys(reviewAspectNames) as ReviewAspect[]).flatMap((key) =>
    aspects[key] ? [{ name: reviewAspectNames[key], rating: aspects[key] }] : [],
  );

/** `secret`: of the order, for its author alone to see what isn't published. */
export const shownPhotos = (photos: PhotoRow[], secret?: string): Photo[] =>
  photosAt('/api/reviews/photos', photos, secret && `order=${encodeURIComponent(secret)}`);

async function starCounts(ctx: RequestContext, productUid: string): Promise<Voices['stars']> {
  const { rows } = await ctx.db.execute<Voices['stars'][number]>(sql`
    select s.rating, count(r.uuid)::int as count
    from generate_series(1, 5) s(rating) left join product_reviews r
      on r.store_uid = ${ctx.store.uuid} and r.product_uid = ${productUid} and r.state = 'published' and r.rating = s.rating
    group by s.rating order by s.rating desc`);
  return rows;
}

async function aspectAverages(ctx: RequestContext, productUid: string): Promise<Voices['aspects']> {
  const { rows } = await ctx.db.execute<{ key: string; average: number }>(sql`
    select a.key, round(avg(a.value::int), 1)::float8 as average
    from product_reviews r cross join lateral jsonb_each_text(r.aspects) a
    where r.store_uid = ${ctx.store.uuid} and r.product_uid = ${productUid} and r.state = 'published' group by a.key`);
  const byKey = new Map(rows.map(({ key, average }) => [key, average]));
  return (Object.keys(reviewAspectNames) as ReviewAspect[]).flatMap((key) => {
    const average = byKey.get(key);
    return average === undefined ? [] : [{ name: reviewAspectNames[key], average }];
  });
}

/**
 * A photo of a published review of the store, or one that waits, with the secret of an order of its buyer.
 * @param owned the order's uuid, where the secret was right
 */
export async function readPhoto(
  db: Db,
  storeUid: string,
  { uuid, size, owned }: { uuid: string; size: 'full' | 'small'; owned: string | null },
): Promise<Buffer | null> {
  const column = sql.identifier(size === 'small' ? 'thumbnail' : 'content');
  const { rows } = await db.execute<{ bytes: Buffer }>(sql`
    select f.${column} as bytes from review_photos f join product_reviews r on r.uuid = f.review_uid
    where f.uuid = ${uuid} and r.store_uid = ${storeUid}
      and (r.state = 'published' or r.order_uid = ${owned}::uuid or r.phone = (select o.phone from orders o where o.uuid = ${owned}::uuid and o.phone <> ''))`);
  return rows[0]?.bytes ?? null;
}
