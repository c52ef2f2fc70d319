import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/client.ts';
import { documentSeries, documents, type OrderRow, type PaymentRow } from '#db/schema/index.ts';
import { and, desc, eq, isNull, sql } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import {
  creditOf,
  type DocumentContent,
  type DocumentKind,
  documentTitle,
  INVOICES,
} from '#domain/money/tax-document.ts';
import { vatInside, vatOn } from '#domain/money/vat.ts';
import type { Deps } from '../../context.ts';
import type { GatewayDocument } from '../../providers/documents/documents.ts';
import { contentOf, lineOfSum } from './content.ts';
import { lockDocuments, readVatRates } from './vat-rates.ts';

/** The gateway's clock may be behind the shop's by this much. */
const SKEW_MS = 5 * 60_000;

type Tools = Pick<Deps, 'documents' | 'env' | 'now'> & { log: Pick<FastifyBaseLogger, 'error'> };

/** What a gateway calls its documents; of any other name the document is of the kind that the payment asks for. */
const KINDS: Record<string, DocumentKind> = { TaxInvoiceAndReceipt: 'tax_invoice_receipt', Receipt: 'receipt' };

/**
 * Writes the document of a payment, in the transaction that pays. For a deposit there is a receipt, unless the gateway
 * has written another; the invoice comes with the rest. The `difference` that a paid order grew by has an invoice of
 * its own. Any other payment is of the whole order, also where its sum isn't the order's: another one was accepted, or
 * the order was edited since. Call it last: it holds the company's series until the transaction ends.
 */
export async function issueDocument(
  tools: Tools,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  gateway: GatewayDocument | null,
  of: 'order' | 'difference' = 'order',
): Promise<void> {
  const whole = of === 'order' && payment.amountAgorot === order.totalAgorot;
  const isDeposit = !whole && order.paymentMethod === 'deposit';
  const name = isDeposit ? 'דמי שריון על חשבון הזמנה' : of === 'difference' ? 'תוספת להזמנה' : 'תשלום עבור הזמנה';
  await write(tools, tx, {
    order,
    payment,
    gateway,
    kind: KINDS[gateway?.type ?? ''] ?? (isDeposit ? 'receipt' : 'tax_invoice_receipt'),
    at: writtenAt(payment, gateway) ?? payment.settledAt,
    totalAgorot: payment.amountAgorot,
    credits: null,
    vatBp: async (day) => vatOn(await readVatRates(tx, tools.env), day),
    content: (content) => (whole ? content : lineOfSum(content, `${name} ${order.number}`, payment.amountAgorot)),
  });
}

/**
 * When the gateway says that it wrote the document: the shop may learn of the money days later, in another year. A time
 * before the payment was begun or after the shop has learned of it isn't believed.
 */
function writtenAt({ openedAt, createdAt, settledAt }: PaymentRow, gateway: GatewayDocument | null): Date | null {
  if (!gateway?.writtenAt || !settledAt) return null;
  const at = new Date(gateway.writtenAt);
  const begun = (openedAt ?? createdAt).getTime() - SKEW_MS;
  return at.getTime() >= begun && at <= settledAt ? at : null;
}

/**
 * Takes a payment's document back, in whole or in part. A payment without a document (it was in doubt) has nothing to
 * take back.
 */
export async function issueCredit(
  tools: Tools,
  tx: Db,
  order: OrderRow,
  payment: PaymentRow,
  refund: { agorot: number; gateway: GatewayDocument | null; at: Date | null },
): Promise<void> {
  const [original] = await tx
    .select()
    .from(documents)
    .where(and(eq(documents.paymentUid, payment.uuid), isNull(documents.creditsUid)));
  if (!original) return;
  const [credited] = await tx
    .select({
      agorot: sql<number>`coalesce(sum(${documents.totalAgorot}), 0)::float8`,
      vatAgorot: sql<number>`coalesce(sum(${documents.vatAgorot}), 0)::float8`,
    })
    .from(documents)
    .where(eq(documents.creditsUid, original.uuid));
  const all = (credited?.agorot ?? 0) + refund.agorot;
  if (all > original.totalAgorot) throw new Error('credits of more than was paid');
  const whole = refund.agorot === original.totalAgorot;
  const { kind, number, issuedAt } = original;
  await write(tools, tx, {
    order,
    payment,
    gateway: refund.gateway,
    kind: creditOf(kind),
    at: refund.at,
    totalAgorot: refund.agorot,
    credits: original.uuid,
    // Whatever the rate is by now.
    vatBp: async () => original.vatBp,
    // Each part is rounded: the last one makes them add up to what the whole was.
    vatAgorot: all === original.totalAgorot ? original.vatAgorot - (credited?.vatAgorot ?? 0) : undefined,
    content: () => ({
      ...(whole ? original.content : lineOfSum(original.content, `החזר עבור הזמנה ${order.number}`, refund.agorot)),
      original: { title: documentTitle[kind], number, issuedAt: issuedAt.toISOString() },
    }),
  });
}

type Writing = {
  order: OrderRow;
  payment: PaymentRow;
  gateway: GatewayDocument | null;
  kind: DocumentKind;
  /** When the gateway wrote its document, or else when the money came or went. */
  at: Date | null;
  totalAgorot: number;
  credits: string | null;
  /** The rate of an invoice that is issued on a day (`2026-11-22`). */
  vatBp: (day: string) => Promise<number>;
  /** Its VAT, where that isn't what its own sum says. */
  vatAgorot?: number | undefined;
  content: (current: DocumentContent) => DocumentContent;
};

async function write(tools: Tools, tx: Db, writing: Writing): Promise<void> {
  const { order, payment, kind, totalAgorot } = writing;
  const { companyUid, ...content } = await contentOf(tx, order, payment);
  const next = await timeOfNext(tools, tx, companyUid);
  // The gateway wrote its document with the money, however late the shop learns of it.
  const issuedAt = (writing.gateway && writing.at) ?? next;
  // The day of the books is Israel's, also in the first hours of January.
  const day = israelDay(issuedAt);
  const year = Number(day.slice(0, 4));
  const numbered = await firstOf(tools, { kind, year, gateway: writing.gateway }, () =>
    nextNumber(tx, companyUid, kind, year),
  );
  if (!numbered) {
    tools.log.error({ payment: payment.uuid, kind }, 'nobody makes the document of this payment');
    return;
  }
  const vatBp = INVOICES.includes(kind) ? await writing.vatBp(day) : 0;
  const vatAgorot = vatBp > 0 ? (writing.vatAgorot ?? vatInside(totalAgorot, vatBp)) : 0;
  const insert = tx.insert(documents).values({
    ...numbered,
    companyUid,
    storeUid: order.storeUid,
    orderUid: order.uuid,
    paymentUid: payment.uuid,
    kind,
    year,
    creditsUid: writing.credits,
    netAgorot: totalAgorot - vatAgorot,
    vatAgorot,
    totalAgorot,
    vatBp,
    content: writing.content(content),
    issuedAt,
  });
  if (numbered.sequence !== null) return void (await insert);
  // Another account of the gateway's may have given the number before: the money is recorded without a row of its
  // paper.
  const target = [documents.companyUid, documents.provider, documents.kind, documents.number];
  const [insertedRow] = await insert.onConflictDoNothing({ target }).returning({ uuid: documents.uuid });
  const { number } = numbered;
  if (!insertedRow)
    tools.log.error({ payment: payment.uuid, kind, number }, 'another document of the gateway has this number');
}

/**
 * When the company's next document is issued: taken under the lock of the company's numbers, and never before the last
 * one, so that a higher number doesn't bear an earlier date.
 */
async function timeOfNext({ now }: Tools, tx: Db, companyUid: string): Promise<Date> {
  await lockDocuments(tx, companyUid);
  const [last] = await tx
    .select({ at: documents.issuedAt })
    .from(documents)
    .where(eq(documents.companyUid, companyUid))
    .orderBy(desc(documents.issuedAt))
    .limit(1);
  const at = now();
  return last && last.at > at ? last.at : at;
}

async function firstOf(
  { documents: providers }: Tools,
  draft: { kind: DocumentKind; year: number; gateway: GatewayDocument | null },
  next: () => Promise<number>,
) {
  for (const provider of providers) {
    const numbered = await provider.issue(draft, next);
    if (numbered) return numbered;
  }
  return null;
}

async function nextNumber(tx: Db, companyUid: string, kind: DocumentKind, year: number): Promise<number> {
  const [row] = await tx
    .insert(documentSeries)
    .values({ companyUid, kind, year, last: 1 })
    .onConflictDoUpdate({
      target: [documentSeries.companyUid, documentSeries.kind, documentSeries.year],
      set: { last: sql`${documentSeries.last} + 1` },
    })
    .returning({ last: documentSeries.last });
  if (!row) throw new Error('the series gave no number');
  return row.last;
}
