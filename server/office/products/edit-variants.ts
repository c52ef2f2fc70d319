import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { pictureTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import { invalidateTags } from '../../catalogue/derived/refresh.ts';
import { sync } from '../../catalogue/derived/sync.ts';
import { variantRow } from '../../import/schemas/catalogue.ts';
import { valuesOf } from '../../import/write/catalogue/variants.ts';
import { refuse, refuseField } from '../../platform/errors.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { ticked } from '../inputs.ts';
import { cell, rowsOf, sum } from './cells.ts';
import { changeProduct, type ProductChange, refuseChanged, versionOf } from './change-product.ts';
import { basePrice, needConfirmation } from './price-product.ts';
import { readVariants, withoutStock } from './product-rows.ts';
import { mayEverywhere } from './reach.ts';

const shape = variantRow.shape;

export const variantInput = z.object({
  /** Of one that is there; without it the row is a new variant. */
  uuid: z.uuid().optional(),
  sku: z
    .string('כתבו מק״ט בכל שורה')
    .trim()
    .refine((typed) => shape.sku.safeParse(typed).success, 'מק״ט: אותיות, ספרות ו־ - . _ /'),
  colorName: cell(shape.color_name, 'שם הצבע ארוך מדי'),
  color: cell(shape.color, 'צבע בשש ספרות אחרי סולמית, או שניים עם / ביניהם'),
  size: cell(shape.size, 'המידה ארוכה מדי'),
  options: cell(shape.options, 'אפשרויות כמו נפח=45, עם | ביניהן'),
  price: sum,
  deletedPrice: sum,
  weight: cell(shape.weight_g, 'משקל בגרמים, במספר שלם'),
  active: ticked,
  /** Of a new variant only: later changes are movements of stock. */
  stock: cell(shape.stock, 'מלאי במספר שלם'),
});
export type VariantInput = z.output<typeof variantInput>;

/**
 * All variants of a product in the sequence of the form, by the importer's rules. None is deleted, as orders name them:
 * what isn't active can't be bought. Prices are taken only from whoever may change prices.
 */
export const editVariants = officeCall(
  {
    name: 'products.edit-variants',
    permission: 'products.edit',
    input: z.object({
      product: z.uuid(),
      version: z.string().max(40),
      rows: rowsOf(variantInput),
      confirmed: ticked,
    }),
    kind: 'write',
    draftable: true,
  },
  (ctx, { product: uuid, version, rows, confirmed }) =>
    changeProduct(ctx, uuid, 'products.edit', async (change) => {
      const currentRows = await readVariants(change.db, uuid);
      refuseChanged('variants', withoutStock(currentRows) as Record<string, unknown>[], version);
      const rowsByUuid = new Map(currentRows.map((row) => [row.uuid, row]));
      if (rows.some((row) => row.uuid !== undefined && !rowsByUuid.has(row.uuid))) throw refuse('NOT_FOUND');
      const mayPrice = mayEverywhere(ctx, 'products.price', change.product.stores);
      const priced = rows.map((row) => {
        const was = row.uuid ? rowsByUuid.get(row.uuid) : undefined;
        return mayPrice ? row : { ...row, price: was?.price ?? null, deletedPrice: was?.deletedPrice ?? null };
      });
      const base = await basePrice(change.db, uuid);
      for (const row of priced) {
        const was = row.uuid ? rowsByUuid.get(row.uuid) : undefined;
        if (was && was.price !== row.price)
          needConfirmation(was.price ?? base.price, row.price ?? base.price, confirmed);
      }
      await writeVariants(ctx, change, priced, base);
    }),
);

/** Checks and writes the rows; a new one gets its stock from whoever may change stock, of others it stays. */
export async function writeVariants(
  ctx: Allowed,
  change: ProductChange,
  rows: VariantInput[],
  base: { price: number; onRequest: boolean },
): Promise<void> {
  const { db, writer, product } = change;
  checkRows(rows, base);
  const mayStock = mayEverywhere(ctx, 'stock.edit', product.stores);
  const skus = rows.map(({ sku }) => sku);
  const identifiedRows = rows.map((row) => ({ ...row, uuid: row.uuid ?? randomUUID() }));
  const uuids = identifiedRows.map(({ uuid }) => uuid);
  const skuOwners = await db.execute<{ sku: string; name: string }>(sql`
    select v.sku, p.name from variants v join products p on p.uuid = v.product_uid
    where v.company_uid = ${product.companyUid} and v.sku = any(${sql.param(skus)}::text[]) and v.uuid <> all(${sql.param(uuids)}::uuid[])`);
  const [other] = skuOwners.rows;
  if (other) throw refuseField(`rows.${skus.indexOf(other.sku)}.sku`, `המק״ט ${other.sku} שייך למוצר ${other.name}`);
  await renameInConfigurators(change, identifiedRows);
  await sync(
    writer,
    { table: 'variants', key: ['uuid'], once: ['stock'], lockWith: [] },
    identifiedRows.map(({ uuid, sku, price, deletedPrice, weight, active, stock }, position) => ({
      uuid,
      company_uid: product.companyUid,
      product_uid: product.uuid,
      sku,
      price_agorot: price,
      deleted_price_agorot: deletedPrice,
      weight_g: weight,
      active,
      stock: (mayStock && stock) || 0,
      position,
    })),
  );
  await sync(
    writer,
    {
      table: 'variant_values',
      key: ['variant_uid', 'type'],
      replace: { column: 'variant_uid', values: uuids },
    },
    identifiedRows.flatMap(({ uuid, colorName, color, size, options }) =>
      valuesOf({ color, color_name: colorName, size, options }).map((value, position) => ({
        variant_uid: uuid,
        ...value,
        position,
      })),
    ),
  );
  change.listed = true;
  // The first one that is sold may be another, whose picture stands for the product.
  await invalidateTags(writer.client, [pictureTag(product.uuid)]);
}

/**
 * Configurators name variants by their SKUs, other products' their pictures. All are renamed at once, as SKUs may be
 * exchanged.
 */
async function renameInConfigurators(
  { db, product }: ProductChange,
  written: { uuid: string; sku: string }[],
): Promise<void> {
  const { rows: renamed } = await db.execute<{ former: string; sku: string }>(sql`
    select v.sku as former, w.sku from json_to_recordset(${JSON.stringify(written)}) w(uuid uuid, sku text)
    join variants v on v.uuid = w.uuid where v.sku <> w.sku`);
  if (renamed.length === 0) return;
  await db.execute(sql`
    with renamed as (select * from json_to_recordset(${JSON.stringify(renamed)}) r(former text, sku text))
    update configurator_choices t
    set variant_skus = array(select coalesce(r.sku, one.sku) from unnest(t.variant_skus) with ordinality one(sku, place)
        left join renamed r on r.former = one.sku order by one.place),
      picture_sku = coalesce((select r.sku from renamed r where r.former = t.picture_sku), t.picture_sku)
    from products p
    where p.uuid = t.product_uid and p.company_uid = ${product.companyUid}
      and exists (select from renamed r where r.former = t.picture_sku or r.former = any(t.variant_skus))`);
}

/** What the importer refuses of several variants together. */
function checkRows(rows: VariantInput[], base: { price: number; onRequest: boolean }): void {
  const skus = new Set<string>();
  const choices = new Map<string, string>();
  for (const [at, row] of rows.entries()) {
    const { sku, colorName, size, options, active } = row;
    if (skus.has(sku)) throw refuseField(`rows.${at}.sku`, `המק״ט ${sku} מופיע פעמיים`);
    skus.add(sku);
    checkRow(`rows.${at}`, row, base);
    const choice = JSON.stringify([colorName, size, [...(options ?? [])].sort()]);
    const twin = choices.get(choice);
    if (active && twin) throw refuseField(`rows.${at}.sku`, `ל־${sku} אותם צבע, מידה ואפשרויות כמו ל־${twin}`);
    if (active) choices.set(choice, sku);
  }
}

function checkRow(path: string, row: VariantInput, base: { price: number; onRequest: boolean }): void {
  const { sku, color, colorName, price, deletedPrice } = row;
  if (color && !colorName) throw refuseField(`${path}.colorName`, `${sku}: כתבו שם לצבע`);
  if (colorName && !color) throw refuseField(`${path}.color`, `${sku}: בחרו את הצבע`);
  if (price !== null && base.onRequest) throw refuseField(`${path}.price`, 'המחיר של המוצר הוא לפי פנייה');
  if (price === 0) throw refuseField(`${path}.price`, `${sku}: הזינו מחיר גדול מאפס`);
  if (deletedPrice !== null && deletedPrice <= (price ?? base.price))
    throw refuseField(`${path}.deletedPrice`, `${sku}: המחיר הקודם צריך להיות גבוה מהמחיר`);
}

const costRows = rowsOf(z.object({ uuid: z.uuid(), cost: sum }));

const readCosts = async (db: Db, product: string) =>
  (
    await db.execute<{ uuid: string; cost: number | null }>(
      sql`select uuid, cost_agorot::float8 as cost from variants where product_uid = ${product} order by position, sku`,
    )
  ).rows;

/** What variants cost the importer; `null` for whoever may not see it. */
export async function costsOf(ctx: Allowed, product: string, stores: string[]) {
  if (!mayEverywhere(ctx, 'products.cost', stores)) return null;
  const rows = await readCosts(ctx.db, product);
  return { rows, version: versionOf(rows) };
}

/** What variants cost the importer, without VAT. */
export const editCosts = officeCall(
  {
    name: 'products.cost',
    permission: 'products.cost',
    input: z.object({ product: z.uuid(), version: z.string().max(40), rows: costRows }),
    kind: 'write',
  },
  (ctx, { product: uuid, version, rows }) =>
    changeProduct(ctx, uuid, 'products.cost', async ({ db, writer }) => {
      const currentCosts = await readCosts(db, uuid);
      refuseChanged('costs', currentCosts, version);
      const variantUids = new Set(currentCosts.map((row) => row.uuid));
      await sync(
        writer,
        { table: 'variants', key: ['uuid'], lockWith: [] },
        rows.filter((row) => variantUids.has(row.uuid)).map((row) => ({ uuid: row.uuid, cost_agorot: row.cost })),
      );
    }),
);
