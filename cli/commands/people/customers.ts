import { containing } from '#db/sql.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { formatMoment } from '#domain/text/format.ts';
import type { Command } from '../../command.ts';
import { table } from '../../table.ts';

/** Guests are customers too: found by their orders. */
const find = `
  select s.key as store, c.uuid, concat_ws(' ', c.first_name, c.last_name) as name, c.phone, c.email, c.created_at as since,
    (select count(*) from orders o where o.customer_uid = c.uuid)::int as orders, 0 as erased
  from customers c join stores s on s.uuid = c.store_uid
  where c.erased_at is null and (c.phone = $2 or concat_ws(' ', c.first_name, c.last_name, c.phone, c.email) ilike $1)
  union all
  select s.key, null, concat_ws(' ', max(o.first_name), max(o.last_name)), o.phone, o.email, min(o.created_at), count(*)::int, count(o.erased_at)::int
  from orders o join stores s on s.uuid = o.store_uid
  where o.customer_uid is null and (o.phone = $2 or concat_ws(' ', o.first_name, o.last_name, o.phone, o.email, o.number) ilike $1)
  group by s.key, o.phone, o.email
  order by since desc limit 50`;

type Row = {
  store: string;
  uuid: string | null;
  name: string;
  phone: string | null;
  email: string | null;
  since: Date;
  orders: number;
  /** Orders of a guest that were kept when the person was erased. */
  erased: number;
};

export const customersFindCommand: Command = {
  usage: '<phone, e-mail or name>',
  summary: 'who it is and how many orders they have, with an account or as a guest; the newest 50',
  arguments: 1,
  async run({ pool, say }, [text = '']) {
    const like = containing(text.trim());
    const { rows } = await pool.query<Row>(find, [like, parsePhone(text)]);
    if (rows.length === 0) say('Nobody was found.');
    else say(table(['store', 'name', 'phone', 'e-mail', 'account', 'orders', 'since'], rows.map(rowCells)));
    return { json: rows };
  },
};

const guest = ({ orders, erased }: Row): string => {
  if (erased === 0) return 'guest';
  return erased === orders ? 'guest, erased' : `guest, ${erased} orders erased`;
};

const rowCells = (row: Row): string[] => [
  row.store,
  row.name,
  row.phone ?? '',
  row.email ?? '',
  row.uuid ? 'yes' : guest(row),
  `${row.orders}`,
  formatMoment(row.since),
];
