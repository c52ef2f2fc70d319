import { z } from 'zod';
import { containing, sql } from '#db/sql.ts';
import { type PromotionState, promotionStateNames, saleKindNames } from '#domain/money/promotion-kinds.ts';
import { officeCall } from '../../staff/office-call.ts';
import { afterPosition, all, chosenStores, type ListPage, listFields, oneOf, several, sortedPage } from '../list.ts';

const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];

export type PromotionRow = {
  uuid: string;
  store: string;
  name: string;
  kind: keyof typeof saleKindNames;
  state: PromotionState;
  by_coupon: boolean;
  codes: number;
  priority: number;
  exclusive: boolean;
  starts_at: Date | null;
  ends_at: Date | null;
  uses: number;
  uses_limit: number | null;
  /** What orders that stand were charged less. */
  cost_agorot: number;
};

/** In sequence: off, over, used up, coming. `a` is the promotion. */
export const promotionState = (now: Date) => sql`case
  when not a.active then 'off' when a.ends_at <= ${now.toISOString()}::timestamptz then 'over'
  when a.uses >= a.uses_limit then 'used' when a.starts_at > ${now.toISOString()}::timestamptz then 'coming' else 'on' end`;

/** Cancelled and refunded orders gave nothing away. */
export const promotionCost = sql`coalesce((select sum(d.amount_agorot) from order_discounts d join orders o on o.uuid = d.order_uid
  where d.sale_uid = a.uuid and o.status not in ('cancelled', 'refunded')), 0)::float8`;

export const listPromotions = officeCall(
  {
    name: 'promotions.list',
    permission: 'promotions.read',
    input: z.object({
      q: listFields.q,
      store: listFields.store,
      kind: several(z.enum(keysOf(saleKindNames))),
      state: several(z.enum(keysOf(promotionStateNames))),
      after: afterPosition,
    }),
    kind: 'read',
  },
  (ctx, { q, store, kind, state, after }): Promise<ListPage<PromotionRow>> => {
    const chosen = chosenStores(ctx.stores, store);
    const like = containing((q ?? '').toLowerCase());
    const where = all([
      sql`a.store_uid = any(${sql.param(chosen)}::uuid[])`,
      q
        ? sql`(lower(a.name) like ${like} or exists (select from coupons c where c.sale_uid = a.uuid and lower(c.code) like ${like}))`
        : undefined,
      oneOf(sql`a.kind::text`, kind),
      oneOf(promotionState(ctx.now()), state),
    ]);
    return sortedPage<PromotionRow>(ctx.db, {
      columns: sql`a.uuid, s.name as store, a.name, a.kind, ${promotionState(ctx.now())} as state, a.by_coupon, a.priority, a.exclusive,
        a.starts_at, a.ends_at, a.uses, a.uses_limit, ${promotionCost} as cost_agorot,
        (select count(*)::int from coupons c where c.sale_uid = a.uuid) as codes`,
      from: sql`sales a join stores s on s.uuid = a.store_uid`,
      where,
      sortOrder: sql`a.active desc, s.position, a.priority desc, a.name, a.uuid`,
      after,
    });
  },
);
