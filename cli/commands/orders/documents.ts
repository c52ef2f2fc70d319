import { OperatorError } from '#db/operator-error.ts';
import { sql } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import { formatPrice } from '#domain/text/format.ts';
import { type IssuedRow, issuedBetween, issuedDocuments, sumsOf } from '#server/checkout/documents/issued-documents.ts';
import {
  askForDocumentsAgain,
  REPORTED_DAYS,
  type UndocumentedPayment,
  undocumentedPayments,
} from '#server/checkout/documents/missing-documents.ts';
import { checkSeries } from '#server/checkout/documents/missing-numbers.ts';
import type { Tools } from '#server/checkout/payments/settle.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { dayOption } from '../../options.ts';
import { paymentTools, shekelsText } from '../../payment-tools.ts';
import { table } from '../../table.ts';

export const documentsExportCommand: Command = {
  usage: '',
  summary: 'invoices, receipts and credits for the bookkeeper, by series and number',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of the store with this key' },
    from: { type: 'string', help: 'first day, 2026-01-01' },
    to: { type: 'string', help: 'last day, 2026-12-31' },
  },
  async run({ db, say }, _args, options) {
    const [from, to] = [dayOption('from', options.from), dayOption('to', options.to)];
    const store = options.store === undefined ? null : String(options.store);
    const rows = await db.transaction(async (tx) => {
      const stores = await tx.execute(sql`select from stores where key = ${store}`);
      if (store !== null && stores.rowCount === 0) throw new OperatorError(`There is no store ${store}`);
      const rows = await issuedDocuments(
        tx,
        sql`(${store}::text is null or s.key = ${store}) and ${issuedBetween(from, to)}`,
      );
      // Customers' names leave the system, so the export is recorded.
      await noteOperation(tx, { store, from, to, documents: rows.length });
      return rows;
    });
    if (rows.length === 0) say('There are no documents.');
    else
      say(table(['date', 'store', 'kind', 'number', 'order', 'customer', 'net', 'VAT', 'total'], rows.map(rowCells)));
    return { json: rows.map(exported) };
  },
};

export const documentsCheckCommand: Command = {
  usage: '',
  summary:
    'whether every series of documents has each of its numbers, and every charge its document; status 1 when one is missing',
  arguments: 0,
  options: { ask: { type: 'boolean', help: 'have the gateways asked again for the documents that charges lack' } },
  async run(operation, _args, options) {
    const { db, say } = operation;
    const tools = paymentTools(operation);
    const series = await checkSeries(db);
    if (series.length === 0) say('There are no series of documents.');
    else
      say(
        table(
          ['company', 'kind', 'year', 'last', 'documents', 'missing'],
          series.map(({ company, kind, year, last, documents, missing }) => [
            company,
            kind,
            String(year),
            String(last),
            String(documents),
            missing.length > 0 ? missing.join(', ') : 'none',
          ]),
        ),
      );
    const undocumented = await undocumentedPayments(tools);
    if (undocumented.length > 0) {
      say(`\nCharges of the last ${REPORTED_DAYS} days without a document:`);
      say(table(['charged', 'store', 'order', 'gateway', 'transaction', 'total'], undocumented.map(charge)));
    }
    const askedCount = options.ask ? await askAgain(tools) : 0;
    if (options.ask) say(`${askedCount} are asked for again by the running shop.`);
    return {
      json: { series, undocumented, asked: askedCount },
      failed: undocumented.length > 0 || series.some(({ missing }) => missing.length > 0),
    };
  },
};

const askAgain = (tools: Tools): Promise<number> =>
  tools.db.transaction(async (tx) => {
    const askedCount = await askForDocumentsAgain({ ...tools, db: tx });
    await noteOperation(tx, { asked: askedCount });
    return askedCount;
  });

const charge = (one: UndocumentedPayment): string[] => [
  israelDay(one.charged_at),
  one.store,
  one.order,
  one.provider,
  one.transaction ?? '',
  shekelsText(one.total_agorot),
];

function exported(row: IssuedRow) {
  const { net_agorot: _net, vat_agorot: _vat, total_agorot: _total, ...rest } = row;
  return { ...rest, ...sumsOf(row) };
}

function rowCells(row: IssuedRow): string[] {
  const { net, vat, total } = sumsOf(row);
  const money = [net, vat, total].map((sum) => formatPrice(sum, 2));
  return [israelDay(row.issued_at), row.store, row.kind, row.number, row.order_number, row.customer, ...money];
}
