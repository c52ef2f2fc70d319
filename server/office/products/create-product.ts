import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { kindNames } from '#domain/catalogue/kind-names.ts';
import { refreshProducts } from '../../catalogue/derived/refresh.ts';
import { productRow } from '../../import/schemas/catalogue.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { ticked } from '../inputs.ts';
import { cell, neededText, sum } from './cells.ts';
import { inCatalogue, writerOf } from './change-product.ts';
import { variantInput, writeVariants } from './edit-variants.ts';
import { ensureHome } from './place-product.ts';
import { reachedProduct } from './reach.ts';

const keysOf = <T extends object>(names: T) => Object.keys(names) as [keyof T & string, ...(keyof T & string)[]];

export const productSlug = z
  .string('כתבו כתובת')
  .trim()
  .refine(
    (typed) => productRow.shape.slug.safeParse(typed).success,
    'כתובת: אותיות קטנות וספרות, מחוברות במקפים, כמו raam-barak-500',
  );

/** A product needs a name, an address, a price, stores and a first variant; it is hidden until somebody shows it. */
export const createProduct = officeCall(
  {
    name: 'products.create',
    permission: 'products.edit',
    also: 'products.price',
    input: z.object({
      name: neededText(200, 'כתבו שם'),
      slug: productSlug,
      kind: z.enum(keysOf(kindNames), 'בחרו סוג'),
      brand: cell(z.uuid(), 'בחרו מותג'),
      price: sum,
      onRequest: ticked,
      stores: z.array(z.uuid(), 'בחרו לפחות חנות אחת').min(1, 'בחרו לפחות חנות אחת'),
      sku: variantInput.shape.sku,
      stock: variantInput.shape.stock,
    }),
    kind: 'write',
  },
  (ctx, { sku, stock, stores, onRequest, ...typed }) =>
    inCatalogue(ctx, async (db, client) => {
      if (!stores.every((store) => ctx.stores.includes(store))) throw refuse('NOT_FOUND');
      if (!onRequest && !typed.price) throw refuseField('price', 'הזינו מחיר גדול מאפס, או סמנו מחיר לפי פנייה');
      const companyUid = await companyOf(db, stores);
      await freeSlug(db, companyUid, typed.slug);
      if (typed.brand) await brandOf(db, companyUid, typed.brand);
      const price = onRequest ? 0 : (typed.price ?? 0);
      const uuid = randomUUID();
      await db.execute(sql`
        insert into products (uuid, company_uid, brand_uid, slug, kind, name, price_agorot, price_on_request, stock_policy)
        values (${uuid}, ${companyUid}, ${typed.brand}, ${typed.slug}, ${typed.kind}, ${typed.name}, ${price}, ${onRequest},
          ${onRequest ? 'ON_REQUEST' : 'IN_STOCK'})`);
      await db.execute(sql`
        insert into store_products (store_uid, product_uid, published, is_home)
        select store, ${uuid}, false, n = 1 from unnest(${sql.param(stores)}::uuid[]) with ordinality one (store, n)`);
      const product = { uuid, slug: typed.slug, name: typed.name, companyUid, stores };
      const change = { db, writer: writerOf(client, companyUid), product, listed: true };
      const empty = { colorName: null, color: null, size: null, options: null, price: null, deletedPrice: null };
      await writeVariants(ctx, change, [{ ...empty, sku, weight: null, active: true, stock }], { price, onRequest });
      await refreshProducts(client, companyUid, [uuid], []);
      return { product: uuid };
    }),
);

async function companyOf(db: Db, stores: string[]): Promise<string> {
  const { rows } = await db.execute<{ uuid: string }>(
    sql`select distinct company_uid as uuid from stores where uuid = any(${sql.param(stores)}::uuid[])`,
  );
  const [company] = rows;
  if (!company || rows.length > 1) throw refuseField('stores', 'בחרו חנויות של חברה אחת');
  return company.uuid;
}

/** A former address may become its own product's again, and nobody else's: it leads there. @throws BAD_REQUEST */
export async function freeSlug(
  db: Db,
  companyUid: string,
  typed: string,
  product: string | null = null,
): Promise<void> {
  const { rows } = await db.execute(sql`
    select from products where company_uid = ${companyUid} and slug = ${typed}
    union all select from slug_history where owner_uid = ${companyUid} and entity_type = 'PRODUCT' and slug = ${typed}
      and entity_uid is distinct from ${product}::uuid`);
  if (rows.length > 0) throw refuseField('slug', 'הכתובת כבר בשימוש, או הייתה של מוצר אחר');
}

async function brandOf(db: Db, companyUid: string, brand: string): Promise<void> {
  const { rows } = await db.execute(sql`select from brands where uuid = ${brand} and company_uid = ${companyUid}`);
  if (rows.length === 0) throw refuseField('brand', 'בחרו מותג');
}

const COPIED = {
  product_specs: ['group_name', 'name', 'value', 'unit', 'position'],
  product_safety: ['name', 'explanation', 'icon', 'standard', 'position'],
  product_faqs: ['question', 'answer', 'position'],
  product_relations: ['related_uid', 'kind', 'position'],
  product_meta: ['key', 'value'],
};

/** The same product under another name, hidden, with SKUs of its own and without stock. */
export const copyProduct = officeCall(
  {
    name: 'products.copy',
    permission: 'products.edit',
    also: 'products.price',
    input: z.object({
      product: z.uuid(),
      name: neededText(200, 'כתבו שם'),
      slug: productSlug,
      suffix: z
        .string('כתבו סיומת')
        .trim()
        .regex(/^[\p{L}\p{N}._/-]{1,16}$/u, 'סיומת של אותיות, ספרות ו־ - . _ /'),
    }),
    kind: 'write',
  },
  (ctx, input) => inCatalogue(ctx, (db, client) => copy(ctx, db, client, input)),
);

async function copy(
  ctx: Allowed,
  db: Db,
  client: pg.ClientBase,
  typed: { product: string; name: string; slug: string; suffix: string },
): Promise<{ product: string }> {
  const from = await reachedProduct(ctx, db, typed.product);
  const stores = from.stores.filter((store) => ctx.stores.includes(store));
  await freeSlug(db, from.companyUid, typed.slug);
  const uuid = randomUUID();
  await db.execute(sql`
    insert into products (uuid, company_uid, brand_uid, slug, kind, name, subtitle, description, price_agorot, price_on_request,
      deleted_price_agorot, deposit_agorot, year, licence_class, stock_policy, pollution_group, safety_level, warranty, service_plan, badges, videos)
    select ${uuid}, company_uid, brand_uid, ${typed.slug}, kind, ${typed.name}, subtitle, description, price_agorot, price_on_request,
      deleted_price_agorot, deposit_agorot, year, licence_class, stock_policy, pollution_group, safety_level, warranty, service_plan, badges, videos
    from products where uuid = ${from.uuid}`);
  await db.execute(sql`
    insert into store_products (store_uid, product_uid, published, is_home, price_agorot, deleted_price_agorot, position)
    select store_uid, ${uuid}, false, is_home, price_agorot, deleted_price_agorot, position from store_products
    where product_uid = ${from.uuid} and store_uid = any(${sql.param(stores)}::uuid[])`);
  await ensureHome(db, uuid);
  const takenSkus = await db.execute<{ sku: string }>(sql`
    select v.sku from variants v join variants o on o.company_uid = v.company_uid and o.sku = v.sku || ${typed.suffix}
    where v.product_uid = ${from.uuid} limit 1`);
  if (takenSkus.rows.length > 0) throw refuseField('suffix', 'כבר יש מק״טים עם הסיומת הזו');
  await db.execute(sql`
    with made as (
      insert into variants (company_uid, product_uid, sku, price_agorot, deleted_price_agorot, weight_g, active, position)
      select company_uid, ${uuid}, sku || ${typed.suffix}, price_agorot, deleted_price_agorot, weight_g, active, position
      from variants where product_uid = ${from.uuid} returning uuid, sku),
    paired as (select m.uuid, v.uuid as was from made m join variants v on v.product_uid = ${from.uuid} and v.sku || ${typed.suffix} = m.sku),
    valued as (
      insert into variant_values (variant_uid, type, value_name, value, value_type, position)
      select m.uuid, x.type, x.value_name, x.value, x.value_type, x.position from paired m join variant_values x on x.variant_uid = m.was)
    insert into product_images (product_uid, variant_uid, media, view, alt, width, height, position, focus_x, focus_y)
    select ${uuid}, m.uuid, i.media, i.view, i.alt, i.width, i.height, i.position, i.focus_x, i.focus_y
    from product_images i left join paired m on m.was = i.variant_uid where i.product_uid = ${from.uuid}`);
  for (const [table, columns] of Object.entries(COPIED)) {
    const list = sql.raw(columns.join(', '));
    await db.execute(
      sql`insert into ${sql.raw(table)} (product_uid, ${list}) select ${uuid}, ${list} from ${sql.raw(table)} where product_uid = ${from.uuid}`,
    );
  }
  await refreshProducts(client, from.companyUid, [uuid], []);
  return { product: uuid };
}
