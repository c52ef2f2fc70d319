import { orderStatus } from '#contract/checkout/orders.ts';
import { OperatorError } from '#db/operator-error.ts';
import { paymentStatus } from '#db/schema/index.ts';
import { containing } from '#db/sql.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { formatCount, formatExactPrice, formatMoment } from '#domain/text/format.ts';
import { TAKEN, UNPAID_REST } from '#server/checkout/orders/balance.ts';
import type { Command } from '../../command.ts';
import { agorotOption, dayOption, limitOption } from '../../options.ts';
import { table } from '../../table.ts';

/** `rest`: of which a part is missing. */
const payments = [...paymentStatus.enumValues, 'rest'];

/** Filters of the order list; `$1` null means all. */
const matching = `
  select o.number, s.key as store, o.created_at, o.status, o.payment_status, o.payment_method,
    concat_ws(' ', o.first_name, o.last_name) as customer, o.phone, o.email, o.total_agorot::float / 100 as total,
    o.due_agorot::float / 100 as due_online, ${UNPAID_REST} / 100 as rest, ${TAKEN}::float / 100 as taken, o.hold_until,
    exists (select 1 from order_history h where h.order_uid = o.uuid and h.field = 'cancellation_notice') as asks_to_cancel
  from orders o join stores s on s.uuid = o.store_uid
  where ($1::text is null or s.key = $1) and ($2::order_status is null or o.status = $2)
    and ($3::text is null or concat_ws(' ', o.number, o.first_name, o.last_name, o.phone, o.email) ilike $3 or o.phone like $7)
    and ($4::date is null or o.created_at >= $4::timestamp at time zone 'Asia/Jerusalem')
    and ($5::date is null or o.created_at < ($5::date + 1)::timestamp at time zone 'Asia/Jerusalem')
    and ($6::text is null or case when $6 = 'rest' then ${UNPAID_REST} > 0
      else o.payment_status::text = $6 and (o.payment_status <> 'paid' or ${UNPAID_REST} = 0) end)
    and ($8::bigint is null or o.total_agorot >= $8) and ($9::bigint is null or o.total_agorot <= $9)`;

const sums = `
  select count(*)::int as orders, coalesce(sum(total), 0) as total,
    coalesce(sum(taken) filter (where payment_status in ('paid', 'partly_refunded', 'refunded')), 0) as paid
  from (${matching}) matching`;

type Row = {
  number: string;
  store: string;
  created_at: Date;
  status: string;
  payment_status: string;
  payment_method: string;
  due_online: number;
  /** Shekels that are missing of an order that was accepted. */
  rest: number;
  customer: string;
  phone: string;
  total: number;
  asks_to_cancel: boolean;
};

export const ordersListCommand: Command = {
  usage: '',
  summary: 'the newest orders',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of this store' },
    status: { type: 'string', help: `only ${orderStatus.options.join(', ')}` },
    payment: { type: 'string', help: `only ${payments.join(', ')}` },
    search: { type: 'string', help: 'in number, name, e-mail and phone, however it is typed' },
    since: { type: 'string', help: 'from this day on: 2026-11-01 (Israel time)' },
    until: { type: 'string', help: 'up to this day, and with it: 2026-11-30' },
    min: { type: 'string', help: 'of at least so many shekels in all' },
    max: { type: 'string', help: 'of at most so many shekels in all' },
    limit: { type: 'string', help: 'how many; 20 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const status = options.status ?? null;
    if (status !== null && !orderStatus.safeParse(status).success)
      throw new OperatorError(`--status is one of ${orderStatus.options.join(', ')}`);
    const limit = limitOption(options.limit, 20, 10_000);
    const payment = options.payment ?? null;
    if (payment !== null && !payments.some((one) => one === payment))
      throw new OperatorError(`--payment is one of ${payments.join(', ')}`);
    const [since, until] = [dayOption('since', options.since), dayOption('until', options.until)];
    const search = options.search === undefined ? null : containing(String(options.search));

    const phone = options.search === undefined ? null : phonePattern(String(options.search));
    const [least, most] = [agorotOption(options.min, 'min') ?? null, agorotOption(options.max, 'max') ?? null];
    const parameters = [options.store ?? null, status, search, since, until, payment, phone, least, most];
    const { rows } = await pool.query<Row>(`${matching} order by o.created_at desc, o.uuid limit ${limit}`, parameters);
    if (rows.length === 0) say('No orders.');
    else {
      say(table(['number', 'store', 'when', 'status', 'payment', 'total', 'customer', 'phone'], rows.map(rowCells)));
      const [all] = (await pool.query<{ orders: number; total: number; paid: number }>(sums, parameters)).rows;
      if (all) say(`\n${summary(rows.length, all)}`);
    }
    return { json: rows };
  },
};

/** Of all matches, shown or not. Refunds aren't subtracted. */
const summary = (shownRows: number, { orders, total, paid }: { orders: number; total: number; paid: number }): string =>
  `${shownRows} of ${formatCount(orders)} orders, ${formatExactPrice(total)} in all, ${formatExactPrice(paid)} paid online`;

/** A phone or part of it in E.164 digits, however typed; `null`: no phone. */
function phonePattern(text: string): string | null {
  const fullPhone = parsePhone(text);
  if (fullPhone) return fullPhone;
  const digits = text.replace(/[\s\-.()+־–]/g, '');
  return /^\d{4,12}$/.test(digits) ? `%${digits.replace(/^(?:00)?972/, '').replace(/^0/, '')}%` : null;
}

function paymentOf({ payment_status: state, payment_method, due_online, rest, total }: Row): string {
  if (rest > 0) return `${state}, ${formatExactPrice(rest)} due`;
  // A deposit, or the part that a lender leaves to be paid.
  return due_online < total ? `${state} (${payment_method} ${formatExactPrice(due_online)})` : state;
}

const rowCells = (row: Row): string[] => [
  row.number,
  row.store,
  formatMoment(row.created_at),
  row.asks_to_cancel && row.status !== 'cancelled' ? `${row.status} (asks to cancel)` : row.status,
  paymentOf(row),
  formatExactPrice(row.total),
  row.customer,
  row.phone,
];
