import type pg from 'pg';
import { clientOf } from '#db/client.ts';
import { OperatorError } from '#db/operator-error.ts';
import { toPercent, toShekels } from '#domain/money/money.ts';
import { formatDate, formatExactPrice } from '#domain/text/format.ts';
import { couponCode, couponUses } from '#server/import/schemas/sales.ts';
import { noteOperation } from '#server/platform/note-operation.ts';
import type { Command } from '../../command.ts';
import { limitOption } from '../../options.ts';
import { table } from '../../table.ts';
import { asInFile, newSale, type SaleOptions } from './coupon-sale.ts';

type Row = {
  store: string;
  code: string;
  sale: string;
  kind: string;
  amount: string;
  min_sum_agorot: string | null;
  uses: number;
  uses_limit: number | null;
  ends_at: Date | null;
  active: boolean;
  /** Its promotion has ended. */
  expired: boolean;
};

const select = `
  select s.key as store, c.code, a.name as sale, a.kind, a.amount, a.min_sum_agorot, a.active, a.ends_at,
    coalesce(a.ends_at <= now(), false) as expired,
    case when c.uses_limit is null then a.uses else c.uses end as uses, coalesce(c.uses_limit, a.uses_limit) as uses_limit
  from coupons c join sales a on a.uuid = c.sale_uid join stores s on s.uuid = c.store_uid`;

export const couponsListCommand: Command = {
  usage: '',
  summary: 'the codes that shoppers can type: what each gives, how often it was used, until when',
  arguments: 0,
  options: {
    store: { type: 'string', help: 'only of this store' },
    limit: { type: 'string', help: 'how many, the newest first; 100 unless told otherwise' },
  },
  async run({ pool, say }, _args, options) {
    const limit = limitOption(options.limit, 100, 100_000);
    if (options.store !== undefined) await storeOf(pool, String(options.store));
    const { rows } = await pool.query<Row>(
      `${select} where $1::text is null or s.key = $1 order by c.created_at desc, c.code limit $2`,
      [options.store ?? null, limit],
    );
    say(rows.length === 0 ? 'There are no coupons.' : couponTable(rows));
    return { json: rows };
  },
};

export const couponsCreateCommand: Command = {
  usage: '<store> <code>',
  summary: 'a new code: of a sale that there is (--sale), or of a new one (--percent or --amount)',
  arguments: 2,
  options: {
    sale: { type: 'string', help: 'name of a sale by coupon that the store has' },
    percent: { type: 'string', help: 'percent off, of a new sale' },
    amount: { type: 'string', help: 'shekels off, of a new sale' },
    name: { type: 'string', help: 'name of the new sale, as shoppers read it' },
    'min-sum': { type: 'string', help: 'the cart must come to so many shekels' },
    until: { type: 'string', help: 'the last day, 2026-12-31 (Israel time)' },
    'per-customer': { type: 'string', help: 'how often each customer may use the new sale' },
    uses: { type: 'string', help: 'how often this code may be used' },
  },
  async run({ db, say }, [store = '', code = ''], options) {
    asInFile('<code>', couponCode, code);
    const uses = options.uses === undefined ? null : asInFile('--uses', couponUses, options.uses);
    const rows = await db.transaction(async (tx) => {
      const client = clientOf(tx);
      const storeUid = await storeOf(client, store);
      const saleUid = await saleFor(client, storeUid, options as SaleOptions & { sale?: string });
      const inserted = await client.query(
        `insert into coupons (store_uid, sale_uid, code, uses_limit) values ($1, $2, $3, $4)
         on conflict do nothing`,
        [storeUid, saleUid, code, uses],
      );
      if (inserted.rowCount === 0) throw new OperatorError(`${store} has a coupon ${code} already`);
      const { rows } = await client.query<Row>(`${select} where c.store_uid = $1 and c.code = $2`, [storeUid, code]);
      await noteOperation(tx, rows[0] ?? {});
      return rows;
    });
    say(couponTable(rows));
    return { json: rows[0] };
  },
};

type Queries = Pick<pg.ClientBase, 'query'>;

async function storeOf(client: Queries | pg.Pool, key: string): Promise<string> {
  const { rows } = await (client as Queries).query<{ uuid: string }>('select uuid from stores where key = $1', [key]);
  if (!rows[0]) throw new OperatorError(`There is no store ${key}`);
  return rows[0].uuid;
}

async function saleFor(client: Queries, storeUid: string, options: SaleOptions & { sale?: string }): Promise<string> {
  if (options.sale === undefined) return newSale(client, storeUid, options);
  const { rows } = await client.query<{ uuid: string; by_coupon: boolean }>(
    'select uuid, by_coupon from sales where store_uid = $1 and name = $2',
    [storeUid, options.sale],
  );
  const [sale] = rows;
  if (!sale) throw new OperatorError(`The store has no sale "${options.sale}"`);
  if (!sale.by_coupon) throw new OperatorError(`"${options.sale}" needs no coupon: it applies by itself`);
  return sale.uuid;
}

function couponTable(rows: Row[]): string {
  const lines = rows.map((row) => [
    row.store,
    row.code,
    row.sale,
    gives(row),
    row.min_sum_agorot === null ? '' : formatExactPrice(toShekels(Number(row.min_sum_agorot))),
    `${row.uses}${row.uses_limit === null ? '' : ` of ${row.uses_limit}`}`,
    // Last day of validity: `ends_at` is the first moment after it.
    row.ends_at ? formatDate(new Date(row.ends_at.getTime() - 1)) : '',
    stateOf(row),
  ]);
  return table(['store', 'code', 'sale', 'gives', 'from', 'used', 'ends', ''], lines);
}

function stateOf({ active, expired, uses, uses_limit }: Row): string {
  if (!active) return 'switched off';
  if (expired) return 'expired';
  return uses_limit !== null && uses >= uses_limit ? 'used up' : '';
}

function gives({ kind, amount }: Row): string {
  const sum = formatExactPrice(toShekels(Number(amount)));
  if (kind === 'PERCENT') return `${toPercent(Number(amount))}% off`;
  if (kind === 'FIXED') return `${sum} off`;
  if (kind === 'FIXED_PRICE') return `for ${sum}`;
  return kind === 'BUNDLE' ? `set for ${sum}` : kind.toLowerCase().replaceAll('_', ' ');
}
