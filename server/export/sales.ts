import type { SaleScope, SaleTerms } from '#db/schema/sales.ts';
import { nullToUndefined, percent, type Sum, shekels } from './cells.ts';
import { type Export, writeJson, writeTable } from './folder.ts';

export type Sale = {
  name: string;
  kind: string;
  amount: Sum;
  terms: SaleTerms;
  min_sum_agorot: Sum;
  min_quantity: number | null;
  starts_at: Date | null;
  ends_at: Date | null;
  uses_limit: number | null;
  uses_per_customer: number | null;
  exclusive: boolean;
  priority: number;
  by_coupon: boolean;
  active: boolean;
  origin: 'IMPORT' | 'OPERATOR';
};

/** A reference of a promotion is gone; without it the promotion would mean something else. */
export class Gone extends Error {}

/**
 * Promotions and codes, those of commands and the office marked as such. A code of one customer means nothing without
 * that person.
 */
export async function exportSales(about: Export, { uuid, key }: { uuid: string; key: string }): Promise<void> {
  const { snapshot, root, notes, counts } = about;
  const rows = await snapshot.all<Sale>(
    `select * from sales where store_uid = $1 order by priority desc, name collate "C"`,
    [uuid],
  );
  const slugs = await slugsOf(snapshot, uuid, rows);
  const sales = [];
  for (const row of rows) {
    try {
      sales.push({ ...saleOf(row, slugs), origin: row.origin === 'OPERATOR' ? row.origin : undefined });
    } catch (error) {
      if (!(error instanceof Gone)) throw error;
      notes.push(`stores/${key}/sales.json: "${row.name}" was left out, since all that it was for is gone`);
    }
  }
  if (sales.length > 0) await writeJson(root, `stores/${key}/sales.json`, sales);
  counts.sales = (counts.sales ?? 0) + sales.length;
  await writeTable(
    about,
    `stores/${key}/coupons`,
    ['code', 'sale', 'uses_limit', 'origin'],
    snapshot.each<{ code: string; sale: string; uses_limit: number | null; origin: string | null }>(
      `select c.code, s.name as sale, c.uses_limit, nullif(c.origin, 'IMPORT') as origin from coupons c join sales s on s.uuid = c.sale_uid
       where c.store_uid = $1 and c.customer_uid is null and s.name = any($2) order by c.code collate "C"`,
      [uuid, sales.flatMap(({ name, by_coupon }) => (by_coupon ? [name] : []))],
    ),
    (row) => row,
  );
}

/** Slugs of the products that the store sells, and of its categories, by uuid. */
export async function slugsOf(
  snapshot: Pick<Export['snapshot'], 'all'>,
  store: string,
  sales: Sale[],
): Promise<Map<string, string>> {
  const uuids = sales.flatMap(({ terms }) => [
    ...[terms, terms.reward].flatMap((scope) => [...(scope?.products ?? []), ...(scope?.collections ?? [])]),
    ...(terms.bundle ?? []).flatMap(({ products }) => products),
  ]);
  const brands = sales.flatMap(({ terms }) => [...(terms.brands ?? []), ...(terms.reward?.brands ?? [])]);
  const rows = await snapshot.all<{ uuid: string; slug: string }>(
    `select p.uuid, p.slug from products p join store_products sp on sp.product_uid = p.uuid
     where sp.store_uid = $1 and p.uuid = any($2::uuid[])
     union all select uuid, slug from collections where store_uid = $1 and uuid = any($2::uuid[])
     union all select uuid, key from brands where uuid = any($3::uuid[])`,
    [store, uuids, brands],
  );
  return new Map(rows.map(({ uuid, slug }) => [uuid, slug]));
}

/** A promotion of `sales.json`. @throws Gone */
export function saleOf(sale: Sale, slugs: Map<string, string>) {
  const all = (uuids: string[] | undefined): string[] | undefined => {
    const productSlugs = uuids?.flatMap((uuid) => slugs.get(uuid) ?? []);
    if (productSlugs?.length === 0) throw new Gone();
    return productSlugs;
  };
  const scopeOf = ({ products, collections, brands, kinds }: SaleScope) => ({
    products: all(products),
    collections: all(collections),
    brands: all(brands),
    kinds,
  });
  const { terms } = sale;
  const inPercent = sale.kind === 'PERCENT' || sale.kind === 'BUY_X_GET_Y';
  return {
    name: sale.name,
    kind: sale.kind,
    percent: inPercent ? percent(sale.amount) : undefined,
    amount: inPercent || sale.kind === 'FREE_DELIVERY' ? undefined : shekels(sale.amount),
    scope: scopeOf(terms),
    buy: terms.buy,
    get: terms.get,
    reward: terms.reward && scopeOf(terms.reward),
    bundle: terms.bundle?.map(({ products, quantity }) => ({ products: all(products), quantity })),
    min_sum: shekels(sale.min_sum_agorot),
    min_quantity: nullToUndefined(sale.min_quantity),
    starts: sale.starts_at?.toISOString(),
    ends: sale.ends_at?.toISOString(),
    uses_limit: nullToUndefined(sale.uses_limit),
    uses_per_customer: nullToUndefined(sale.uses_per_customer),
    exclusive: sale.exclusive,
    priority: sale.priority,
    by_coupon: sale.by_coupon,
    active: sale.active,
  };
}
