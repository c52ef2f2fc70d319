import type { Photo } from '#contract/common.ts';
import type { TradeIn } from '#contract/leads/trade-ins.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { TRADE_IN_PHOTOS } from '#domain/people/trade-in-questions.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import type { RequestContext } from '../../context.ts';
import { spendTicket } from '../../identity/tokens.ts';
import { refuse } from '../../platform/errors.ts';
import { takeOrRefuse } from '../../platform/limits.ts';
import { reencodePhoto } from '../../platform/reencode-picture.ts';
import { type PhotoRow, photosOf } from '../photos.ts';
import { findTradeIn, readTradeIn, shownPhotos } from './read.ts';

/**
 * Proves that the phone of the offer is its bearer's: without it, the offer is used in no purchase.
 * @throws NOT_FOUND, TICKET_INVALID, PHONE_NOT_PROVED for a ticket of another phone, RATE_LIMITED
 */
export async function provePhone(
  ctx: RequestContext,
  { secret, ticket }: { secret: string; ticket?: string | null | undefined },
): Promise<TradeIn> {
  const { uuid, phone } = await findTradeIn(ctx, secret);
  await takeOrRefuse(ctx, [{ policy: 'trade_in', subject: uuid }]);
  await ctx.db.transaction(async (tx) => {
    if (ctx.customer?.phone !== phone && (await spendTicket(ctx, tx, ticket ?? '')) !== phone)
      throw refuse('PHONE_NOT_PROVED', { message: 'הקוד נשלח למספר אחר. אמתו את המספר שבהצעה' });
    await tx.execute(sql`
      update trade_ins set proved_at = ${ctx.now().toISOString()}, customer_uid = coalesce(customer_uid, ${ctx.customer?.uuid ?? null}::uuid)
      where uuid = ${uuid} and proved_at is null`);
  });
  return readTradeIn(ctx, secret);
}

/**
 * What waits or is offered, and is in no order, is taken back; once more does nothing. @throws NOT_FOUND, NOT_POSSIBLE,
 * RATE_LIMITED
 */
export async function withdrawTradeIn(ctx: RequestContext, secret: string): Promise<TradeIn> {
  const { uuid } = await findTradeIn(ctx, secret);
  await takeOrRefuse(ctx, [{ policy: 'trade_in', subject: uuid }]);
  await ctx.db.transaction(async (tx) => {
    const state = await lockState(ctx, tx, uuid);
    if (state === 'withdrawn') return;
    if (!['waiting', 'offered', 'expired'].includes(state))
      throw refuse('NOT_POSSIBLE', { message: 'אי אפשר לבטל הצעה שכבר נמצאת בהזמנה או הוכרעה. פנו אלינו' });
    await tx.execute(sql`
      update trade_ins set state = 'withdrawn', state_at = ${ctx.now().toISOString()} where uuid = ${uuid}`);
  });
  return readTradeIn(ctx, secret);
}

async function lockState(ctx: RequestContext, tx: Db, uuid: string): Promise<string> {
  await tx.execute(sql`select from trade_ins where uuid = ${uuid} for update`);
  const { rows } = await tx.execute<{ state: string }>(
    sql`select ${shownState(ctx.now())} as state from trade_ins t ${USED_IN} where t.uuid = ${uuid}`,
  );
  if (!rows[0]) throw refuse('NOT_FOUND');
  return rows[0].state;
}

/** @throws NOT_FOUND, IMAGE_REFUSED, TRADE_IN_PHOTOS_FULL, NOT_POSSIBLE once it is decided, RATE_LIMITED */
export async function addPhoto(ctx: RequestContext, secret: string, bytes: unknown): Promise<Photo[]> {
  const { uuid } = await findTradeIn(ctx, secret);
  await takeOrRefuse(ctx, [{ policy: 'trade_in', subject: uuid }]);
  const { content, thumbnail, width, height } = await reencodePhoto(bytes);
  return ctx.db.transaction(async (tx) => {
    const before = await lockPhotos(ctx, tx, uuid);
    if (before.length >= TRADE_IN_PHOTOS) throw refuse('TRADE_IN_PHOTOS_FULL');
    await tx.execute(sql`
      insert into trade_in_photos (trade_in_uid, content, thumbnail, width, height, created_at)
      values (${uuid}, ${content}, ${thumbnail}, ${width}, ${height}, ${ctx.now().toISOString()})`);
    return shownPhotos(await photoRows(tx, uuid), secret);
  });
}

/** @throws NOT_FOUND, NOT_POSSIBLE once it is decided, RATE_LIMITED */
export async function removePhoto(
  ctx: RequestContext,
  { secret, photo_uid }: { secret: string; photo_uid: string },
): Promise<Photo[]> {
  const { uuid } = await findTradeIn(ctx, secret);
  await takeOrRefuse(ctx, [{ policy: 'trade_in', subject: uuid }]);
  return ctx.db.transaction(async (tx) => {
    const before = await lockPhotos(ctx, tx, uuid);
    if (!before.some((photo) => photo.uuid === photo_uid)) throw refuse('NOT_FOUND');
    await tx.execute(sql`delete from trade_in_photos where uuid = ${photo_uid} and trade_in_uid = ${uuid}`);
    return shownPhotos(await photoRows(tx, uuid), secret);
  });
}

/** Two uploads at once count each other. What was decided by its photos keeps them. */
async function lockPhotos(ctx: RequestContext, tx: Db, uuid: string): Promise<PhotoRow[]> {
  const state = await lockState(ctx, tx, uuid);
  if (!['waiting', 'offered', 'expired', 'ordered'].includes(state))
    throw refuse('NOT_POSSIBLE', { message: 'ההצעה הוכרעה או בוטלה, ואי אפשר לשנות את התמונות' });
  return photoRows(tx, uuid);
}

async function photoRows(tx: Db, uuid: string): Promise<PhotoRow[]> {
  const { rows } = await tx.execute<{ photos: PhotoRow[] }>(
    sql`select ${photosOf('trade_in', sql`${uuid}::uuid`)} as photos`,
  );
  return rows[0]?.photos ?? [];
}
