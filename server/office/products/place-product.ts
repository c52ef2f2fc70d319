import { z } from 'zod';
import { productTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { invalidateTags, placementsOf, refreshProducts } from '../../catalogue/derived/refresh.ts';
import { followToCategories } from '../../content/redirects/retarget-redirects.ts';
import { productRow } from '../../import/schemas/catalogue.ts';
import { refuse } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { hiddenLinksText, refuseLedTo } from '../content/led-to.ts';
import { ticked } from '../inputs.ts';
import { cell, rowsOf } from './cells.ts';
import { inCatalogue, refuseChanged } from './change-product.ts';
import { readPlaces } from './product-rows.ts';
import { lockWholeProduct, mayEverywhere, type ReachedProduct, reachedProduct } from './reach.ts';

/**
 * In which of the person's stores the product is sold, and where it is shown; other stores keep it as they have it.
 * Whoever leads the product's texts isn't asked: a store decides for itself. What a menu or the home page leads to
 * stays on sale as long as they do; hiding it is always possible, and hides these links, too. Old URLs follow what is
 * sold no longer to its category.
 */
export const placeProduct = officeCall(
  {
    name: 'products.place',
    permission: 'products.edit',
    input: z.object({
      product: z.uuid(),
      version: z.string().max(40),
      rows: rowsOf(
        z.object({
          store: z.uuid(),
          sold: ticked,
          published: ticked,
          home: ticked,
          position: cell(productRow.shape.position, 'מקום ברשימה הוא מספר שלם'),
        }),
      ),
    }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, version, rows }) =>
    inCatalogue(ctx, async (db, client) => {
      const product = await reachedProduct(ctx, db, uuid, true);
      const before = await placementsOf(client, [uuid]);
      const places = await readPlaces(db, uuid);
      refuseChanged('places', places, version);
      const { rows: reachedStores } = await db.execute<{ uuid: string }>(
        sql`select uuid::text as uuid from stores where company_uid = ${product.companyUid} and uuid = any(${sql.param(ctx.stores)}::uuid[])`,
      );
      let listed = false;
      const hidden: { store: string; slug: string }[] = [];
      for (const row of rows) {
        if (!reachedStores.some((one) => one.uuid === row.store)) throw refuse('NOT_FOUND');
        const was = places.find((one) => one.store === row.store);
        if (!row.sold && !was) continue;
        listed ||= !row.sold || was?.position !== (row.position ?? 0);
        await writePlace(db, product, row);
        if (row.sold && was?.published && !row.published) hidden.push({ store: row.store, slug: product.slug });
      }
      await moveHome(
        ctx,
        db,
        product,
        rows.filter((row) => row.home && row.sold).map(({ store }) => store),
      );
      await ensureHome(db, uuid);
      await db.execute(sql`update products set updated_at = now() where uuid = ${uuid}`);
      if (listed) await refreshProducts(client, product.companyUid, [uuid], before);
      else await invalidateTags(client, [productTag(uuid)]);
      const links = await hiddenLinksText(db, hidden);
      return { message: links && `נשמר. ${links}` };
    }),
);

async function writePlace(
  db: Db,
  { uuid, slug }: ReachedProduct,
  { store, sold, published, position }: { store: string; sold: boolean; published: boolean; position?: number | null },
): Promise<void> {
  if (!sold) {
    await refuseLedTo(db, store, 'product', slug);
    await followToCategories(db, store, [uuid]);
    await db.execute(sql`delete from store_products where product_uid = ${uuid} and store_uid = ${store}`);
  } else
    await db.execute(sql`
      insert into store_products (store_uid, product_uid, published, is_home, position)
      values (${store}, ${uuid}, ${published}, false, ${position ?? 0})
      on conflict (store_uid, product_uid) do update set published = excluded.published, position = excluded.position
      where (store_products.published, store_products.position) is distinct from (excluded.published, excluded.position)`);
}

/**
 * The store whose address of the product search engines get: that is a matter of all stores that sell it. @throws
 * FORBIDDEN, BAD_REQUEST
 */
async function moveHome(ctx: Allowed, db: Db, product: ReachedProduct, homes: string[]): Promise<void> {
  if (homes.length > 1) throw refuse('BAD_REQUEST', { message: 'חנות ראשית היא אחת. סמנו אחת בלבד' });
  const [home] = homes;
  const currentHome = (await readPlaces(db, product.uuid)).find((one) => one.home)?.store;
  if (!home || home === currentHome) return;
  if (!mayEverywhere(ctx, 'products.edit', product.stores))
    throw refuse('FORBIDDEN', { message: 'המוצר נמכר גם בחנויות שאין לכם בהן הרשאה לשנות אותו' });
  await db.execute(sql`
    update store_products set is_home = store_uid = ${home}
    where product_uid = ${product.uuid} and is_home is distinct from (store_uid = ${home})`);
}

/**
 * Without one, each store would name its own address to search engines: the first store that sells the product gets it.
 */
export const ensureHome = (db: Db, product: string) =>
  db.execute(sql`
    update store_products set is_home = true
    where product_uid = ${product} and not exists (select from store_products where product_uid = ${product} and is_home)
      and store_uid = (select s.uuid from store_products sp join stores s on s.uuid = sp.store_uid
        where sp.product_uid = ${product} order by s.position, s.key limit 1)`);

/**
 * What people did with the product, or keep of it. A removal would take all of that along, and its undo couldn't bring
 * it back: the change log doesn't keep shoppers' words or lists.
 */
const BY_PRODUCT = [
  ...['order_lines', 'order_trade_ins', 'leads', 'bookings', 'trade_ins', 'product_questions', 'product_reviews'],
  ...['favorites', 'configurations'],
];
const BY_VARIANT = ['stock_subscriptions', 'cart_lines'];
const USES = [
  ...BY_PRODUCT.map((table) => [table, 'product_uid = p.uuid']),
  ...BY_VARIANT.map((table) => [table, 'variant_uid in (select v.uuid from variants v where v.product_uid = p.uuid)']),
  ['garage_vehicles', 'vehicle_uid = p.uuid'],
];
const IS_USED = sql.raw(USES.map(([table, where]) => `exists (select from ${table} where ${where})`).join(' or '));

/**
 * Takes the product away, which the change log can undo. What people have bought, asked about or keep can only be
 * hidden.
 */
export const removeProduct = officeCall(
  {
    name: 'products.remove',
    permission: 'products.edit',
    input: z.object({ product: z.uuid() }),
    kind: 'write',
    draftable: true,
  },
  async (ctx, { product: uuid }) => {
    await inCatalogue(ctx, async (db, client) => {
      const { companyUid, slug, stores } = await lockWholeProduct(ctx, db, uuid, 'products.edit');
      for (const store of stores) await refuseLedTo(db, store, 'product', slug);
      // From here on it can't be ordered or saved. Variants first, in the sequence in which changes of stock lock them.
      await db.execute(sql`select from variants where product_uid = ${uuid} order by uuid for update`);
      await db.execute(sql`select from products where uuid = ${uuid} for update`);
      const { rows } = await db.execute(sql`select from products p where p.uuid = ${uuid} and (${IS_USED})`);
      if (rows.length > 0)
        throw refuse('NOT_POSSIBLE', {
          message:
            'לקוחות הזמינו את המוצר, פנו או כתבו בעניינו, או שמרו אותו, וזה היה נמחק איתו. אפשר להסתיר אותו בכל החנויות',
        });
      const before = await placementsOf(client, [uuid]);
      for (const store of stores) await followToCategories(db, store, [uuid]);
      await db.execute(sql`delete from store_products where product_uid = ${uuid}`);
      await refreshProducts(client, companyUid, [uuid], before);
      await db.execute(sql`delete from products where uuid = ${uuid}`);
    });
    return { message: 'המוצר נמחק. אפשר לבטל את המחיקה ביומן השינויים' };
  },
);
