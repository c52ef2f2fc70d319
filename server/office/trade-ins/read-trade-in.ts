import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { conditionOf, type TradeInCondition, type TradeInState } from '#domain/people/trade-in-questions.ts';
import { productPath } from '#domain/text/links.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import { type PhotoRow, photosOf } from '../../leads/photos.ts';
import { readPhoto } from '../../leads/trade-ins/read.ts';
import { refuse } from '../../platform/errors.ts';
import { siteUrl } from '../../platform/site-url.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { colleagues } from '../colleagues.ts';

export type TradeInPage = {
  uuid: string;
  store: string;
  state: TradeInState;
  state_at: string;
  name: string;
  phone: string;
  email: string | null;
  proved: boolean;
  customer_uid: string | null;
  plate: string | null;
  registered: boolean;
  make: string;
  model: string;
  year: number;
  condition: TradeInCondition;
  remarks: string;
  /** Agorot. */
  table_low: number | null;
  table_high: number | null;
  low: number | null;
  high: number | null;
  expires_at: Date | null;
  reason: string;
  owner: string | null;
  owner_uid: string | null;
  product: string | null;
  product_url: string | null;
  order_uid: string | null;
  order_number: string | null;
  photos: PhotoRow[];
  created_at: Date;
};
type Row = Omit<TradeInPage, 'state_at' | 'product_url'> & {
  state_at: Date;
  slug: string | null;
  key: string;
  public_domain: string | null;
};

/** An offer with its condition and photos, and what this person may do with it. */
export const readTradeIn = officeCall(
  {
    name: 'trade-ins.read',
    permission: 'trade-ins.read',
    input: z.object({ tradeIn: z.uuid() }),
    kind: 'read',
    entity: 'tradeIn',
  },
  async (ctx, { tradeIn }) => {
    const { rows } = await ctx.db.execute<Row>(sql`
      select t.uuid, s.name as store, s.key, s.public_domain, ${shownState(ctx.now())} as state, t.state_at, t.name, t.phone, t.email,
        t.proved_at is not null as proved, (select c.uuid from customers c where c.store_uid = t.store_uid and c.phone = t.phone) as customer_uid,
        t.plate, t.registered_at is not null as registered, t.make, t.model, t.year, t.condition, t.remarks,
        t.table_low_agorot::float8 as table_low, t.table_high_agorot::float8 as table_high, t.low_agorot::float8 as low, t.high_agorot::float8 as high,
        t.expires_at, t.reason, w.name as owner, t.owner_uid, p.name as product, p.slug, u.order_uid, u.number as order_number,
        ${photosOf('trade_in', sql`t.uuid`)} as photos, t.created_at
      from trade_ins t ${USED_IN} join stores s on s.uuid = t.store_uid left join staff w on w.uuid = t.owner_uid
        left join products p on p.uuid = t.product_uid where t.uuid = ${tradeIn}`);
    const { slug, key, public_domain, state_at, ...row } = rows[0] as Row;
    const can = (permission: Parameters<typeof may>[1]) => may(ctx.staff, permission, ctx.storeUid ?? undefined);
    return {
      tradeIn: {
        ...row,
        condition: conditionOf(row.condition),
        state_at: new Date(state_at).toISOString(),
        product_url: slug && `${siteUrl(ctx.env, { key, publicDomain: public_domain })}${productPath(slug)}`,
      } satisfies TradeInPage,
      people: await colleagues(ctx.db, 'trade-ins.answer', ctx.storeUid ?? ''),
      orders: can('orders.read') && row.state === 'offered' ? await joinableOrders(ctx, tradeIn) : [],
      may: {
        answer: can('trade-ins.answer'),
        confirm: can('trade-ins.confirm'),
        orders: can('orders.read'),
        customers: can('customers.read'),
        create: can('orders.create'),
      },
      me: ctx.staff.uuid,
    };
  },
);

/**
 * Orders of the same person that it can be joined to: under way, with a vehicle, with no other used one but a rejected.
 */
async function joinableOrders({ db }: Pick<Allowed, 'db'>, tradeIn: string) {
  const { rows } = await db.execute<{ uuid: string; number: string; vehicle: string }>(sql`
    select o.uuid, o.number, (select l.name from order_lines l join products p on p.uuid = l.product_uid and p.kind = 'VEHICLE'
        where l.order_uid = o.uuid order by l.position limit 1) as vehicle
    from trade_ins t join orders o on o.store_uid = t.store_uid and o.phone = t.phone
    where t.uuid = ${tradeIn} and o.status in ('payment', 'accepted', 'in_process', 'delivery_in_process')
      and exists (select from order_lines l join products p on p.uuid = l.product_uid and p.kind = 'VEHICLE' where l.order_uid = o.uuid)
      and not exists (select from order_trade_ins i where i.order_uid = o.uuid and i.state <> 'rejected')
    order by o.created_at desc limit 20`);
  return rows;
}

/** A photo in whatever state its offer is. */
export const readTradeInPhoto = officeCall(
  {
    name: 'trade-ins.photo',
    permission: 'trade-ins.read',
    input: z.object({ tradeIn: z.uuid(), photo: z.uuid() }),
    kind: 'read',
    entity: 'tradeIn',
  },
  async (ctx, { tradeIn, photo }) => {
    const bytes = await readPhoto(ctx.db, { uuid: photo, size: 'full', tradeIn });
    if (!bytes) throw refuse('NOT_FOUND');
    return { name: 'photo.webp', type: 'image/webp', bytes: new Uint8Array(bytes), inline: true };
  },
);
