import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { israelDay } from '#domain/calendar/israel-time.ts';
import type { BulkRow } from '#domain/catalogue/bulk-rows.ts';
import { vatOn } from '#domain/money/vat.ts';
import { readVatRates } from '../../../checkout/documents/vat-rates.ts';
import { type Allowed, officeCall } from '../../../staff/office-call.ts';
import { several } from '../../list.ts';
import { productConditions, productFilters } from '../list-products.ts';
import { mayEverywhere, seenProducts } from '../reach.ts';

/** Rows of one grid, and of one save; more are edited by another filter. */
export const MAX_ROWS = 10_000;

/** Who edits, and the stores where the person may. */
export type Editor = Pick<Allowed, 'staff' | 'stores'>;

type Found = Omit<BulkRow, 'may'> & { allStores: string[] };

/**
 * These products as the editor has them, by name; what the person doesn't see is left out. `lock`: until the
 * transaction ends.
 */
export async function readBulkRows(db: Db, editor: Editor, products: string[], lock = false): Promise<BulkRow[]> {
  if (lock)
    await db.execute(
      sql`select from products where uuid = any(${sql.param(products)}::uuid[]) order by uuid for no key update`,
    );
  const { rows } = await db.execute<Found>(sql`
    select p.uuid, p.name, p.slug, p.price_agorot::float8 as price, p.deleted_price_agorot::float8 as "deletedPrice",
      p.deposit_agorot::float8 as deposit, p.price_on_request as "onRequest", p.stock_policy as policy,
      coalesce(s.places, '{}') as stores, coalesce(s.stores, '{}') as "allStores", coalesce(v.variants, '[]') as variants
    from products p,
      lateral (select array_agg(sp.store_uid::text) as stores,
          jsonb_object_agg(sp.store_uid, jsonb_build_array(sp.published, sp.price_agorot))
            filter (where sp.store_uid = any(${sql.param(editor.stores)}::uuid[])) as places
        from store_products sp where sp.product_uid = p.uuid) s,
      lateral (select jsonb_agg(jsonb_build_object('uuid', v.uuid, 'sku', v.sku, 'stock', v.stock) order by v.position, v.sku) as variants
        from variants v where v.product_uid = p.uuid and v.active) v
    where p.uuid = any(${sql.param(products)}::uuid[]) and ${seenProducts(editor)}
    order by p.name, p.uuid`);
  return rows.map(({ allStores, ...row }) => {
    const can = (permission: 'products.edit' | 'products.price' | 'stock.edit') =>
      mayEverywhere(editor, permission, allStores);
    return { ...row, may: { edit: can('products.edit'), price: can('products.price'), stock: can('stock.edit') } };
  });
}

const chosenProducts = productFilters.extend({ product: several(z.uuid()) });

/** The chosen products, or all of a list's filter, for the grid. */
export const bulkRows = officeCall(
  { name: 'products.bulk-rows', permission: 'products.edit', input: chosenProducts, kind: 'read' },
  async (ctx, { product, after: _, ...filters }) => {
    const where = product
      ? sql`p.uuid = any(${sql.param(product)}::uuid[]) and ${seenProducts(ctx)}`
      : productConditions(filters, ctx);
    const { rows } = await ctx.db.execute<{ uuid: string }>(
      sql`select p.uuid from products p where ${where} order by p.name, p.uuid limit ${MAX_ROWS + 1}`,
    );
    const uuids = rows.slice(0, MAX_ROWS).map(({ uuid }) => uuid);
    return { rows: await readBulkRows(ctx.db, ctx, uuids), more: rows.length > MAX_ROWS };
  },
);

/** What the grid's page has to know before its rows. */
export const bulkFrame = officeCall(
  { name: 'products.bulk-frame', permission: 'products.edit', input: z.object({}), kind: 'read' },
  async (ctx) => {
    const { rows: stores } = await ctx.db.execute<{ uuid: string; name: string }>(
      sql`select uuid, name from stores where uuid = any(${sql.param(ctx.stores)}::uuid[]) order by position, name`,
    );
    return {
      stores: stores.map((store) => ({ ...store, price: mayEverywhere(ctx, 'products.price', [store.uuid]) })),
      vatBp: vatOn(await readVatRates(ctx.db, ctx.env), israelDay(ctx.now())),
    };
  },
);
