import { sql } from 'drizzle-orm';
import { toShekels } from '#domain/money/money.ts';
import { orderStateNames, paymentStateNames } from '#domain/people/order-states.ts';
import { formatPhone } from '#domain/people/phone.ts';
import { csvOf } from '#domain/text/csv.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { refuse } from '../../platform/errors.ts';
import { note } from '../../staff/audit.ts';
import { officeCall } from '../../staff/office-call.ts';
import { conditionsOf, type OrderRow, orderColumns, orderFilters } from './list-orders.ts';

/** Rows of a file; more are asked for by narrower dates. */
const MOST_ROWS = 50_000;

const moment = (at: Date | string | null): string => (at ? `${formatDate(at)} ${formatTime(at)}` : '');

const columns: [name: string, cell: (row: OrderRow) => string][] = [
  ['הזמנה', (row) => row.number],
  ['סוג', (row) => (row.is_quote ? 'הצעת מחיר' : 'הזמנה')],
  ['נקלטה', (row) => moment(row.created_at)],
  ['חנות', (row) => row.store],
  ['מצב', (row) => orderStateNames[row.status]],
  ['תשלום', (row) => paymentStateNames[row.payment]],
  ['לקוח', (row) => row.customer],
  ['טלפון', (row) => formatPhone(row.phone)],
  ['דוא״ל', (row) => row.email],
  ['פריטים', (row) => row.goods ?? ''],
  ['סכום (₪)', (row) => toShekels(row.total_agorot).toFixed(2)],
  ['אחראי', (row) => row.owner ?? ''],
  ['לטפל עד', (row) => moment(row.deadline_at)],
  ['הובטח ללקוח', (row) => moment(row.promised_at)],
];

/**
 * The list as it is filtered, as a table for spreadsheets; that it left the system is in the audit log.
 * @throws NOT_POSSIBLE for more than a file holds: sums of a file that was cut would be wrong
 */
export const exportOrders = officeCall(
  { name: 'orders.export', permission: 'orders.export', input: orderFilters, kind: 'write' },
  async (ctx, filters): Promise<string> => {
    const { rows } = await ctx.db.execute(sql`
      ${orderColumns} where ${conditionsOf(filters, ctx)} order by o.created_at desc, o.uuid desc limit ${MOST_ROWS + 1}`);
    if (rows.length > MOST_ROWS)
      throw refuse('NOT_POSSIBLE', { message: 'יש יותר מ־50,000 הזמנות כאלה. צמצמו את הסינון לפי תאריכים.' });
    // What was searched for may be a person's name or phone.
    const { q, after: _, ...others } = filters;
    await note(ctx.db, { rows: rows.length, searched: q !== undefined, ...others });
    return csvOf(
      columns.map(([name]) => name),
      (rows as OrderRow[]).map((row) => columns.map(([, cell]) => cell(row))),
    );
  },
);
