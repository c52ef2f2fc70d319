import type { Db } from '#db/client.ts';
import { type OrderRow, orders, type PaymentRow } from '#db/schema/index.ts';
import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice, isolate } from '#domain/text/format.ts';

/** As staff read it inside a sentence. */
export const sumText = (agorot: number): string => isolate(formatExactPrice(toShekels(agorot)));

/** Of a payment `p`, as SQL: that it pays its order, also if it went back since. */
const PAYS = `p.status in ('paid', 'partly_refunded', 'refunded', 'authorised')
  and (p.review_reason is null or p.review_outcome = 'accepted')`;

/**
 * Of a payment that has money: that it pays its order. One in doubt doesn't yet, one whose doubt was closed never will.
 */
export const paysOrder = ({ reviewReason, reviewOutcome }: Reviewed): boolean =>
  reviewReason === null || reviewOutcome === 'accepted';
type Reviewed = Pick<PaymentRow, 'reviewReason' | 'reviewOutcome'>;

/** Of an order `o`, agorot, as SQL: what was taken or is held for it, what went back since included. */
export const TAKEN = `coalesce((select sum(coalesce(p.taken_agorot, p.amount_agorot)) from payments p
  where p.order_uid = o.uuid and ${PAYS}), 0)`;

/**
 * Of an order `o`, agorot, as SQL: what pieces that went back had cost beyond what was paid for them, which went back
 * or was kept as a fee. Nobody pays it any more. Of pieces that are back, a part that was refused is still owed to the
 * buyer, so it was paid; what went back of pieces that stayed (`returnedOf`) had cost as much. Edits since then change
 * a line's sum, which is nobody's where no piece of it is left.
 */
const UNPAID_RETURNED = `(select greatest(0,
    sum(case when back.pieces < l.quantity then back.cost else l.price_agorot * l.quantity - l.discount_agorot end - back.agorot)
      - (select coalesce(sum(f.fee_agorot), 0) from refunds f join payments p on p.uuid = f.payment_uid where p.order_uid = o.uuid and f.status = 'done'))
  from order_lines l join lateral (select sum(r.quantity) filter (where r.status = 'done') as pieces, sum(r.amount_agorot) as agorot,
      sum(case when r.is_back then r.cost_agorot else r.amount_agorot end) as cost
    from (select r.*, f.status, bool_or(r.quantity > 0 and f.status = 'done') over (partition by f.created_at) as is_back
      from refund_lines r join refunds f on f.uuid = r.refund_uid where r.order_line_uid = l.uuid) r
    where r.is_back or r.status = 'done') back on back.pieces > 0
  where l.order_uid = o.uuid)`;

/**
 * Of an order `o`, as SQL: that it is being handled. Where every piece went back, nobody owes anything more
 * (`isAllReturned`).
 */
const IS_OWED = `o.status in ('accepted', 'in_process', 'delivery_in_process') and exists (select from order_lines l
  where l.order_uid = o.uuid and l.quantity > (select coalesce(sum(r.quantity), 0) from refund_lines r
    join refunds f on f.uuid = r.refund_uid where r.order_line_uid = l.uuid and f.status = 'done'))`;

/**
 * Of an order `o`, agorot, as SQL: what is missing of one that was accepted and isn't with its buyer yet; 0 for any
 * other. The rest of a deposit is part of it, wherever it will be paid; a lender's money is not. What went back as a
 * surplus was taken, and pays nothing.
 */
export const UNPAID_REST = `(case when ${IS_OWED}
  then greatest(0, greatest(o.due_agorot, case o.payment_method when 'financing' then 0
    when 'deposit' then o.total_agorot + o.surplus_refunded_agorot - ${UNPAID_RETURNED} else o.total_agorot end) - ${TAKEN})
  else 0 end)::float8`;

/**
 * Of an order `o` that is being handled, agorot, as SQL: what an edit has made too much and what didn't go back since;
 * 0 for any other.
 */
export const OVERPAID = `(case when o.status in ('accepted', 'in_process', 'delivery_in_process')
  then greatest(0, ${TAKEN} - o.due_agorot) else 0 end)::float8`;

/**
 * What is still to be paid online of an order that was accepted: it grew after it was paid. Agorot; 0 where nothing is.
 * `due_agorot` is then all that is to be paid online over time, what was paid included, and below it where a part is to
 * go back: a refund uses that up first (`finish-refund.ts`). What is paid elsewhere (a deposit's rest, a lender's
 * money) is no part of it.
 */
export async function balanceOf(db: Db, orderUid: string): Promise<number> {
  return (await onlineMoney(db, orderUid)).owed;
}

/** `balanceOf` of a row of `orders`, as a column of a query. */
export const balanceAgorot = sql<number>`coalesce((select greatest(0, o.due_agorot - ${sql.raw(TAKEN)}) from orders o
  where o.uuid = ${orders.uuid} and ${sql.raw(IS_OWED)}), 0)::float8`;

/** Of a row of `orders`, as a column of a query: that a person looks into a payment of it. It takes no other one. */
export const hasPaymentInDoubt = sql<boolean>`exists (select from payments d where d.order_uid = ${orders.uuid}
  and d.review_reason is not null and d.review_resolved_at is null)`;

/** Of a row of `orders`, agorot, as a column of a query: what its buyer is asked to pay online now. */
export const toPayNowAgorot = sql<number>`case when ${hasPaymentInDoubt} then 0
  when ${orders.status} = 'payment' then ${orders.dueAgorot}::float8 else ${balanceAgorot} end`;

/**
 * Of a row of `orders`, agorot, as a column of a query: what a deposit leaves to be paid at the handover, which is
 * `UNPAID_REST` without the balance.
 */
export const restAtHandoverAgorot = sql<number>`(case ${orders.paymentMethod} when 'deposit' then
  (select ${sql.raw(UNPAID_REST)} from orders o where o.uuid = ${orders.uuid}) - ${balanceAgorot} else 0 end)::float8`;

/**
 * Of a row of `orders`, agorot, as a column of a query: what was taken or is held of it, but for a surplus that went
 * back.
 */
export const takenAgorot = sql<number>`(select ${sql.raw(TAKEN)} - o.surplus_refunded_agorot from orders o
  where o.uuid = ${orders.uuid})::float8`;

/** Of an order `o`, as SQL: that something that pays it is only held on a card. */
export const IS_HELD = `exists (select from payments p where p.order_uid = o.uuid and p.status = 'authorised' and ${PAYS})`;

/** `UNPAID_REST` of one order. */
export async function unpaidRestOf(db: Db, orderUid: string): Promise<number> {
  const { rows } = await db.execute<{ rest: number }>(
    sql`select ${sql.raw(UNPAID_REST)} as rest from orders o where o.uuid = ${orderUid}`,
  );
  return rows[0]?.rest ?? 0;
}

/**
 * Of an order that is being handled, else zeros. Agorot; `taken` includes what is only held, and what went back since;
 * `owed` is `balanceOf`.
 */
export async function onlineMoney(db: Db, orderUid: string): Promise<{ due: number; taken: number; owed: number }> {
  const { rows } = await db.execute<{ due: number; taken: number; owed: number }>(sql`
    select o.due_agorot::float8 as due, ${sql.raw(TAKEN)}::float8 as taken,
      (case when ${sql.raw(IS_OWED)} then greatest(0, o.due_agorot - ${sql.raw(TAKEN)}) else 0 end)::float8 as owed
    from orders o where o.uuid = ${orderUid} and o.status in ('accepted', 'in_process', 'delivery_in_process')`);
  return rows[0] ?? { due: 0, taken: 0, owed: 0 };
}

/**
 * Of an order that is being handled, agorot: what keeps its goods here. `held`: what pays it, but is only held on a
 * card, and lapses there unless it is captured; `owed` is `balanceOf`.
 */
export async function openMoney(db: Db, orderUid: string): Promise<{ owed: number; held: number }> {
  const { rows } = await db.execute<{ owed: number; held: number }>(sql`
    select (case when ${sql.raw(IS_OWED)} then greatest(0, o.due_agorot - ${sql.raw(TAKEN)}) else 0 end)::float8 as owed,
      coalesce((select sum(coalesce(p.taken_agorot, p.amount_agorot)) from payments p
        where p.order_uid = o.uuid and p.status = 'authorised' and ${sql.raw(PAYS)}), 0)::float8 as held
    from orders o where o.uuid = ${orderUid} and o.status in ('accepted', 'in_process', 'delivery_in_process')`);
  return rows[0] ?? { owed: 0, held: 0 };
}

/**
 * Of an order that was accepted: how much of what it costs, in all, is to be paid online. Of a deposit's no more than
 * the deposit; of a financed one what it costs more than the lender's sum; of any other the whole.
 */
export async function onlineShare(db: Db, order: OrderRow) {
  const { uuid, paymentMethod, totalAgorot } = order;
  if (paymentMethod === 'deposit') {
    const deposit = await depositShare(db, order);
    return (total: number) => Math.min(deposit, total);
  }
  if (paymentMethod === 'financing') {
    const lent = await lentSum(db, uuid, totalAgorot);
    return (total: number) => Math.max(0, total - lent);
  }
  return (total: number) => total;
}

/**
 * The deposit of an order that was accepted, agorot: what is due of it, as long as the order costs more. Once an edit
 * has left it costing less, what was asked for first, or what payments brought before anything went back: one may come
 * short and be completed by a link.
 */
async function depositShare(
  db: Db,
  { uuid, dueAgorot, surplusRefundedAgorot, totalAgorot }: OrderRow,
): Promise<number> {
  const due = dueAgorot - surplusRefundedAgorot;
  if (due < totalAgorot) return due;
  const { rows } = await db.execute<{ agorot: number }>(sql`
    with paid as (select p.amount_agorot, coalesce(p.taken_agorot, p.amount_agorot) as taken, p.created_at,
      row_number() over (order by p.created_at) = 1 as is_first
      from payments p where p.order_uid = ${uuid} and ${sql.raw(PAYS)})
    select greatest(max(amount_agorot) filter (where is_first), sum(taken) filter (where is_first or not exists (select
      from refunds f join payments p on p.uuid = f.payment_uid
      where p.order_uid = ${uuid} and f.status = 'done' and f.settled_at < paid.created_at)))::float8 as agorot from paid`);
  return Math.max(due, rows[0]?.agorot ?? 0);
}

/**
 * What the lender pays at most, agorot: what the order cost when the lender agreed. A used vehicle's credit lowers what
 * the buyer has to add first, and only the rest of it the lender's sum. The credit's row of the history is known by its
 * sum and its reason.
 */
async function lentSum(db: Db, orderUid: string, totalAgorot: number): Promise<number> {
  const { rows } = await db.execute<{ from: number; credit: number }>(sql`
    select h.from_value::float8 as from,
      case when h.reason = t.reason and h.from_value::bigint - h.to_value::bigint = t.confirmed_agorot then t.confirmed_agorot else 0 end::float8 as credit
    from order_history h left join order_trade_ins t on t.order_uid = h.order_uid and t.state = 'confirmed'
    where h.order_uid = ${orderUid} and h.field = 'total' and not exists (select from order_history a
      where a.order_uid = h.order_uid and a.field = 'status' and a.to_value = 'accepted' and a.created_at > h.created_at)
    order by h.created_at`);
  const agreed = rows[0]?.from ?? totalAgorot;
  const credited = rows.find(({ credit }) => credit > 0);
  if (!credited) return agreed;
  const buyers = Math.max(0, credited.from - agreed);
  return agreed - Math.max(0, credited.credit - buyers);
}
