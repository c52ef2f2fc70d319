import type { SaleScope, SaleTerms } from '#db/schema/sales.ts';
import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import type { CouponRow, SaleScopeFile, SalesFile } from '../schemas/sales.ts';
import type { Writer } from './writer.ts';

type Uuids = { products: Map<string, string>; collections: Map<string, string>; brands: Map<string, string> };

/** Promotions and codes of stores whose files are in the folder. Their use counts stay. */
export async function writeSales(writer: Writer): Promise<void> {
  for (const { key, sales, coupons } of writer.folder.stores) {
    const storeUid = writer.stores.get(key);
    if (!storeUid) continue;
    if (sales) await writeStoreSales(writer, storeUid, sales);
    if (coupons)
      await writeCoupons(
        writer,
        storeUid,
        coupons.map(({ data }) => data),
      );
  }
}

async function writeStoreSales(writer: Writer, storeUid: string, sales: SalesFile): Promise<void> {
  const uuids = await readUuids(writer, storeUid);
  const rows = sales.map((sale) => saleRow(storeUid, sale, uuids));
  await sync(writer, { table: 'sales', key: ['store_uid', 'name'], ownOnly: true }, rows);
  // Orders reference promotions, so one that the file omits is only deactivated; one that a command made, by a command.
  const deactivated = await writer.client.query(
    `update sales set active = false where active and origin = 'IMPORT' and store_uid = $1 and not name = any($2)`,
    [storeUid, sales.map(({ name }) => name)],
  );
  tally(writer, 'sales', { updated: deactivated.rowCount ?? 0 });
}

/** Uuids by slug or key of all products, categories and brands that a promotion may name. */
export async function readUuids(
  { client, companyUid }: Pick<Writer, 'client' | 'companyUid'>,
  storeUid: string,
): Promise<Uuids> {
  const uuidsOf = async (sql: string, owner: string) =>
    new Map((await client.query<{ key: string; uuid: string }>(sql, [owner])).rows.map(({ key, uuid }) => [key, uuid]));
  return {
    products: await uuidsOf('select slug as key, uuid from products where company_uid = $1', companyUid),
    collections: await uuidsOf('select slug as key, uuid from collections where store_uid = $1', storeUid),
    brands: await uuidsOf('select key, uuid from brands where company_uid = $1', companyUid),
  };
}

/** A promotion as its row. Unknown names are left out: `checks/sales.ts` has refused them before. */
export function saleRow(storeUid: string, sale: SalesFile[number], uuids: Uuids): Values {
  const all = (names: string[], map: Map<string, string>) => names.flatMap((name) => map.get(name) ?? []);
  const scope = ({ products, collections, brands, kinds }: SaleScopeFile): SaleScope => ({
    ...(products && { products: all(products, uuids.products) }),
    ...(collections && { collections: all(collections, uuids.collections) }),
    ...(brands && { brands: all(brands, uuids.brands) }),
    ...(kinds && { kinds }),
  });
  const terms: SaleTerms = {
    ...scope(sale.scope),
    ...(sale.buy && { buy: sale.buy }),
    ...(sale.get && { get: sale.get }),
    ...(sale.reward && { reward: scope(sale.reward) }),
    ...(sale.bundle && {
      bundle: sale.bundle.map(({ products, quantity }) => ({ products: all(products, uuids.products), quantity })),
    }),
  };
  return {
    store_uid: storeUid,
    name: sale.name,
    kind: sale.kind,
    // Basis points or agorot, by the kind (`Sale.amount`). What BUY_X_GET_Y gives is free unless the file has a
    // percentage.
    amount: sale.kind === 'BUY_X_GET_Y' ? (sale.percent ?? 10_000) : (sale.percent ?? sale.amount ?? 0),
    terms,
    min_sum_agorot: sale.min_sum ?? null,
    min_quantity: sale.min_quantity ?? null,
    starts_at: sale.starts ?? null,
    ends_at: sale.ends ?? null,
    uses_limit: sale.uses_limit ?? null,
    uses_per_customer: sale.uses_per_customer ?? null,
    exclusive: sale.exclusive,
    priority: sale.priority,
    by_coupon: sale.by_coupon,
    active: sale.active,
    origin: sale.origin,
  };
}

/** Codes are added and changed, never removed; those of `coupons create` aren't changed either. */
async function writeCoupons(writer: Writer, storeUid: string, coupons: CouponRow[]): Promise<void> {
  const { rows: sales } = await writer.client.query<{ name: string; uuid: string }>(
    'select name, uuid from sales where store_uid = $1',
    [storeUid],
  );
  const { rows: existing } = await writer.client.query<{ code: string }>(
    'select code from coupons where store_uid = $1',
    [storeUid],
  );
  const uuids = new Map(sales.map(({ name, uuid }) => [name, uuid]));
  const codes = new Map(existing.map(({ code }) => [code.toUpperCase(), code]));
  const rows = coupons.map(({ code, sale, uses_limit, origin }) => ({
    store_uid: storeUid,
    code: codes.get(code.toUpperCase()) ?? code,
    sale_uid: uuids.get(sale),
    uses_limit,
    origin: origin ?? 'IMPORT',
  }));
  await sync(writer, { table: 'coupons', key: ['store_uid', 'code'], ownOnly: true }, rows);
}
