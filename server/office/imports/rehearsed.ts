import type pg from 'pg';
import { CURRENT_OPERATION, OPERATION_COLUMN } from '#db/change-log.ts';
import { isMarked } from '#domain/catalogue/price-rules.ts';
import { ON_REQUEST } from '../../import/schemas/cells.ts';
import type { ImportResult, Listed, PriceChange, ShownPrice } from './transfers.ts';

const SHOWN_PRICES = 300;
const SHOWN_NAMES = 100;

export type Rehearsed = Pick<ImportResult, 'prices' | 'priceCount' | 'jumps' | 'newProducts' | 'offSale'>;

/** What the open transaction of an import would change for shoppers, read of the change log. */
export async function readRehearsed(client: pg.ClientBase): Promise<Rehearsed> {
  const prices = await pricesOf(client);
  return {
    prices: [...prices].sort((a, b) => weightOf(b) - weightOf(a)).slice(0, SHOWN_PRICES),
    priceCount: prices.length,
    jumps: prices.filter(({ isJump }) => isJump).length,
    newProducts: await listed(client, `c.table_name = 'products' and c.operation = 'insert'`),
    offSale: await listed(client, OFF_SALE),
  };
}

/** Jumps come first, then what gets or loses its price. */
const weightOf = ({ isJump, before, after }: PriceChange): number =>
  isJump ? 2 : before === ON_REQUEST || after === ON_REQUEST ? 1 : 0;

/** Rows of this import, in `changes c`. */
const OF_IMPORT = `c.${OPERATION_COLUMN} = ${CURRENT_OPERATION}`;

/** Variants that are sold no longer, and products that a store shows no longer. */
const OFF_SALE = `(c.table_name = 'variants' and c.before ->> 'active' = 'true' and c.after ->> 'active' = 'false'
  or c.table_name = 'store_products' and c.before ->> 'published' = 'true' and (c.operation = 'delete' or c.after ->> 'published' = 'false'))`;

async function listed(client: pg.ClientBase, condition: string): Promise<Listed> {
  const { rows } = await client.query<{ name: string; count: number }>(
    `select coalesce(v.sku || ' · ', '') || p.name || coalesce(' · ' || s.name, '') as name, (count(*) over ())::int as count
     from changes c join products p on p.uuid = c.entity_uid
       left join variants v on c.table_name = 'variants' and v.uuid = (c.row_key ->> 'uuid')::uuid
       left join stores s on c.table_name = 'store_products' and s.uuid = (c.row_key ->> 'store_uid')::uuid
     where ${OF_IMPORT} and ${condition} order by name limit ${SHOWN_NAMES}`,
  );
  return { names: rows.map(({ name }) => name), count: rows[0]?.count ?? 0 };
}

async function pricesOf(client: pg.ClientBase): Promise<PriceChange[]> {
  // Of an update, the log has the columns that it changed.
  const priceIn = (values: string): string => `case when c.table_name <> 'products' then ${values} ->> 'price_agorot'
    when coalesce((${values} ->> 'price_on_request')::boolean, p.price_on_request) then '${ON_REQUEST}'
    else coalesce(${values} ->> 'price_agorot', p.price_agorot::text) end`;
  const { rows } = await client.query<{ row: string; before: string | null; after: string | null }>(
    `select coalesce(v.sku || ' · ', t.name || ' · ', '') || p.name as row, ${priceIn('c.before')} as before, ${priceIn('c.after')} as after
     from changes c join products p on p.uuid = c.entity_uid
       left join variants v on c.table_name = 'variants' and v.uuid = (c.row_key ->> 'uuid')::uuid
       left join configurator_choices t on c.table_name = 'configurator_choices' and t.product_uid = p.uuid and t.key = c.row_key ->> 'key'
     where ${OF_IMPORT} and c.operation = 'update' and c.before ?| array['price_agorot', 'price_on_request']
       and c.table_name in ('products', 'variants', 'store_products', 'configurator_choices')
       and coalesce(t.variant_skus, '{}') = '{}' order by c.id`,
  );
  return rows.map(({ row, before, after }) => {
    const [was, becomes] = [priceOf(before), priceOf(after)];
    return { row, before: was, after: becomes, isJump: isMarked(sumOf(was), sumOf(becomes)) };
  });
}

const priceOf = (text: string | null): ShownPrice => (text === null || text === ON_REQUEST ? text : Number(text));
const sumOf = (price: ShownPrice): number | null => (typeof price === 'number' ? price : null);
