import { z } from 'zod';
import { auditLog, documents, orders, stores } from '#db/schema/index.ts';
import { and, containing, eq, type SQL, sql } from '#db/sql.ts';
import { type DocumentKind, documentTitle } from '#domain/money/tax-document.ts';
import { formatDate } from '#domain/text/format.ts';
import { type IssuedRow, issuedBetween, issuedQuery, sumsOf } from '../../checkout/documents/issued-documents.ts';
import { checkSeries, type Series } from '../../checkout/documents/missing-numbers.ts';
import { sendDocument } from '../../checkout/orders/send-document.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { actorName, officeCall } from '../../staff/office-call.ts';
import {
  all,
  chosenStores,
  cursorMoment,
  dayFields,
  inStores,
  type ListPage,
  listFields,
  oneOf,
  readListPage,
  several,
} from '../list.ts';
import { type FileColumn, format, type ListFile, listFile } from '../list-file.ts';

const kinds = Object.keys(documentTitle) as [DocumentKind, ...DocumentKind[]];
const filters = z.object({ ...listFields, kind: several(z.enum(kinds)), ...dayFields });

export type DocumentRow = {
  uuid: string;
  moment: string;
  kind: DocumentKind;
  number: string;
  store: string;
  order_uid: string;
  order_number: string;
  customer: string;
  total_agorot: number;
  issued_at: Date;
};

/** Of `documents d`, `orders o`. */
function conditionsOf({ q, store, kind, from, to }: z.output<typeof filters>, stores: string[]): SQL {
  const text = q && containing(q.toLowerCase());
  return all([
    inStores(sql`d.store_uid`, chosenStores(stores, store)),
    text
      ? sql`(lower(d.number) like ${text} or lower(o.number) like ${text} or lower(d.content -> 'customer' ->> 'name') like ${text})`
      : undefined,
    oneOf(sql`d.kind`, kind),
    from || to ? issuedBetween(from, to) : undefined,
  ]);
}

export const listDocuments = officeCall(
  { name: 'documents.list', permission: 'documents.read', input: filters, kind: 'read' },
  (ctx, input): Promise<ListPage<DocumentRow>> => {
    const issued = sql`d.issued_at`;
    return readListPage<DocumentRow>(ctx.db, {
      select: sql`
        select d.uuid, ${cursorMoment(issued)} as moment, d.kind, d.number, s.name as store, d.order_uid, o.number as order_number,
          d.content -> 'customer' ->> 'name' as customer, d.total_agorot::float8, d.issued_at
        from documents d join orders o on o.uuid = d.order_uid join stores s on s.uuid = d.store_uid`,
      from: sql`documents d join orders o on o.uuid = d.order_uid`,
      where: conditionsOf(input, ctx.stores),
      after: input.after,
      sortedBy: issued,
      uuid: sql`d.uuid`,
    });
  },
);

/** The series of the companies whose stores the person may see. */
export const documentSeries = officeCall(
  { name: 'documents.series', permission: 'documents.read', input: z.object({}), kind: 'read' },
  async (ctx): Promise<Series[]> => {
    const { rows } = await ctx.db.execute<{ company_uid: string }>(
      sql`select distinct company_uid from stores where uuid = any(${sql.param(ctx.stores)}::uuid[])`,
    );
    return checkSeries(
      ctx.db,
      rows.map(({ company_uid }) => company_uid),
    );
  },
);

const documentInput = z.object({ document: z.uuid() });

export const readDocument = officeCall(
  { name: 'documents.read', permission: 'documents.read', entity: 'document', input: documentInput, kind: 'read' },
  async (ctx, { document: uuid }) => {
    const [row] = await ctx.db
      .select({ document: documents, order: orders.number, email: orders.email, store: stores.name })
      .from(documents)
      .innerJoin(orders, eq(orders.uuid, documents.orderUid))
      .innerJoin(stores, eq(stores.uuid, documents.storeUid))
      .where(eq(documents.uuid, uuid));
    if (!row) throw refuse('NOT_FOUND');
    const related = await ctx.db
      .select({ uuid: documents.uuid, kind: documents.kind, number: documents.number })
      .from(documents)
      .where(
        and(
          eq(documents.orderUid, row.document.orderUid),
          sql`(${documents.creditsUid} = ${uuid} or ${documents.uuid} = ${row.document.creditsUid}::uuid)`,
        ),
      );
    return { ...row, related };
  },
);

export const printDocument = officeCall(
  { name: 'documents.print', permission: 'documents.read', entity: 'document', input: documentInput, kind: 'read' },
  async (ctx, { document: uuid }): Promise<{ name: string; bytes: Buffer }> => {
    const [document] = await ctx.db.select().from(documents).where(eq(documents.uuid, uuid));
    const provider = ctx.documents.find(({ name }) => name === document?.provider);
    if (!document || !provider?.print) throw refuse('NOT_FOUND');
    return { name: `${documentTitle[document.kind]} ${document.number}.pdf`, bytes: await provider.print(document) };
  },
);

export const resendDocument = officeCall(
  { name: 'documents.send', permission: 'messages.resend', entity: 'document', input: documentInput, kind: 'write' },
  async (ctx, { document }) => {
    await ctx.db.transaction(async (tx) => {
      if (!(await sendDocument(ctx, tx, document)))
        throw refuse('NOT_POSSIBLE', { message: 'להזמנה אין כתובת דוא״ל. פרטי הלקוח נמחקו' });
      await noteOperation(tx, { document });
    });
  },
);

const columns: FileColumn<IssuedRow>[] = [
  ['תאריך', (row) => formatDate(row.issued_at)],
  ['חנות', (row) => row.store],
  ['סוג', (row) => documentTitle[row.kind]],
  ['מספר', (row) => row.number],
  ['מספר הקצאה', (row) => row.allocation_number ?? ''],
  ['מזכה את', (row) => row.credits ?? ''],
  ['הזמנה', (row) => row.order_number],
  ['לקוח', (row) => row.customer],
  ['ח״פ / ע״מ', (row) => row.customer_number ?? ''],
  ['לפני מע״מ', (row) => sumsOf(row).net, 'sum'],
  ['מע״מ', (row) => sumsOf(row).vat, 'sum'],
  ['סה״כ', (row) => sumsOf(row).total, 'sum'],
  ['קישור', (row) => row.link ?? ''],
];

/**
 * A table for spreadsheets, like that of `documents export`, with the stores' names. Customers' names leave the system,
 * so that the export is recorded.
 */
export const exportDocuments = officeCall(
  { name: 'documents.export', permission: 'documents.export', input: filters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...input }): Promise<ListFile> => {
    const query = issuedQuery(conditionsOf(input, ctx.stores), sql`s.name`);
    const { file, rows } = await listFile<IssuedRow>(ctx.db, { name: 'documents', format: kind, columns, query });
    const { q: _personal, ...loggedInput } = input;
    await ctx.db.insert(auditLog).values({
      actor: actorName(ctx.staff),
      actorKind: 'staff',
      command: 'documents.export',
      details: { ...loggedInput, documents: rows },
      createdAt: ctx.now(),
    });
    return file;
  },
);
