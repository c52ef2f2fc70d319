import { orderStatus } from '#contract/orders.ts';
import { SetupError } from '#db/setup-error.ts';
import { formatDate, formatExactPrice, formatTime } from '#domain/format.ts';
import type { Command } from '../command.ts';
import { table } from '../table.ts';

/** Everything that people ask an order by; `$1` is null for all. */
const newest = `
  select o.number, s.key as store, o.created_at, o.status, o.payment_status, o.payment_method,
    concat_ws(' ', o.first_name, o.last_name) as customer, o.phone, o.email, o.total_agorot::float / 100 as total,
    o.due_agorot::float / 100 as due_online, o.hold_until,
    exists (select 1 from order_history h where h.order_uid = o.uuid and h.field = 'cancellation_notice') as asks_to_cancel
  from orders o join stores s on s.uuid = o.store_uid
  where ($1::text is null or s.key = $1) and ($2::order_status is null or o.status = $2)
    and ($3::text is null or concat_ws(' ', o.number, o.first_name, o.last_name, o.phone, o.email) ilike $3)
    and ($4::timestamptz is null or o.created_at >= $4)
  order by o.created_at desc, o.uuid limit $5`;

type Row = {
  number: string;
  store: string;
  created_at: Date;
  status: string;
  payment_status: string;
  payment_method: string;
  due_online: number;
  customer: string;
  phone: string;
  total: number;
  asks_to_cancel: boolean;
};

/** In Israel's time, as in the letters that customers get. */
export const when = (at: Date): string => `${formatDate(at)} ${formatTime(at)}`;

export const ordersListCommand: Command = {
  usage: '',
  summary: 'the newest orders',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of this store' },
    status: { type: 'string', help: `only ${orderStatus.options.join(', ')}` },
    search: { type: 'string', help: 'in number, name, phone and e-mail' },
    since: { type: 'string', help: 'from this day on: 2026-11-01' },
    limit: { type: 'string', help: 'how many; 20 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const status = options.status ?? null;
    if (status !== null && !orderStatus.safeParse(status).success)
      throw new SetupError(`--status is one of ${orderStatus.options.join(', ')}`);
    const limit = Number(options.limit ?? 20);
    if (!Number.isInteger(limit) || limit < 1 || limit > 10_000)
      throw new SetupError('--limit is a number up to 10000');
    const since = options.since === undefined ? null : new Date(String(options.since));
    if (since && Number.isNaN(since.getTime())) throw new SetupError('--since is a day: 2026-11-01');
    const search = options.search === undefined ? null : `%${String(options.search).replace(/[\\%_]/g, '\\$&')}%`;

    const { rows } = await pool.query<Row>(newest, [options.store ?? null, status, search, since, limit]);
    if (rows.length === 0) say('No orders.');
    else say(table(['number', 'store', 'when', 'status', 'payment', 'total', 'customer', 'phone'], rows.map(shown)));
    return { json: rows };
  },
};

const shown = (row: Row): string[] => [
  row.number,
  row.store,
  when(row.created_at),
  row.asks_to_cancel && row.status !== 'cancelled' ? `${row.status} (asks to cancel)` : row.status,
  // A deposit, or what a lender leaves to be paid.
  row.due_online < row.total
    ? `${row.payment_status} (${row.payment_method} ${formatExactPrice(row.due_online)})`
    : row.payment_status,
  formatExactPrice(row.total),
  row.customer,
  row.phone,
];
