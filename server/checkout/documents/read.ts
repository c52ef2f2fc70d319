import type { TaxDocument } from '#contract/checkout/documents.ts';
import { documents, type OrderRow, orders } from '#db/schema/index.ts';
import { and, desc, eq, inArray } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { type DocumentKind, documentTitle } from '#domain/money/tax-document.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { secretHash } from '../../platform/keyed-hash.ts';
import { type Linked, orderSecret } from '../order-secret.ts';

/** What is shown of a document. */
export const shownColumns = {
  uuid: documents.uuid,
  kind: documents.kind,
  number: documents.number,
  issuedAt: documents.issuedAt,
  totalAgorot: documents.totalAgorot,
  vatAgorot: documents.vatAgorot,
  allocationNumber: documents.allocationNumber,
  link: documents.link,
};
type Shown = Pick<typeof documents.$inferSelect, Exclude<keyof typeof shownColumns, 'issuedAt'>> & {
  issuedAt: Date | string;
};

/**
 * Documents of one order, whose right to be seen the caller has checked, or of the signed-in customer. @throws
 * UNAUTHORIZED
 */
export async function listDocuments(
  ctx: RequestContext,
  { orderUid, kinds }: { orderUid?: string; kinds?: DocumentKind[] },
): Promise<TaxDocument[]> {
  if (!orderUid && !ctx.customer) throw refuse('UNAUTHORIZED');
  const rows = await ctx.db
    .select({
      document: shownColumns,
      order: { uuid: orders.uuid, number: orders.number, linkVersion: orders.linkVersion },
    })
    .from(documents)
    .innerJoin(orders, eq(orders.uuid, documents.orderUid))
    .where(
      and(
        eq(documents.storeUid, ctx.store.uuid),
        orderUid ? eq(documents.orderUid, orderUid) : eq(orders.customerUid, ctx.customer?.uuid ?? ''),
        kinds && inArray(documents.kind, kinds),
      ),
    )
    .orderBy(desc(documents.issuedAt), desc(documents.createdAt))
    .limit(500);
  return rows.map(({ document, order }) => shownDocument(ctx, document, order));
}

export const shownDocument = (ctx: RequestContext, row: Shown, order: Linked & { number: string }): TaxDocument => ({
  uuid: row.uuid,
  kind: row.kind,
  title: documentTitle[row.kind],
  number: row.number,
  issued_at: new Date(row.issuedAt).toISOString(),
  order_number: order.number,
  total: toShekels(row.totalAgorot),
  vat: toShekels(row.vatAgorot),
  allocation_number: row.allocationNumber,
  url: row.link ?? `/api/receipts/get-document/${row.uuid}?secret=${orderSecret(ctx.secret, order)}`,
});

/** The print of a document, for the owner of its order or a holder of the order's secret. @throws NOT_FOUND */
export async function printOf(
  ctx: RequestContext,
  uuid: string,
  secret: string | undefined,
): Promise<{ name: string; bytes: Buffer }> {
  const owner = secret ? undefined : ctx.customer ? eq(orders.customerUid, ctx.customer.uuid) : undefined;
  if (!owner && !secret) throw refuse('UNAUTHORIZED');
  const [document] = await ctx.db
    .select({ document: documents, order: orders })
    .from(documents)
    .innerJoin(orders, eq(orders.uuid, documents.orderUid))
    .where(and(eq(documents.storeUid, ctx.store.uuid), eq(documents.uuid, uuid), owner));
  // `shownDocument` gives the secret of today's key, whichever the order was placed under.
  const opens = (order: OrderRow) => [order.secretHash, secretHash(orderSecret(ctx.secret, order))];
  if (secret && document && !opens(document.order).includes(secretHash(secret))) throw refuse('NOT_FOUND');
  const provider = ctx.documents.find(({ name }) => name === document?.document.provider);
  if (!document || !provider?.print) throw refuse('NOT_FOUND');
  const { kind, number } = document.document;
  return { name: `${documentTitle[kind]} ${number}.pdf`, bytes: await provider.print(document.document) };
}
