import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { type TradeInCondition, type TradeInState, tradeInStateNames } from '#domain/people/trade-in-questions.ts';
import { shownState, USED_IN } from '../../checkout/orders/trade-in-usage.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  inStores,
  type ListPage,
  listFields,
  oneOf,
  personPattern,
  readListPage,
  several,
} from '../list.ts';

const states = Object.keys(tradeInStateNames) as [TradeInState, ...TradeInState[]];
const filters = z.object({
  ...listFields,
  state: several(z.enum(states)),
  owner: z.enum(['me', 'nobody']).optional(),
});

export type TradeInListRow = {
  uuid: string;
  moment: string;
  store: string;
  state: TradeInState;
  name: string;
  phone: string;
  plate: string | null;
  make: string;
  model: string;
  year: number;
  condition: TradeInCondition;
  low: number | null;
  high: number | null;
  expires_at: Date | null;
  photos: number;
  owner: string | null;
  created_at: Date;
};

/** Offers of the stores that the person may see, the newest first. */
export const listTradeIns = officeCall(
  { name: 'trade-ins.list', permission: 'trade-ins.read', input: filters, kind: 'read' },
  (ctx, { q, store, state, owner, after }): Promise<ListPage<TradeInListRow>> => {
    const from = sql`trade_ins t ${USED_IN}`;
    return readListPage<TradeInListRow>(ctx.db, {
      select: sql`
        select t.uuid, ${cursorMoment(sql`t.created_at`)} as moment, s.name as store, ${shownState(ctx.now())} as state, t.name, t.phone, t.plate,
          t.make, t.model, t.year, t.condition, t.low_agorot::float8 as low, t.high_agorot::float8 as high, t.expires_at,
          (select count(*)::int from trade_in_photos f where f.trade_in_uid = t.uuid) as photos, w.name as owner, t.created_at
        from ${from} join stores s on s.uuid = t.store_uid left join staff w on w.uuid = t.owner_uid`,
      from,
      where: all([
        inStores(sql`t.store_uid`, chosenStores(ctx.stores, store)),
        q
          ? sql`(lower(t.name || ' ' || t.phone || ' ' || coalesce(t.email, '') || ' ' || t.make || ' ' || t.model) like ${personPattern(q)}
              or t.plate in (${q.replace(/\D/g, '')}, ${q.replace(/[\s-]/g, '').toUpperCase()}))`
          : undefined,
        oneOf(shownState(ctx.now()), state),
        owner === 'me' ? sql`t.owner_uid = ${ctx.staff.uuid}` : undefined,
        owner === 'nobody' ? sql`t.owner_uid is null` : undefined,
      ]),
      after,
      createdAt: sql`t.created_at`,
      uuid: sql`t.uuid`,
    });
  },
);
