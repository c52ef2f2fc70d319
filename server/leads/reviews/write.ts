import type { z } from 'zod';
import type { Photo } from '#contract/common.ts';
import type { reviewForm } from '#contract/leads/review-form.ts';
import type { OwnReview, Reviewable } from '#contract/leads/reviews.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { mediaPath } from '#domain/catalogue/media-path.ts';
import { REVIEW_PHOTOS, reviewAspectNames, reviewAspects } from '#domain/people/reviews.ts';
import { shortName } from '#domain/people/short-name.ts';
import { findOrder } from '../../checkout/orders/read.ts';
import { returnedPieces } from '../../checkout/orders/returned-pieces.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { reencodePhoto } from '../../platform/reencode-picture.ts';
import { type PhotoRow, photosOf } from '../photos.ts';
import { notifyStoreOfVoice } from './notify.ts';
import { shownPhotos } from './read.ts';

/**
 * Lines `l` of an order `o` that have reached the buyer, or are on their way: what was given back or cancelled, and
 * orders whose person is erased, have none.
 */
export const HANDED_OVER = sql`o.erased_at is null and o.phone <> '' and o.status not in ('cancelled', 'refunded')
  and l.quantity > ${returnedPieces(sql`l.uuid`)} and (o.status = 'provided' or exists (select from shipment_lines sl join shipments sh on sh.uuid = sl.shipment_uid
    where sl.order_line_uid = l.uuid and sh.shipped_at is not null))`;

/** The order's products that its buyer may review, with what the buyer wrote. @throws ORDER_NOT_FOUND */
export async function reviewableOf(ctx: RequestContext, secret: string): Promise<Reviewable[]> {
  const order = await findOrder(ctx, { secret });
  const { rows } = await ctx.db.execute<{
    uuid: string;
    name: string;
    slug: string;
    kind: keyof typeof reviewAspects;
    media: string | null;
    review: (Omit<OwnReview, 'photos'> & { photos: PhotoRow[] }) | null;
  }>(sql`
    select p.uuid, p.name, p.slug, p.kind, min(l.media) as media, (
      select jsonb_build_object('rating', r.rating, 'aspects', r.aspects, 'text', r.text, 'state', r.state, 'reason', r.reason,
        'photos', ${photosOf('review', sql`r.uuid`)})
      from product_reviews r where r.store_uid = o.store_uid and r.product_uid = p.uuid and (r.phone = o.phone or r.order_uid = o.uuid)
      order by r.phone = o.phone desc limit 1) as review
    from orders o join order_lines l on l.order_uid = o.uuid join products p on p.uuid = l.product_uid
      join store_products sp on sp.product_uid = p.uuid and sp.store_uid = o.store_uid and sp.published
    where o.uuid = ${order} and o.store_uid = ${ctx.store.uuid} and ${HANDED_OVER}
    group by o.uuid, p.uuid order by min(l.position)`);
  return rows.map(({ uuid, name, slug, kind, media, review }) => ({
    product: { id: uuid, name, slug, image_url: mediaPath(media) },
    aspects: reviewAspects[kind].map((key) => ({ key, name: reviewAspectNames[key] })),
    review: review && { ...review, photos: shownPhotos(review.photos, secret) },
  }));
}

type Bought = {
  order: string;
  phone: string;
  first_name: string;
  last_name: string;
  kind: keyof typeof reviewAspects;
  name: string;
};

/**
 * Locks the order, so that what is written while its person is being erased goes with it; its review is of its present
 * phone from then on. @throws ORDER_NOT_FOUND, NOT_HANDED_OVER
 */
async function lockBought(ctx: RequestContext, tx: Db, order: string, productUid: string): Promise<Bought> {
  await tx.execute(sql`select from orders where uuid = ${order} for share`);
  const { rows } = await tx.execute<Bought>(sql`
    select o.uuid as order, o.phone, o.first_name, o.last_name, p.kind, p.name
    from orders o join order_lines l on l.order_uid = o.uuid join products p on p.uuid = l.product_uid
      join store_products sp on sp.product_uid = p.uuid and sp.store_uid = o.store_uid and sp.published
    where o.uuid = ${order} and o.store_uid = ${ctx.store.uuid} and p.uuid = ${productUid} and ${HANDED_OVER} limit 1`);
  if (!rows[0]) throw refuse('NOT_HANDED_OVER');
  // Written before staff corrected the phone of the order.
  await tx.execute(sql`
    update product_reviews r set phone = ${rows[0].phone} where r.store_uid = ${ctx.store.uuid} and r.product_uid = ${productUid}
      and r.order_uid = ${order} and r.phone <> ${rows[0].phone} and not exists (select from product_reviews s
        where s.store_uid = r.store_uid and s.product_uid = r.product_uid and s.phone = ${rows[0].phone})`);
  return rows[0];
}

/**
 * Writes the buyer's one review of the product, or writes it anew: then it waits for staff again, unless nothing
 * differs.
 * @throws ORDER_NOT_FOUND, NOT_HANDED_OVER, RATE_LIMITED
 */
export async function writeReview(
  ctx: RequestContext,
  secret: string,
  { product_uid, rating, aspects, text }: z.output<typeof reviewForm>,
): Promise<void> {
  const order = await findOrder(ctx, { secret });
  await takeOrRefuse(ctx, [{ policy: 'review', subject: order }]);
  await ctx.db.transaction(async (tx) => {
    const { phone, first_name, last_name, kind, name } = await lockBought(ctx, tx, order, product_uid);
    const rated = Object.fromEntries(reviewAspects[kind].flatMap((key) => (aspects[key] ? [[key, aspects[key]]] : [])));
    const now = ctx.now().toISOString();
    const { rowCount } = await tx.execute(sql`
      insert into product_reviews as r (store_uid, product_uid, order_uid, phone, author, rating, aspects, text, state_at, created_at)
      values (${ctx.store.uuid}, ${product_uid}, ${order}, ${phone}, ${shortName(first_name, last_name)}, ${rating}, ${JSON.stringify(rated)}::jsonb,
        ${text}, ${now}, ${now})
      on conflict (store_uid, product_uid, phone) do update set order_uid = excluded.order_uid, author = excluded.author,
        rating = excluded.rating, aspects = excluded.aspects, text = excluded.text, state = 'waiting', reason = '', state_at = excluded.state_at
      where (r.rating, r.aspects, r.text) is distinct from (excluded.rating, excluded.aspects, excluded.text)`);
    if (rowCount) await notifyStoreOfVoice(ctx, tx, 'review', name);
  });
}

/** @throws ORDER_NOT_FOUND, NOT_HANDED_OVER, NOT_FOUND without a review, IMAGE_REFUSED, PHOTOS_FULL, RATE_LIMITED */
export async function addPhoto(
  ctx: RequestContext,
  { order: secret, product_uid }: { order: string; product_uid: string },
  bytes: unknown,
): Promise<Photo[]> {
  const order = await findOrder(ctx, { secret });
  await takeOrRefuse(ctx, [{ policy: 'review', subject: order }]);
  const { content, thumbnail, width, height } = await reencodePhoto(bytes);
  return ctx.db.transaction(async (tx) => {
    const { phone } = await lockBought(ctx, tx, order, product_uid);
    const review = await lockReview(
      tx,
      sql`r.store_uid = ${ctx.store.uuid} and r.product_uid = ${product_uid} and r.phone = ${phone}`,
    );
    if (review.photos.length >= REVIEW_PHOTOS) throw refuse('PHOTOS_FULL');
    await tx.execute(sql`
      insert into review_photos (review_uid, content, thumbnail, width, height, created_at)
      values (${review.uuid}, ${content}, ${thumbnail}, ${width}, ${height}, ${ctx.now().toISOString()})`);
    return photosAfter(ctx, tx, review.uuid, secret, { isFewer: false });
  });
}

/** @throws ORDER_NOT_FOUND, NOT_FOUND, RATE_LIMITED */
export async function removePhoto(
  ctx: RequestContext,
  { order: secret, photo_uid }: { order: string; photo_uid: string },
): Promise<Photo[]> {
  const order = await findOrder(ctx, { secret });
  await takeOrRefuse(ctx, [{ policy: 'review', subject: order }]);
  return ctx.db.transaction(async (tx) => {
    const review = await lockReview(
      tx,
      sql`r.store_uid = ${ctx.store.uuid} and (r.order_uid = ${order} or r.phone = (select phone from orders where uuid = ${order}))
        and r.uuid = (select review_uid from review_photos where uuid = ${photo_uid})`,
    );
    await tx.execute(sql`delete from review_photos where uuid = ${photo_uid}`);
    return photosAfter(ctx, tx, review.uuid, secret, { isFewer: true });
  });
}

async function lockReview(tx: Db, where: ReturnType<typeof sql>): Promise<{ uuid: string; photos: PhotoRow[] }> {
  const { rows } = await tx.execute<{ uuid: string }>(
    sql`select r.uuid from product_reviews r where ${where} for update`,
  );
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  // After the lock: two uploads at once count each other.
  const { rows: photoRows } = await tx.execute<{ photos: PhotoRow[] }>(
    sql`select ${photosOf('review', sql`${row.uuid}::uuid`)} as photos`,
  );
  return { uuid: row.uuid, photos: photoRows[0]?.photos ?? [] };
}

/**
 * More photos are another review: it waits for staff again. What is left of a published one (`isFewer`) stays as it is.
 * The row is written in any case, which tells the product's pages.
 */
async function photosAfter(
  ctx: RequestContext,
  tx: Db,
  review: string,
  secret: string,
  { isFewer }: { isFewer: boolean },
): Promise<Photo[]> {
  const { rows: changed } = await tx.execute<{ name: string; isNew: boolean }>(sql`
    update product_reviews r set reason = '',
      state = case when ${isFewer} and r.state = 'published' then r.state else 'waiting' end,
      state_at = case when ${isFewer} and r.state = 'published' then r.state_at else ${ctx.now().toISOString()}::timestamptz end
    from product_reviews was join products p on p.uuid = was.product_uid
    where r.uuid = ${review} and was.uuid = r.uuid
    returning p.name, r.state = 'waiting' and was.state <> 'waiting' as "isNew"`);
  for (const { name, isNew } of changed) if (isNew) await notifyStoreOfVoice(ctx, tx, 'review', name);
  const { rows } = await tx.execute<{ photos: PhotoRow[] }>(
    sql`select ${photosOf('review', sql`${review}::uuid`)} as photos`,
  );
  return shownPhotos(rows[0]?.photos ?? [], secret);
}
