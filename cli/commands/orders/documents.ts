import { SetupError } from '#db/setup-error.ts';
import { toShekels } from '#domain/money/money.ts';
import { type DocumentKind, isCredit } from '#domain/money/tax-document.ts';
import { formatPrice } from '#domain/text/format.ts';
import { audit } from '../../audit.ts';
import type { Command } from '../../command.ts';
import { day } from '../../israel-moment.ts';
import { table } from '../../table.ts';
import { inTransaction } from '../../transaction.ts';

type Row = {
  issued_at: Date;
  store: string;
  provider: string;
  kind: DocumentKind;
  number: string;
  allocation_number: string | null;
  credits: string | null;
  order_number: string;
  customer: string;
  customer_number: string | null;
  net_agorot: number;
  vat_agorot: number;
  total_agorot: number;
  link: string | null;
};

/** Days are Israel's, both included. */
const issued = `
  select d.issued_at, s.key as store, d.provider, d.kind, d.number, d.allocation_number, c.number as credits,
    o.number as order_number, d.content -> 'customer' ->> 'name' as customer, d.content -> 'customer' ->> 'number' as customer_number,
    d.net_agorot::float8, d.vat_agorot::float8, d.total_agorot::float8, d.link
  from documents d join stores s on s.uuid = d.store_uid join orders o on o.uuid = d.order_uid
    left join documents c on c.uuid = d.credits_uid
  where ($1::text is null or s.key = $1)
    and (d.issued_at at time zone 'Asia/Jerusalem')::date between coalesce($2::date, '-infinity') and coalesce($3::date, 'infinity')
  order by d.provider, d.kind, d.year, d.sequence, d.issued_at`;

export const documentsExportCommand: Command = {
  usage: '',
  summary: 'invoices, receipts and credits for the bookkeeper, by series and number',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of the store with this key' },
    from: { type: 'string', help: 'first day, 2026-01-01' },
    to: { type: 'string', help: 'last day, 2026-12-31' },
  },
  async run({ pool, say }, _args, options) {
    const [from, to] = [day('from', options.from), day('to', options.to)];
    const store = options.store === undefined ? null : String(options.store);
    const rows = await inTransaction(pool, async (client) => {
      const stores = await client.query('select 1 from stores where key = $1', [store]);
      if (store !== null && stores.rowCount === 0) throw new SetupError(`There is no store ${store}`);
      const { rows } = await client.query<Row>(issued, [store, from, to]);
      // Customers' names leave the system, so the export is recorded.
      await audit(client, 'documents export', { store, from, to, documents: rows.length });
      return rows;
    });
    if (rows.length === 0) say('There are no documents.');
    else say(table(['date', 'store', 'kind', 'number', 'order', 'customer', 'net', 'VAT', 'total'], rows.map(shown)));
    return { json: rows.map(exported) };
  },
};

/** Shekels; credits count negative. */
function sums({ kind, net_agorot, vat_agorot, total_agorot }: Row): { net: number; vat: number; total: number } {
  const sign = isCredit(kind) ? -1 : 1;
  const shekels = (agorot: number): number => (agorot === 0 ? 0 : sign * toShekels(agorot));
  return { net: shekels(net_agorot), vat: shekels(vat_agorot), total: shekels(total_agorot) };
}

function exported(row: Row) {
  const { net_agorot: _net, vat_agorot: _vat, total_agorot: _total, ...rest } = row;
  return { ...rest, ...sums(row) };
}

function shown(row: Row): string[] {
  const { net, vat, total } = sums(row);
  const money = [net, vat, total].map((sum) => formatPrice(sum, 2));
  const when = row.issued_at.toISOString().slice(0, 10);
  return [when, row.store, row.kind, row.number, row.order_number, row.customer, ...money];
}
