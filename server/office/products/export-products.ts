import { sql } from '#db/sql.ts';
import { kindNames, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { toShekels } from '#domain/money/money.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { type ProductRow, productColumns, productConditions, productFilters } from './list-products.ts';

const sum = (agorot: number | null): string | number => (agorot === null ? '' : toShekels(agorot));

const columns: FileColumn<ProductRow>[] = [
  ['שם', (row) => row.name],
  ['כתובת', (row) => row.slug],
  ['סוג', (row) => kindNames[row.kind]],
  ['מותג', (row) => row.brand ?? ''],
  ['מחיר', (row) => sum(row.price_agorot), 'sum'],
  ['מחיר קודם', (row) => sum(row.deleted_price_agorot), 'sum'],
  ['מכירה', (row) => stockPolicyNames[row.policy]],
  ['מלאי', (row) => row.stock],
  ['גרסאות', (row) => row.variants],
  ['מוצג בחנויות', (row) => row.shown.join(', ')],
  ['מוסתר בחנויות', (row) => row.hidden.join(', ')],
  ['תמונה', (row) => (row.media ? 'יש' : 'חסרה')],
  ['עודכן', (row) => momentText(row.updated_at)],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportProducts = officeCall(
  { name: 'products.export', permission: 'products.read', input: productFilters.extend({ format }), kind: 'write' },
  async (ctx, { after: _, format: kind, ...filters }): Promise<ListFile> => {
    const query = productColumns(sql`select p.* from products p where ${productConditions(filters, ctx)}`, ctx.stores);
    const { file, rows } = await listFile<ProductRow>(ctx.db, { name: 'products', format: kind, columns, query });
    await noteOperation(ctx.db, { rows, ...filters });
    return file;
  },
);
