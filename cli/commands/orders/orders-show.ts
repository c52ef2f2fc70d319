import type pg from 'pg';
import { OperatorError } from '#db/operator-error.ts';
import { toShekels } from '#domain/money/money.ts';
import { orderNumberOf } from '#domain/orders/order-number.ts';
import { formatExactPrice, formatMoment } from '#domain/text/format.ts';
import type { Command } from '../../command.ts';
import { table } from '../../table.ts';

const one = `
  select to_jsonb(o) - 'secret_hash' - 'store_uid' as "order", s.key as store, b.name as branch,
    (select coalesce(jsonb_agg(to_jsonb(l) - 'order_uid' order by l.position), '[]') from order_lines l where l.order_uid = o.uuid) as lines,
    (select coalesce(jsonb_agg(to_jsonb(d) - 'order_uid'), '[]') from order_discounts d where d.order_uid = o.uuid) as discounts,
    (select coalesce(jsonb_agg(to_jsonb(p) - 'order_uid' - 'url' order by p.created_at), '[]') from payments p where p.order_uid = o.uuid) as payments,
    (select coalesce(jsonb_agg(to_jsonb(c) - 'order_uid' order by c.created_at), '[]') from order_consents c where c.order_uid = o.uuid) as consents,
    (select coalesce(jsonb_agg(to_jsonb(h) - 'order_uid' order by h.created_at, h.uuid), '[]') from order_history h where h.order_uid = o.uuid) as history
  from orders o join stores s on s.uuid = o.store_uid left join branches b on b.uuid = o.branch_uid
  where o.number = $1`;

type Shown = {
  order: Record<string, string | number | null> & { business: { name: string; number: string } | null };
  store: string;
  branch: string | null;
  lines: { sku: string; name: string; quantity: number; price_agorot: number; discount_agorot: number }[];
  payments: {
    provider: string;
    status: string;
    amount_agorot: number;
    wallet: string | null;
    last4: string | null;
    review_reason: string | null;
  }[];
  history: {
    created_at: string;
    actor: string;
    field: string;
    from_value: string | null;
    to_value: string;
    reason: string;
  }[];
};

/** @throws OperatorError when there is none */
export async function orderUidOf(db: Pick<pg.ClientBase, 'query'>, typed: string): Promise<string> {
  const { rows } = await db.query<{ uuid: string }>('select uuid from orders where number = $1', [
    orderNumberOf(typed) ?? typed,
  ]);
  if (!rows[0]) throw new OperatorError(`There is no order ${typed}.`);
  return rows[0].uuid;
}

export const ordersShowCommand: Command = {
  usage: '<number>',
  summary: 'an order with its lines, payments, consents and history',
  arguments: 1,
  async run({ pool, say }, [typed = '']) {
    const { rows } = await pool.query<Shown>(one, [orderNumberOf(typed) ?? typed]);
    const [order] = rows;
    if (!order) throw new OperatorError(`There is no order ${typed}.`);
    for (const block of blocks(order)) say(`${block}\n`);
    return { json: order };
  },
};

const money = (agorot: unknown): string => formatExactPrice(toShekels(Number(agorot)));

function blocks({ order, store, branch, lines, payments, history }: Shown): string[] {
  const facts = [
    ['number', `${order.number}`],
    ['store', store],
    ['placed', formatMoment(`${order.created_at}`)],
    ['status', `${order.status} / payment ${order.payment_status} (${order.payment_method})`],
    ['customer', `${order.first_name} ${order.last_name}, ${order.phone}, ${order.email}`],
    [
      'delivery',
      [order.delivery_name, branch, order.address && JSON.stringify(order.address)].filter(Boolean).join(', '),
    ],
    ...(order.business ? [['invoice for', `${order.business.name}, ${order.business.number}`]] : []),
    ['total', `${money(order.total_agorot)}, due online ${money(order.due_agorot)}`],
    ...(order.hold_until ? [['held until', formatMoment(`${order.hold_until}`)]] : []),
    ...(order.remarks ? [['remarks', `${order.remarks}`]] : []),
  ];
  return [
    table(['order', ''], facts, 120),
    table(
      ['sku', 'product', 'pieces', 'price', 'discount'],
      lines.map((line) => [
        line.sku,
        line.name,
        `${line.quantity}`,
        money(line.price_agorot),
        money(line.discount_agorot),
      ]),
    ),
    ...(payments.length > 0
      ? [
          table(
            ['provider', 'payment', 'sum', 'card', 'in doubt'],
            payments.map((one) => [
              one.provider,
              one.status,
              money(one.amount_agorot),
              [one.wallet, one.last4].filter(Boolean).join(' '),
              one.review_reason ?? '',
            ]),
          ),
        ]
      : []),
    table(
      ['when', 'who', 'what', 'from', 'to', 'why'],
      history.map((row) => [
        formatMoment(row.created_at),
        row.actor,
        row.field,
        row.from_value ?? '',
        row.to_value,
        row.reason,
      ]),
    ),
  ];
}
