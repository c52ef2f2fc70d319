import { type SQL, sql } from '#db/sql.ts';
import { addDays, atIsraelTime, israelDay } from '#domain/calendar/israel-time.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { IS_HELD } from '../checkout/orders/balance.ts';
import type { OfficeContext, StaffMember } from '../context.ts';
import { IS_RETRIED } from '../notifications/outbox-health.ts';
import { refuse } from '../platform/errors.ts';
import { storesWith } from '../staff/grants.ts';
import { isOfOwnCalls } from '../staff/office-call.ts';
import { overdue } from './leads/list-leads.ts';
import { reads } from './notes/notes.ts';
import { asksForFinancing, hasPapersToCheck, unpaidRest } from './orders/list-orders.ts';
import { isSoldOut } from './stock/list-stock.ts';

/** Counting stops here: the exact number beyond it doesn't matter. */
export const MAX_WAITING = 1_000;
const LISTED = 8;
const MENTION_DAYS = 14;

/** Kinds of work that wait for people. */
export type WaitingKey =
  | 'handling'
  | 'late'
  | 'own_orders'
  | 'rest'
  | 'held'
  | 'financing'
  | 'doubt'
  | 'papers'
  | 'approvals'
  | 'leads'
  | 'reviews'
  | 'tradeIns'
  | 'bookings'
  | 'messages'
  | 'out_of_stock'
  | 'low_stock'
  | 'tasks'
  | 'mentions'
  | 'drafts';

/** Only of what the person may see, in `stores`; counts stop at `MAX_WAITING`. */
export type Waiting = Partial<Record<WaitingKey, number>>;

type Reach = {
  staff: StaffMember;
  now: Date;
  day: string;
  /** Stores where the person may. */
  within: (permission: Permission) => string[] | 'all';
  /** Rows beside a thing of the kind that the person may read. */
  seen: (kind: SQL, store: SQL) => SQL;
};
type Tile = {
  permission: Permission | null;
  /** Rows to count, of the stores that `here` means. */
  rows: (reach: Reach, here: (column: SQL) => SQL) => SQL;
};

const OPEN_ORDER = sql.raw(`o.status in ('accepted', 'in_process', 'delivery_in_process')`);
const at = (moment: Date): SQL => sql`${moment.toISOString()}::timestamptz`;
/** The same hour in Israel, also where its clocks have changed since. */
const weekBefore = (moment: Date): SQL =>
  sql`((${at(moment)} at time zone 'Asia/Jerusalem' - interval '7 days') at time zone 'Asia/Jerusalem')`;
const startOf = (day: string): SQL => at(atIsraelTime(day, '00:00') as Date);

const tiles: Record<WaitingKey, Tile> = {
  handling: {
    permission: 'orders.read',
    rows: (_, here) => sql`from orders o where ${OPEN_ORDER} and ${here(sql`o.store_uid`)}`,
  },
  late: {
    permission: 'orders.read',
    rows: ({ now }, here) =>
      sql`from orders o where ${OPEN_ORDER} and least(o.deadline_at, o.promised_at) < ${at(now)} and ${here(sql`o.store_uid`)}`,
  },
  own_orders: {
    permission: 'orders.read',
    rows: ({ staff }, here) =>
      sql`from orders o where o.owner_uid = ${staff.uuid} and ${OPEN_ORDER} and ${here(sql`o.store_uid`)}`,
  },
  rest: {
    permission: 'orders.read',
    rows: (_, here) => sql`from orders o where ${OPEN_ORDER} and ${unpaidRest} > 0 and ${here(sql`o.store_uid`)}`,
  },
  held: {
    permission: 'orders.capture',
    rows: (_, here) => sql`from orders o where ${OPEN_ORDER} and ${sql.raw(IS_HELD)} and ${here(sql`o.store_uid`)}`,
  },
  financing: {
    permission: 'orders.read',
    rows: (_, here) => sql`from orders o where ${asksForFinancing} and ${here(sql`o.store_uid`)}`,
  },
  doubt: {
    permission: 'orders.review',
    rows: (_, here) =>
      sql`from payments p join orders o on o.uuid = p.order_uid where p.review_reason is not null and p.review_resolved_at is null and ${here(sql`o.store_uid`)}`,
  },
  papers: {
    permission: 'orders.handover',
    rows: (_, here) => sql`from orders o where ${hasPapersToCheck} and ${here(sql`o.store_uid`)}`,
  },
  approvals: {
    permission: 'approvals.decide',
    rows: ({ staff, within }, here) =>
      sql`from approvals a where a.status = 'waiting' and a.requested_by_uid <> ${staff.uuid} and ${isOfOwnCalls(staff, sql`a.call`, sql`a.store_uid`)}
        and (${here(sql`a.store_uid`)} ${within('approvals.decide') === 'all' ? sql`or a.store_uid is null` : sql``})`,
  },
  leads: {
    permission: 'leads.read',
    rows: ({ now }, here) => sql`from leads l where ${overdue(now)} and ${here(sql`l.store_uid`)}`,
  },
  reviews: {
    permission: 'reviews.read',
    rows: (_, here) => sql`from (select store_uid from product_reviews where state = 'waiting'
      union all select store_uid from product_questions where state = 'waiting') v where ${here(sql`v.store_uid`)}`,
  },
  tradeIns: {
    permission: 'trade-ins.read',
    rows: (_, here) => sql`from trade_ins t where t.state = 'waiting' and ${here(sql`t.store_uid`)}`,
  },
  bookings: {
    permission: 'bookings.read',
    rows: ({ day }, here) =>
      sql`from bookings b where b.starts_at >= ${startOf(day)} and b.starts_at < ${startOf(addDays(day, 1))} and b.cancelled_at is null and ${here(sql`b.store_uid`)}`,
  },
  messages: {
    permission: 'messages.read',
    rows: (_, here) => sql`from outbox m where ${IS_RETRIED} and ${here(sql`m.store_uid`)}`,
  },
  out_of_stock: {
    permission: 'stock.edit',
    rows: (_, here) => sql`from variants v join products p on p.uuid = v.product_uid where ${isSoldOut(here)}`,
  },
  low_stock: {
    permission: 'stock.edit',
    rows: (_, here) => sql`from (select uuid from variants where stock <= low_stock
        union select variant_uid from branch_stock where pieces <= low_stock) low
      join variants v on v.uuid = low.uuid join products p on p.uuid = v.product_uid where v.active and p.kind <> 'SERVICE'
        and exists (select from store_products sp where sp.product_uid = p.uuid and ${here(sql`sp.store_uid`)})`,
  },
  tasks: {
    permission: null,
    rows: ({ staff, seen }) =>
      sql`from tasks t where t.assignee_uid = ${staff.uuid} and t.done_at is null and ${seen(sql`t.entity_kind`, sql`t.store_uid`)}`,
  },
  mentions: {
    permission: null,
    rows: ({ staff, now, seen }) =>
      sql`from notes n where ${staff.uuid} = any(n.mentions) and n.created_at > ${at(now)} - make_interval(days => ${MENTION_DAYS}) and ${seen(sql`n.entity_kind`, sql`n.store_uid`)}`,
  },
  drafts: {
    permission: null,
    rows: ({ staff }) =>
      sql`from drafts d where ${staff.uuid} in (d.author_uid, d.publisher_uid) and (d.state = 'failed' or d.state = 'published' and d.problem <> '')`,
  },
};

function reachOf(
  { staff, now }: OfficeContext,
  store: string | undefined,
): Reach & { here: (p: Permission) => (column: SQL) => SQL } {
  if (!staff) throw refuse('UNAUTHORIZED');
  const within = (permission: Permission): string[] | 'all' => {
    const stores = storesWith(staff, permission);
    if (!store) return stores;
    return stores === 'all' || stores.includes(store) ? [store] : [];
  };
  const here =
    (permission: Permission) =>
    (column: SQL): SQL => {
      const stores = within(permission);
      return stores === 'all' ? sql`true` : sql`${column} = any(${sql.param(stores)}::uuid[])`;
    };
  // What is beside a thing is seen by who may read the thing.
  const seen = (kind: SQL, column: SQL): SQL =>
    sql`(${sql.join(
      Object.entries(reads).map(([name, permission]) => sql`${kind} = ${name} and ${here(permission)(column)}`),
      sql` or `,
    )})`;
  return { staff, now: now(), day: israelDay(now()), within, seen, here };
}

/**
 * How much waits for the person, in one query: for the home page, and for the notices that every page shows. @throws
 * UNAUTHORIZED
 */
export async function countWaiting(ctx: OfficeContext, store?: string): Promise<Waiting> {
  const reach = reachOf(ctx, store);
  const shown = Object.entries(tiles).filter(
    ([, { permission }]) => !permission || reach.within(permission).length > 0,
  );
  const counts = shown.map(
    ([key, { permission, rows }]) =>
      sql`(select count(*)::int from (select ${rows(reach, reach.here(permission ?? 'orders.read'))} limit ${MAX_WAITING}) counted) as ${sql.identifier(key)}`,
  );
  const { rows } = await ctx.db.execute(sql`select ${sql.join(counts, sql`, `)}`);
  return (rows[0] ?? {}) as Waiting;
}

type ListedTask = { uuid: string; title: string; kind: string; entity: string; due_at: string | null };
type ListedMention = { uuid: string; text: string; by: string; kind: string; entity: string; at: string };
type ListedStock = { sku: string; name: string };
/** Agorot and orders of a day so far, and of the same weekday a week ago until the same hour and as a whole. */
export type Sales = { today: number; orders: number; then: number; then_orders: number; whole: number };

export type Home = {
  waiting: Waiting;
  tasks: ListedTask[];
  mentions: ListedMention[];
  stock: ListedStock[];
  sales: Sales | null;
};

/** What waits for the person, by what they may. `store`: of this store alone. @throws UNAUTHORIZED */
export async function readHome(ctx: OfficeContext, store?: string): Promise<Home> {
  const reach = reachOf(ctx, store);
  const { now, day, within, here } = reach;
  const waiting = await countWaiting(ctx, store);
  const rowsOf = async <T>(isNeeded: boolean, query: () => SQL): Promise<T[]> =>
    isNeeded ? ((await ctx.db.execute(query())).rows as T[]) : [];
  const week = addDays(day, -7);
  const [tasks, mentions, stock, sales] = await Promise.all([
    rowsOf<ListedTask>(
      (waiting.tasks ?? 0) > 0,
      () => sql`
      select t.uuid, t.title, t.entity_kind as kind, t.entity_uid as entity, t.due_at ${tiles.tasks.rows(reach, here('orders.read'))} order by t.due_at nulls last, t.created_at limit ${LISTED}`,
    ),
    rowsOf<ListedMention>(
      (waiting.mentions ?? 0) > 0,
      () => sql`
      select n.uuid, left(n.text, 200) as text, p.name as by, n.entity_kind as kind, n.entity_uid as entity, n.created_at as at
      from (select n.* ${tiles.mentions.rows(reach, here('orders.read'))} order by n.created_at desc limit ${LISTED}) n
      join staff p on p.uuid = n.staff_uid order by n.created_at desc`,
    ),
    rowsOf<ListedStock>(
      (waiting.out_of_stock ?? 0) > 0,
      () => sql`
      select v.sku, p.name ${tiles.out_of_stock.rows(reach, here('stock.edit'))} order by p.updated_at desc, v.sku limit ${LISTED}`,
    ),
    rowsOf<Sales>(within('insight.read').length > 0, () => {
      const ordered = sql`o.status not in ('payment', 'cancelled') and ${here('insight.read')(sql`o.store_uid`)}`;
      return sql`
      select coalesce(sum(total) filter (where now_), 0)::float8 as today, count(*) filter (where now_)::int as orders,
        coalesce(sum(total) filter (where not now_ and early), 0)::float8 as then, count(*) filter (where not now_ and early)::int as then_orders,
        coalesce(sum(total) filter (where not now_), 0)::float8 as whole
      from (
        select o.total_agorot as total, true as now_, true as early from orders o where o.created_at >= ${startOf(day)} and ${ordered}
        union all
        select o.total_agorot, false, o.created_at < ${weekBefore(now)} from orders o
        where o.created_at >= ${startOf(week)} and o.created_at < ${startOf(addDays(week, 1))} and ${ordered}) days`;
    }),
  ]);
  return { waiting, tasks, mentions, stock, sales: sales[0] ?? null };
}
