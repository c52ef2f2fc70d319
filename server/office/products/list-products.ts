import { z } from 'zod';
import { containingWords, type SQL, sql } from '#db/sql.ts';
import { kindNames, type ProductKind, type StockPolicy } from '#domain/catalogue/kind-names.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { sumInput } from '../inputs.ts';
import { all, oneOf, PAGE_ROWS, rowsAndTotal, several } from '../list.ts';
import { seenProducts } from './reach.ts';

const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];

export const productFilters = z.object({
  q: z.string().trim().max(120).optional(),
  store: several(z.uuid()),
  brand: several(z.uuid()),
  kind: several(z.enum(keysOf(kindNames))),
  visible: z.enum(['yes', 'no']).optional(),
  stock: z.enum(['out', 'low', 'in', 'order']).optional(),
  picture: z.enum(['missing']).optional(),
  from: sumInput.optional(),
  to: sumInput.optional(),
  /** The last product of the page before. */
  after: z.uuid().optional(),
});
export type ProductFilters = z.output<typeof productFilters>;

export type ProductRow = {
  uuid: string;
  name: string;
  slug: string;
  kind: ProductKind;
  brand: string | null;
  media: string | null;
  /** `null`: on request. */
  price_agorot: number | null;
  deleted_price_agorot: number | null;
  deposit_agorot: number | null;
  policy: StockPolicy;
  /** Pieces of all active variants. */
  stock: number;
  variants: number;
  /** Names of the stores that show it, and of those that hide it; only of the person's. */
  shown: string[];
  hidden: string[];
  updated_at: Date;
};

/** Products of the person's stores, by name, page by page. */
export const listProducts = officeCall(
  { name: 'products.list', permission: 'products.read', input: productFilters, kind: 'read' },
  async (ctx, filters) => {
    const where = productConditions(filters, ctx);
    const after = filters.after
      ? sql`(p.name, p.uuid) > (select name, uuid from products where uuid = ${filters.after})`
      : undefined;
    const [{ rows: resultRows, total }, brands] = await Promise.all([
      rowsAndTotal<ProductRow>(ctx.db, {
        rows: productColumns(
          sql`select p.* from products p where ${all([where, after])} order by p.name, p.uuid limit ${PAGE_ROWS + 1}`,
          ctx.stores,
        ),
        matching: sql`select from products p where ${where}`,
        isFirst: !after,
      }),
      ctx.db.execute<{ uuid: string; name: string }>(sql`
        select b.uuid, b.name from brands b
        where exists (select from stores s where s.company_uid = b.company_uid and s.uuid = any(${sql.param(ctx.stores)}::uuid[]))
        order by b.position, b.name limit 200`),
    ]);
    const rows = resultRows.slice(0, PAGE_ROWS);
    const next = resultRows.length > PAGE_ROWS ? (rows.at(-1)?.uuid ?? null) : null;
    return { page: { rows, next, total }, brands: brands.rows };
  },
);

/** What lists show of the products that `chosenProducts` selects. */
export const productColumns = (chosenProducts: SQL, stores: string[]): SQL => sql`
  with chosen as (${chosenProducts})
  select p.uuid, p.name, p.slug, p.kind, b.name as brand, p.stock_policy as policy, p.updated_at,
    case when not p.price_on_request then p.price_agorot::float8 end as price_agorot, p.deleted_price_agorot::float8 as deleted_price_agorot,
    p.deposit_agorot::float8 as deposit_agorot,
    v.stock, v.variants, coalesce(s.shown, '{}') as shown, coalesce(s.hidden, '{}') as hidden,
    (select i.media from product_images i where i.product_uid = p.uuid and i.view not like 'spin-%' order by i.position limit 1) as media
  from chosen p left join brands b on b.uuid = p.brand_uid,
    lateral (select coalesce(sum(v.stock), 0)::int as stock, count(*)::int as variants from variants v where v.product_uid = p.uuid and v.active) v,
    lateral (select array_agg(s.name order by s.position) filter (where sp.published) as shown,
        array_agg(s.name order by s.position) filter (where not sp.published) as hidden
      from store_products sp join stores s on s.uuid = sp.store_uid
      where sp.product_uid = p.uuid and s.uuid = any(${sql.param(stores)}::uuid[])) s
  order by p.name, p.uuid`;

/** Products by their active variants, grouped over one index: asked product by product it takes seven times as long. */
const byVariants = (which: SQL, having: SQL) =>
  sql`(select v.product_uid from variants v where v.active and ${which} group by v.product_uid having ${having})`;
const stockStates: Record<NonNullable<ProductFilters['stock']>, SQL> = {
  // Without a sum, which takes a quarter longer.
  out: sql`p.stock_policy in ('OUT_OF_STOCK', 'IN_STOCK') and not exists (
    select from ${byVariants(sql`v.stock > 0`, sql`true`)} v where v.product_uid = p.uuid and p.stock_policy = 'IN_STOCK')`,
  low: sql`p.stock_policy = 'IN_STOCK' and p.uuid in ${byVariants(sql`true`, sql`sum(v.stock) between 1 and 3`)}`,
  in: sql`p.stock_policy = 'IN_STOCK' and exists (
    select from variants v where v.product_uid = p.uuid and v.active and v.stock > 0)`,
  order: sql`p.stock_policy in ('PRE_ORDER', 'ON_REQUEST')`,
};

/** The rows of `products p` that the filters mean, of what the person may see. */
export function productConditions(filters: ProductFilters, ctx: Pick<Allowed, 'staff' | 'stores'>): SQL {
  const { q, store, brand, kind, visible, stock, picture, from, to } = filters;
  const chosenStores = store ? ctx.stores.filter((uuid) => store.includes(uuid)) : null;
  const storesParam = sql.param(chosenStores ?? ctx.stores);
  const inStores = (more: SQL) => sql`exists (select from store_products sp
    where sp.product_uid = p.uuid and sp.store_uid = any(${storesParam}::uuid[]) ${more})`;
  const price = sql`not p.price_on_request and p.price_agorot`;
  return all([
    chosenStores ? inStores(sql``) : seenProducts(ctx),
    q ? searched(q) : undefined,
    oneOf(sql`p.brand_uid::text`, brand),
    oneOf(sql`p.kind::text`, kind),
    visible === 'yes' ? inStores(sql`and sp.published`) : undefined,
    // Read once as a whole: asked product by product it takes three times as long where few are hidden.
    visible === 'no'
      ? sql`not exists (select from (select distinct sp.product_uid from store_products sp
          where sp.published and sp.store_uid = any(${storesParam}::uuid[])) s where s.product_uid = p.uuid)`
      : undefined,
    stock && stockStates[stock],
    picture &&
      sql`not exists (select from (select distinct product_uid from product_images) i where i.product_uid = p.uuid)`,
    from === undefined ? undefined : sql`${price} >= ${from}`,
    to === undefined ? undefined : sql`${price} <= ${to}`,
  ]);
}

/** A part of the name or of the address, or the beginning of a SKU with or without its hyphens. */
function searched(q: string): SQL {
  const part = containingWords(q);
  const sku = q.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  const named = sql`lower(p.name) like ${part} or p.slug like ${part}`;
  if (sku === '') return sql`(${named})`;
  // The index's own expression (`db/schema/catalogue.ts`).
  return sql`(${named} or p.uuid in (select v.product_uid from variants v
    where lower(regexp_replace(v.sku, '[^[:alnum:]]+', '', 'g')) like ${`${sku}%`}))`;
}
