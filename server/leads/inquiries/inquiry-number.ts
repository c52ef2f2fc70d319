import { leads } from '#db/schema/index.ts';
import { and, eq, type SQLWrapper, sql } from '#db/sql.ts';
import type { RequestContext } from '../../context.ts';

/** The number of an inquiry, shown on the page and in its confirmation: the first eight digits of its uuid. */
export const inquiryNumber = (uuid: string): string => uuid.slice(0, 8).toUpperCase();

export const isInquiryNumber = (text: string): boolean => /^[\da-f]{8}$/i.test(text);

/** Whether an inquiry has this number, by the index of its key. @param number as `isInquiryNumber` takes it */
export const isNumbered = (uuid: SQLWrapper, number: SQLWrapper | string) =>
  sql`${uuid} between (${number}::text || '-0000-0000-0000-000000000000')::uuid and (${number}::text || '-ffff-ffff-ffff-ffffffffffff')::uuid`;

/** Whether staff have still to deal with a notice of cancellation that was sent for an order. */
export const isCancelling = (orderUid: SQLWrapper) =>
  sql<boolean>`exists (select from order_history h join leads l on ${isNumbered(sql`l.uuid`, sql`h.to_value`)}
    where h.order_uid = ${orderUid} and h.field = 'cancellation_notice' and l.state <> 'closed')`;

/** Leads staff from a notice of cancellation of this store to the order that it is about. */
export async function tieToOrder({ db, store }: RequestContext, number: string, orderUid: string): Promise<void> {
  await db
    .update(leads)
    .set({ orderUid })
    .where(and(eq(leads.storeUid, store.uuid), eq(leads.kind, 'cancellation'), isNumbered(leads.uuid, number)));
}
