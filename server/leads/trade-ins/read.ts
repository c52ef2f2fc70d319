import type { Photo } from '#contract/common.ts';
import type { TradeIn } from '#contract/leads/trade-ins.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatPhone } from '#domain/people/phone.ts';
import {
  conditionOf,
  type TradeInCondition,
  type TradeInState,
  tradeInName,
} from '#domain/people/trade-in-questions.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import type { RequestContext } from '../../context.ts';
import { requireCustomer } from '../../identity/require-customer.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { type PhotoRow, photosAt, photosOf } from '../photos.ts';
import { tradeInSecret } from './notify.ts';

/** For holders of the secret alone. */
export const shownPhotos = (photos: PhotoRow[], secret: string): Photo[] =>
  photosAt('/api/trade-ins/photos', photos, `secret=${encodeURIComponent(secret)}`);

/** @throws NOT_FOUND also for one of another store */
export async function findTradeIn({ db, store }: Pick<RequestContext, 'db' | 'store'>, secret: string) {
  const { rows } = await db.execute<{ uuid: string; phone: string }>(
    sql`select uuid, phone from trade_ins where secret_hash = ${secretHash(secret)} and store_uid = ${store.uuid}`,
  );
  if (!rows[0]) throw refuse('NOT_FOUND');
  return rows[0];
}

type Row = {
  state: TradeInState;
  state_at: Date;
  plate: string | null;
  make: string;
  model: string;
  year: number;
  condition: TradeInCondition;
  low: number | null;
  high: number | null;
  expires_at: Date | null;
  reason: string;
  phone: string;
  proved: boolean;
  product: TradeIn['product'];
  number: string | null;
  confirmed: number | null;
  photos: PhotoRow[];
};

/** An offer as its owner sees it. @throws NOT_FOUND */
export async function readTradeIn(ctx: RequestContext, secret: string): Promise<TradeIn> {
  const { uuid } = await findTradeIn(ctx, secret);
  const { rows } = await ctx.db.execute<Row>(sql`
    select ${shownState(ctx.now())} as state, coalesce(u.decided_at, u.created_at, t.state_at) as state_at, t.plate, t.make, t.model, t.year, t.condition,
      t.low_agorot::float8 as low, t.high_agorot::float8 as high, t.expires_at, coalesce(nullif(u.reason, ''), t.reason) as reason, t.phone,
      t.proved_at is not null as proved, u.number, u.confirmed_agorot::float8 as confirmed, ${photosOf('trade_in', sql`t.uuid`)} as photos,
      (select jsonb_build_object('id', p.uuid, 'name', p.name, 'slug', p.slug, 'chosen', t.chosen) from products p join store_products sp on sp.product_uid = p.uuid
        and sp.store_uid = t.store_uid and sp.published where p.uuid = t.product_uid) as product
    from trade_ins t ${USED_IN} where t.uuid = ${uuid}`);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return {
    state: row.state,
    state_at: new Date(row.state_at).toISOString(),
    vehicle: { plate: row.plate, make: row.make, model: row.model, year: row.year },
    condition: conditionOf(row.condition),
    offer:
      row.low === null || row.high === null || row.expires_at === null
        ? null
        : {
            low: toShekels(row.low),
            high: toShekels(row.high),
            expires_at: new Date(row.expires_at).toISOString(),
          },
    reason: row.reason,
    product: row.product,
    phone_proved: row.proved,
    phone: formatPhone(row.phone),
    order: row.number ? { number: row.number, credit: row.confirmed === null ? null : toShekels(row.confirmed) } : null,
    photos: shownPhotos(row.photos, secret),
  };
}

export type OwnTradeIn = { secret: string; name: string; state: TradeInState; low: number | null; high: number | null };

/** Offers of the signed-in customer, by the proved phone, the newest first. Shekels. */
export async function ownTradeIns(ctx: RequestContext): Promise<OwnTradeIn[]> {
  const { phone } = requireCustomer(ctx);
  if (!phone) return [];
  const { rows } = await ctx.db.execute<Row & { uuid: string; secret_hash: string }>(sql`
    select t.uuid, t.secret_hash, t.make, t.model, t.year, ${shownState(ctx.now())} as state, t.low_agorot::float8 as low, t.high_agorot::float8 as high
    from trade_ins t ${USED_IN} where t.store_uid = ${ctx.store.uuid} and t.phone = ${phone} and t.state <> 'withdrawn'
    order by t.created_at desc limit 20`);
  return rows.flatMap(({ uuid, secret_hash, state, low, high, ...vehicle }) => {
    const secret = tradeInSecret(ctx.secret, uuid);
    // Written under a former key: the link in its mail stays valid until the next message contains a new one.
    if (secretHash(secret) !== secret_hash) return [];
    return [
      {
        secret,
        name: tradeInName(vehicle),
        state,
        low: low === null ? null : toShekels(low),
        high: high === null ? null : toShekels(high),
      },
    ];
  });
}

/** A photo of the offer; the caller has checked the access. */
export async function readPhoto(
  db: Db,
  { uuid, size, tradeIn }: { uuid: string; size: 'full' | 'small'; tradeIn: string },
): Promise<Buffer | null> {
  const column = sql.identifier(size === 'small' ? 'thumbnail' : 'content');
  const { rows } = await db.execute<{ bytes: Buffer }>(
    sql`select ${column} as bytes from trade_in_photos where uuid = ${uuid} and trade_in_uid = ${tradeIn}`,
  );
  return rows[0]?.bytes ?? null;
}
