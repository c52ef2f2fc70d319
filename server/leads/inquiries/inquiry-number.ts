import { leads } from '#db/schema/index.ts';
import { and, eq } from '#db/sql.ts';
import { isNumbered } from '../../checkout/orders/cancellation-notices.ts';
import type { RequestContext } from '../../context.ts';

/** The number of an inquiry, shown on the page and in its confirmation: the first eight digits of its uuid. */
export const inquiryNumber = (uuid: string): string => uuid.slice(0, 8).toUpperCase();

export const isInquiryNumber = (text: string): boolean => /^[\da-f]{8}$/i.test(text);

/** Leads staff from a notice of cancellation of this store to the order that it is about. */
export async function tieToOrder({ db, store }: RequestContext, number: string, orderUid: string): Promise<void> {
  await db
    .update(leads)
    .set({ orderUid })
    .where(and(eq(leads.storeUid, store.uuid), eq(leads.kind, 'cancellation'), isNumbered(leads.uuid, number)));
}
