import { z } from 'zod';
import { containing, sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { type PromotionState, promotionStateNames, saleKindNames } from '#domain/money/promotion-kinds.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import {
  afterPosition,
  all,
  chosenStores,
  inStores,
  type ListPage,
  listFields,
  oneOf,
  several,
  sortedPage,
} from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';

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

const filters = z.object({
  q: listFields.q,
  store: listFields.store,
  kind: several(z.enum(keysOf(saleKindNames))),
  state: several(z.enum(keysOf(promotionStateNames))),
  after: afterPosition,
});

function sortedPromotions({ q, store, kind, state }: z.output<typeof filters>, { stores, now }: Allowed) {
  const like = containing((q ?? '').toLowerCase());
  return {
    columns: sql`a.uuid, s.name as store, a.name, a.kind, ${promotionState(now())} as state, a.by_coupon, a.priority, a.exclusive,
      a.starts_at, a.ends_at, a.uses, a.uses_limit, ${promotionCost} as cost_agorot,
      (select count(*)::int from coupons c where c.sale_uid = a.uuid) as codes`,
    from: sql`sales a join stores s on s.uuid = a.store_uid`,
    where: all([
      inStores(sql`a.store_uid`, chosenStores(stores, store)),
      q
        ? sql`(lower(a.name) like ${like} or exists (select from coupons c where c.sale_uid = a.uuid and lower(c.code) like ${like}))`
        : undefined,
      oneOf(sql`a.kind::text`, kind),
      oneOf(promotionState(now()), state),
    ]),
    sortOrder: sql`a.active desc, s.position, a.priority desc, a.name, a.uuid`,
  };
}

export const listPromotions = officeCall(
  { name: 'promotions.list', permission: 'promotions.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<PromotionRow>> =>
    sortedPage<PromotionRow>(ctx.db, { ...sortedPromotions(input, ctx), after: input.after }),
);

const fileColumns: FileColumn<PromotionRow>[] = [
  ['מבצע', (row) => row.name],
  ['סוג', (row) => saleKindNames[row.kind]],
  ['חנות', (row) => row.store],
  ['מצב', (row) => promotionStateNames[row.state]],
  ['מתחיל', (row) => momentText(row.starts_at)],
  ['מסתיים', (row) => momentText(row.ends_at)],
  ['עדיפות', (row) => row.priority],
  ['לבדו', (row) => (row.exclusive ? 'כן' : '')],
  ['קודים', (row) => (row.by_coupon ? row.codes : '')],
  ['נוצל', (row) => row.uses],
  ['מספר הזמנות מרבי', (row) => row.uses_limit],
  ['הנחות עד כה', (row) => toShekels(row.cost_agorot), 'sum'],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportPromotions = officeCall(
  { name: 'promotions.export', permission: 'promotions.read', input: filters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...input }): Promise<ListFile> => {
    const { columns, from, where, sortOrder } = sortedPromotions(input, ctx);
    const query = sql`select ${columns} from ${from} where ${where} order by ${sortOrder}`;
    const { file, rows } = await listFile<PromotionRow>(ctx.db, {
      name: 'promotions',
      format: kind,
      columns: fileColumns,
      query,
    });
    const { after: _, ...others } = input;
    await noteOperation(ctx.db, { rows, ...others });
    return file;
  },
);
