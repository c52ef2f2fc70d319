import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { table } from '../../table.ts';

type Row = { sku: string; product: string; before: number; after: number };

const setStock = `
  with found as (
    select v.uuid, v.sku, v.stock, p.name from variants v
    join products p on p.uuid = v.product_uid
    join companies c on c.uuid = v.company_uid
    where v.sku = $1 and ($3::text is null or c.key = $3) for update of v
  )
  update variants v set stock = $2 from found where v.uuid = found.uuid and (select count(*) from found) = 1
  returning v.sku, found.name as product, found.stock as before, v.stock as after`;

export const stockSetCommand: Command = {
  usage: '<sku> <pieces>',
  summary: 'how many pieces of a variant there are; whoever waits for it is told',
  arguments: 2,
  options: { company: { type: 'string', help: 'key of the company, where several use the SKU' } },
  async run({ db, say }, [sku = '', pieces = ''], options) {
    if (!/^\d{1,7}$/.test(pieces) || Number(pieces) > 1_000_000)
      throw new OperatorError('<pieces> is a whole number from 0 to 1000000');
    const row = await db.transaction(async (tx) => {
      const client = clientOf(tx);
      const { rows } = await client.query<Row>(setStock, [sku, Number(pieces), options.company ?? null]);
      const [changed] = rows;
      if (!changed) throw new OperatorError(await reason(client, sku, options.company));
      await noteOperation(tx, changed);
      return changed;
    });
    say(table(['sku', 'product', 'before', 'after'], [[row.sku, row.product, `${row.before}`, `${row.after}`]]));
    return { json: row };
  },
};

type Client = { query: (text: string, values: unknown[]) => Promise<{ rows: { key: string }[] }> };

async function reason(client: Client, sku: string, company: unknown): Promise<string> {
  const { rows } = await client.query(
    'select c.key from variants v join companies c on c.uuid = v.company_uid where v.sku = $1 order by c.key',
    [sku],
  );
  const keys = rows.map(({ key }) => key).join(', ');
  if (rows.length > 1 && company === undefined) return `Several companies use ${sku}: --company ${keys}`;
  return `There is no variant ${sku}${company === undefined ? '' : ` of the company ${company}`}`;
}
