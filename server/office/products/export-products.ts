import { sql } from 'drizzle-orm';
import { kindNames, stockPolicyNames } from '#domain/catalogue/product-names.ts';
import { toShekels } from '#domain/money/money.ts';
import { csvOf } from '#domain/text/csv.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { note } from '../../staff/audit.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type ProductRow, productColumns, productConditions, productFilters } from './list-products.ts';

/** Rows of a file; more are asked for by narrower filters. */
const MOST_ROWS = 100_000;

const sum = (agorot: number | null): string => (agorot === null ? '' : String(toShekels(agorot)));

const columns: [name: string, cell: (row: ProductRow) => string][] = [
  ['שם', (row) => row.name],
  ['כתובת', (row) => row.slug],
  ['סוג', (row) => kindNames[row.kind]],
  ['מותג', (row) => row.brand ?? ''],
  ['מחיר', (row) => sum(row.price_agorot)],
  ['מחיר קודם', (row) => sum(row.deleted_price_agorot)],
  ['מכירה', (row) => stockPolicyNames[row.policy]],
  ['מלאי', (row) => String(row.stock)],
  ['גרסאות', (row) => String(row.variants)],
  ['מוצג בחנויות', (row) => row.shown.join(', ')],
  ['מוסתר בחנויות', (row) => row.hidden.join(', ')],
  ['תמונה', (row) => (row.media ? 'יש' : 'חסרה')],
  ['עודכן', (row) => `${formatDate(row.updated_at)} ${formatTime(row.updated_at)}`],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportProducts = officeCall(
  { name: 'products.export', permission: 'products.read', input: productFilters, kind: 'write' },
  async (ctx, { after: _, ...filters }): Promise<string> => {
    const chosen = sql`select p.* from products p where ${productConditions(filters, ctx)} order by p.name, p.uuid limit ${MOST_ROWS}`;
    const { rows } = await ctx.db.execute<ProductRow>(productColumns(chosen, ctx.stores));
    await note(ctx.db, { rows: rows.length, ...filters });
    return csvOf(
      columns.map(([name]) => name),
      rows.map((row) => columns.map(([, cell]) => cell(row))),
    );
  },
);
