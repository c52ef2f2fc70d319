import { z } from 'zod';
import { clientOf, type Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { eq, sql } from '#db/sql.ts';
import { clearedText, isJump, priceFaults, storePriceFaults } from '#domain/catalogue/price-rules.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatExactPrice } from '#domain/text/format.ts';
import { clearStoresFormerPrices, clearVariantsFormerPrices } from '../../catalogue/derived/former-prices.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { officeCall } from '../../staff/office-call.ts';
import { type FieldConflict, saveEdited } from '../edited-fields.ts';
import { ticked } from '../inputs.ts';
import { rowsOf, sum } from './cells.ts';
import { changeProduct, refuseChanged } from './change-product.ts';
import { readStorePrices } from './product-rows.ts';

const product = z.uuid();
const fields = {
  price: products.priceAgorot,
  deletedPrice: products.deletedPriceAgorot,
  deposit: products.depositAgorot,
  onRequest: products.priceOnRequest,
};
const sums = { price: sum, deletedPrice: sum, deposit: sum };

/**
 * The price in every store. As in an import: an old price is above it, a deposit isn't, and a change by more than half
 * has to be confirmed. Former prices of variants and stores that it reaches are cleared: they aren't in its form.
 * Without a price (`onRequest`) nothing can be bought.
 */
export const priceProduct = officeCall(
  {
    name: 'products.price',
    permission: 'products.price',
    input: z.object({
      product,
      was: z.object({ ...sums, onRequest: z.enum(['yes', 'no']) }),
      ...sums,
      onRequest: ticked,
      confirmed: ticked,
    }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, was, confirmed, onRequest, ...typed }) =>
    changeProduct(ctx, uuid, 'products.price', async ({ db }) => {
      const { price, deletedPrice, deposit } = typed;
      if (!onRequest) checkPrices(typed, was.onRequest === 'no' ? was.price : null);
      if (!onRequest && was.onRequest === 'no') needConfirmation(was.price, price, confirmed);
      const edit = {
        was: { ...was, price: was.price ?? 0, onRequest: was.onRequest === 'yes' },
        now: onRequest
          ? { price: 0, deletedPrice: null, deposit: null, onRequest: true }
          : { price, deletedPrice, deposit, onRequest: false },
      };
      await saveEdited(db, {
        table: products,
        uuid,
        fields,
        ...edit,
        // In the same statement: the table's own check wants both.
        besides: onRequest ? sql`stock_policy = 'ON_REQUEST'` : undefined,
      });
      await refuseContradiction(db, uuid, edit);
      if (onRequest) return forgetOtherPrices(db, uuid);
      const client = clientOf(db);
      const cleared = [
        ...(await clearVariantsFormerPrices(client, [uuid])),
        ...(await clearStoresFormerPrices(client, [uuid])),
      ];
      if (cleared.length > 0) return { message: `נשמר. ${clearedText(cleared.length)}` };
    }),
);

type Saved = { price: number | null; deletedPrice: number | null; deposit: number | null; onRequest: boolean };

/**
 * Fields are saved one by one, so what was typed may contradict what somebody else has saved of the others since the
 * form was opened.
 * @throws CHANGED_MEANWHILE with the fields that aren't as typed
 */
async function refuseContradiction(db: Db, uuid: string, { was, now }: Record<'was' | 'now', Saved>): Promise<void> {
  const [savedPrices] = await db.select(fields).from(products).where(eq(products.uuid, uuid));
  if (!savedPrices) return;
  const isPriced = savedPrices.deletedPrice !== null || savedPrices.deposit !== null;
  if (Object.keys(priceFaults(savedPrices, savedPrices.price)).length === 0 && !(savedPrices.onRequest && isPriced))
    return;
  const conflicts = (Object.keys(fields) as (keyof Saved)[])
    .filter((field) => savedPrices[field] !== now[field])
    .map((field): FieldConflict => ({ field, was: was[field], theirs: savedPrices[field], mine: now[field] }));
  throw refuse('CHANGED_MEANWHILE', { details: { conflicts } });
}

function checkPrices(prices: Record<keyof typeof sums, number | null>, was: number | null): void {
  const [fault] = Object.entries(priceFaults(prices, was));
  if (fault) throw refuseField(...fault);
}

/** A price by more than half off is a mistake until somebody says that it isn't. */
export function needConfirmation(before: number | null, after: number | null, confirmed: boolean) {
  if (before === null || after === null || confirmed || !isJump(before, after)) return;
  throw refuseField('confirmed', `המחיר היה ${formatExactPrice(toShekels(before))} ומשתנה ביותר מחצי. סמנו שזו הכוונה`);
}

/** Without a price of its own, a product has none of a store or of a variant. */
async function forgetOtherPrices(db: Parameters<typeof saveEdited>[0], uuid: string): Promise<void> {
  await db.execute(
    sql`update store_products set price_agorot = null, deleted_price_agorot = null where product_uid = ${uuid} and (price_agorot is not null or deleted_price_agorot is not null)`,
  );
  await db.execute(
    sql`
      with locked as (
        select uuid from variants where product_uid = ${uuid} and (price_agorot is not null or deleted_price_agorot is not null)
        order by uuid for no key update)
      update variants v set price_agorot = null, deleted_price_agorot = null from locked where v.uuid = locked.uuid`,
  );
}

/** Prices of single stores; empty is the product's. */
export const priceInStores = officeCall(
  {
    name: 'products.price-stores',
    permission: 'products.price',
    input: z.object({
      product,
      version: z.string().max(40),
      rows: rowsOf(z.object({ store: z.uuid(), price: sum, deletedPrice: sum })),
      confirmed: ticked,
    }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, version, rows, confirmed }) =>
    changeProduct(ctx, uuid, 'products.price', async ({ db, product: { stores } }) => {
      const currentPrices = await readStorePrices(db, uuid);
      refuseChanged('stores', currentPrices, version);
      const base = await basePrice(db, uuid);
      for (const [at, row] of rows.entries()) {
        const { store, price, deletedPrice } = row;
        if (!stores.includes(store)) throw refuse('NOT_FOUND');
        checkStorePrice(at, row, base);
        const was = currentPrices.find((one) => one.store === store)?.price ?? null;
        if (price !== was) needConfirmation(was ?? base.price, price ?? base.price, confirmed);
        await db.execute(sql`
          update store_products set price_agorot = ${price}, deleted_price_agorot = ${deletedPrice}
          where product_uid = ${uuid} and store_uid = ${store}
            and (price_agorot, deleted_price_agorot) is distinct from (${price}::bigint, ${deletedPrice}::bigint)`);
      }
    }),
);

type Base = { price: number; onRequest: boolean };

function checkStorePrice(at: number, row: { price: number | null; deletedPrice: number | null }, base: Base): void {
  const [fault] = Object.entries(storePriceFaults(row, base));
  if (fault) throw refuseField(`rows.${at}.${fault[0]}`, fault[1]);
}

/** The product's own, which stores and variants without a price have. */
export async function basePrice(db: Db, product: string): Promise<Base> {
  const { rows } = await db.execute<Base>(
    sql`select price_agorot::float8 as price, price_on_request as "onRequest" from products where uuid = ${product}`,
  );
  return rows[0] ?? { price: 0, onRequest: false };
}
