import { type SQL, type SQLWrapper, sql } from '#db/sql.ts';

/** Conditions of refunds `f`: a buyer keeps what is on its way or in doubt until the money went back. */
const CARRIED_OUT = sql`f.status = 'done'`;
const NOT_REFUSED = sql`f.status <> 'refused'`;

/** Pieces of a line whose money went back. */
export const returnedPieces = (line: SQL, counted = CARRIED_OUT): SQL<number> =>
  sql`(select coalesce(sum(r.quantity), 0)::int from refund_lines r join refunds f on f.uuid = r.refund_uid
    where r.order_line_uid = ${line} and ${counted})`;

/**
 * The units of a line that its buyer keeps, as rows of `unit`. Where a refund names none, the last ones went. `line`
 * and `quantity`: columns of an outer query.
 */
export const keptUnits = (line: SQL, quantity: SQL, counted = CARRIED_OUT): SQL =>
  sql`(select n.unit from generate_series(1, ${quantity}) n(unit)
    where n.unit <> all (array(select unnest(r.units) from refund_lines r join refunds f on f.uuid = r.refund_uid
      where r.order_line_uid = ${line} and ${counted}))
    order by n.unit limit greatest(0, ${quantity} - ${returnedPieces(line, counted)}))`;

/** Those that may still be given back; `but`: as if that refund, a column of the outer query, weren't there. */
export const unitsLeft = (line: SQL, quantity: SQL, but?: SQL): SQL<number[]> =>
  sql`array${keptUnits(line, quantity, but ? sql`${NOT_REFUSED} and f.uuid <> ${but}` : NOT_REFUSED)}`;

/**
 * Whether every piece of an order was given back, so that nothing of it is prepared, sent or handed over. `order`: as
 * of `hasVehicle`.
 */
export const isAllReturned = (order: SQLWrapper | string): SQL<boolean> =>
  sql`(exists (select from order_lines l where l.order_uid = ${order})
    and not exists (select from order_lines l where l.order_uid = ${order} and l.quantity > ${returnedPieces(sql`l.uuid`)}))`;

/**
 * Whether an order has a vehicle that wasn't given back: only then is there a handover, with tasks and a date. `order`:
 * a column of another table's name, or a uuid.
 */
export const hasVehicle = (order: SQL | string): SQL<boolean> =>
  sql`exists (select from order_lines l join products p on p.uuid = l.product_uid
    where l.order_uid = ${order} and p.kind = 'VEHICLE' and l.quantity > ${returnedPieces(sql`l.uuid`)})`;
