import { sql } from '#db/sql.ts';
import { toShekels } from '#domain/money/money.ts';
import { orderStateNames, paymentFilterNames, paymentStateNames } from '#domain/orders/states.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { conditionsOf, type ListedOrder, orderColumns, orderFilters } from './list-orders.ts';

const columns: FileColumn<ListedOrder>[] = [
  ['הזמנה', (row) => row.number],
  ['סוג', (row) => (row.is_quote ? 'הצעת מחיר' : row.is_financed ? 'הזמנה במימון' : 'הזמנה')],
  ['נקלטה', (row) => momentText(row.created_at)],
  ['חנות', (row) => row.store],
  ['מצב', (row) => orderStateNames[row.status]],
  ['תשלום', (row) => (row.rest_agorot > 0 ? paymentFilterNames.rest : paymentStateNames[row.payment])],
  ['לקוח', (row) => row.customer],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['דוא״ל', (row) => row.email],
  ['פריטים', (row) => row.goods ?? ''],
  ['סכום (₪)', (row) => toShekels(row.total_agorot), 'sum'],
  ['יתרה לתשלום (₪)', (row) => toShekels(row.rest_agorot), 'sum'],
  ['אחראי', (row) => row.owner ?? ''],
  ['לטפל עד', (row) => momentText(row.deadline_at)],
  ['הובטח ללקוח', (row) => momentText(row.promised_at)],
];

/** The list as it is filtered, as a table for spreadsheets; that it left the system is in the change log. */
export const exportOrders = officeCall(
  { name: 'orders.export', permission: 'orders.export', input: orderFilters.extend({ format }), kind: 'write' },
  async (ctx, { format: kind, ...filters }): Promise<ListFile> => {
    const query = sql`${orderColumns} where ${conditionsOf(filters, ctx)} order by o.created_at desc, o.uuid desc`;
    const { file, rows } = await listFile<ListedOrder>(ctx.db, { name: 'orders', format: kind, columns, query });
    // What was searched for may be a person's name or phone.
    const { q, after: _, ...others } = filters;
    await noteOperation(ctx.db, { rows, searched: q !== undefined, ...others });
    return file;
  },
);
