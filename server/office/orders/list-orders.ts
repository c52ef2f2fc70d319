import { z } from 'zod';
import { sql } from '#db/sql.ts';
import { nearestAgorot } from '#domain/money/money.ts';
import { type OrderStatus, orderStatuses, type PaymentStatus, paymentFilters } from '#domain/orders/states.ts';
import { MAX_COUNTED } from '#domain/text/format.ts';
import { IS_HELD, UNPAID_REST } from '../../checkout/orders/balance.ts';
import { hasVehicle, isAllReturned } from '../../checkout/orders/returned-pieces.ts';
import { refuse } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import {
  afterCursor,
  all,
  chosenStores,
  cursorMoment,
  dayFields,
  inDays,
  inStores,
  type ListPage,
  listFields,
  matchesPerson,
  oneOf,
  PAGE_ROWS,
  pageOf,
  several,
} from '../list.ts';
import { branchesOf } from '../stock/stock-locations.ts';

export const orderFilters = z.object({
  ...listFields,
  status: several(z.enum(orderStatuses)),
  payment: several(z.enum(paymentFilters)),
  /** Where the goods are picked up. */
  branch: several(z.uuid()),
  ...dayFields,
  /** Shekels. */
  min: z.coerce.number().min(0).max(100_000_000).optional(),
  max: z.coerce.number().min(0).max(100_000_000).optional(),
  /** `me`, `nobody`. */
  owner: z.enum(['me', 'nobody']).optional(),
  /** Only orders that somebody has to do something for. */
  waiting: z.enum(['handling', 'doubt', 'late', 'papers', 'held']).optional(),
  /** Offers that nobody has paid for; orders that a lender pays for. */
  kind: z.enum(['quote', 'financing']).optional(),
});

export type ListedOrder = {
  uuid: string;
  moment: string;
  number: string;
  store: string;
  status: OrderStatus;
  payment: PaymentStatus;
  /** What is missing of an order that was accepted. */
  rest_agorot: number;
  is_quote: boolean;
  /** A lender pays for it. */
  is_financed: boolean;
  /** Every piece was given back: it is only to be closed. */
  is_to_be_closed: boolean;
  customer: string;
  phone: string;
  email: string;
  /** `null` for an order without lines. */
  goods: string | null;
  total_agorot: number;
  owner: string | null;
  owner_uid: string | null;
  deadline_at: Date | null;
  promised_at: Date | null;
  created_at: Date;
};

/** The index's own expression (`db/schema/orders.ts`). */
export const orderPersonText = sql.raw(
  `lower(o.number || ' ' || o.first_name || ' ' || o.last_name || ' ' || o.phone || ' ' || o.email)`,
);

/** An order `o` that staff offered, and that nobody has paid for: once paid, it is an order as any other. */
export const isQuote = sql.raw(
  `(o.status in ('payment', 'cancelled') and o.paid_at is null and exists (select from order_history h where h.order_uid = o.uuid and h.field = 'quote'))`,
);

/** An order `o` whose buyer has sent papers or a signature that nobody has decided about. */
export const hasPapersToCheck = sql`(o.status in ('accepted', 'in_process', 'delivery_in_process') and exists (select from handover_steps w where w.order_uid = o.uuid
    and w.sent_at is not null and w.done_at is null and w.refused_at is null) and ${hasVehicle(sql`o.uuid`)})`;

/** An order `o` whose buyer waits for an offer of financing. */
export const asksForFinancing = sql.raw(`(o.status = 'payment' and o.payment_method = 'financing')`);

/** An order `o` that is being handled, although every piece of it was given back. */
export const isToBeClosed = sql`(o.status in ('accepted', 'in_process', 'delivery_in_process') and ${isAllReturned(sql`o.uuid`)})`;

export const unpaidRest = sql.raw(UNPAID_REST);

/** `sum_agorot`: of all that the filters mean; `null` beyond `MAX_COUNTED`, where only some were added up. */
export type OrdersPage = ListPage<ListedOrder> & { sum_agorot: number | null };

/** Orders of the stores that the person may see, newest first, page by page. */
export const listOrders = officeCall(
  { name: 'orders.list', permission: 'orders.read', input: orderFilters, kind: 'read' },
  async (ctx, filters): Promise<OrdersPage> => {
    const where = conditionsOf(filters, ctx);
    const page = all([where, afterCursor(filters.after, sql`o.created_at`, sql`o.uuid`)]);
    const [rows, total] = await Promise.all([
      ctx.db.execute(sql`${orderColumns} where ${page} order by o.created_at desc, o.uuid desc limit ${PAGE_ROWS + 1}`),
      ctx.db.execute<{ count: number; sum: number }>(sql`
        select count(*)::int as count, coalesce(sum(total_agorot), 0)::float8 as sum
        from (select o.total_agorot from orders o where ${where} limit ${MAX_COUNTED}) counted`),
    ]);
    const { count, sum } = total.rows[0] ?? { count: 0, sum: 0 };
    return { ...pageOf(rows.rows as ListedOrder[], count), sum_agorot: count < MAX_COUNTED ? sum : null };
  },
);

/** What the list can be filtered by. */
export const listOrderBranches = officeCall(
  { name: 'orders.branches', permission: 'orders.read', input: z.object({}), kind: 'read' },
  (ctx) => branchesOf(ctx),
);

/** What is done with many orders needs of each. */
export type SelectedOrder = Pick<ListedOrder, 'uuid' | 'number' | 'status' | 'owner_uid'>;

/**
 * All orders of the filters, newest first, as they are at this moment: a selection is frozen here, and what comes later
 * isn't in it.
 * @throws NOT_POSSIBLE for more than are counted
 */
export const selectOrders = officeCall(
  { name: 'orders.select', permission: 'orders.read', input: orderFilters, kind: 'read' },
  async (ctx, filters): Promise<SelectedOrder[]> => {
    const { rows } = await ctx.db.execute(sql`
      select o.uuid, o.number, o.status, o.owner_uid from orders o where ${conditionsOf(filters, ctx)}
      order by o.created_at desc, o.uuid desc limit ${MAX_COUNTED}`);
    if (rows.length === MAX_COUNTED)
      throw refuse('NOT_POSSIBLE', { message: 'יש בסינון יותר מדי הזמנות. צמצמו אותו לפי תאריכים או חנות.' });
    return rows as SelectedOrder[];
  },
);

export const orderColumns = sql`
  select o.uuid, ${cursorMoment(sql`o.created_at`)} as moment, o.number, s.name as store, o.status, o.payment_status as payment, ${unpaidRest} as rest_agorot, ${isQuote} as is_quote, o.payment_method = 'financing' as is_financed, ${isToBeClosed} as is_to_be_closed,
    o.first_name || ' ' || o.last_name as customer, o.phone, o.email, o.total_agorot::float8, o.deadline_at, o.promised_at,
    o.created_at, p.name as owner, o.owner_uid,
    (select string_agg(case when l.quantity > 1 then l.quantity || '× ' else '' end || l.name, ', ' order by l.position)
      from order_lines l where l.order_uid = o.uuid) as goods
  from orders o join stores s on s.uuid = o.store_uid left join staff p on p.uuid = o.owner_uid`;

/** What counts as paid and isn't wholly is found by its rest alone. */
function paymentIs(chosenStates: string[]) {
  const states = sql`o.payment_status::text = any(${sql.param(chosenStates)}::text[]) and (o.payment_status <> 'paid' or ${unpaidRest} = 0)`;
  return chosenStates.includes('rest') ? sql`(${unpaidRest} > 0 or (${states}))` : sql`(${states})`;
}

/** The rows of `orders o` that the filters mean. */
export function conditionsOf(
  filters: z.output<typeof orderFilters>,
  { stores, staff, now }: { stores: string[]; staff: { uuid: string }; now: () => Date },
) {
  const { q, store, status, payment, branch, min, max, owner, waiting, kind } = filters;
  return all([
    inStores(sql`o.store_uid`, chosenStores(stores, store)),
    q ? matchesPerson(orderPersonText, q) : undefined,
    kind === 'quote' ? isQuote : undefined,
    kind === 'financing' ? sql`o.payment_method = 'financing'` : undefined,
    oneOf(sql`o.status::text`, status),
    payment && paymentIs(payment),
    branch && sql`o.branch_uid = any(${sql.param(branch)}::uuid[])`,
    ...inDays(sql`o.created_at`, filters),
    min === undefined ? undefined : sql`o.total_agorot >= ${nearestAgorot(min)}`,
    max === undefined ? undefined : sql`o.total_agorot <= ${nearestAgorot(max)}`,
    owner === 'me' ? sql`o.owner_uid = ${staff.uuid}` : undefined,
    owner === 'nobody' ? sql`o.owner_uid is null` : undefined,
    waiting === 'handling' ? sql`o.status in ('accepted', 'in_process', 'delivery_in_process')` : undefined,
    waiting === 'late'
      ? sql`o.status in ('accepted', 'in_process', 'delivery_in_process') and least(o.deadline_at, o.promised_at) < ${now().toISOString()}::timestamptz`
      : undefined,
    waiting === 'doubt'
      ? sql`exists (select from payments p where p.order_uid = o.uuid and p.review_reason is not null and p.review_resolved_at is null)`
      : undefined,
    waiting === 'papers' ? hasPapersToCheck : undefined,
    waiting === 'held'
      ? sql`o.status in ('accepted', 'in_process', 'delivery_in_process') and ${sql.raw(IS_HELD)}`
      : undefined,
  ]);
}
