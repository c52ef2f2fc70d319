import { toShekels } from '#domain/money/money.ts';
import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync, type Values } from '#server/catalogue/derived/sync.ts';
import { REACHED } from '../../checks/former-prices.ts';
import type { VariantRow } from '../../schemas/catalogue.ts';
import { ON_REQUEST } from '../../schemas/cells.ts';
import { uuidsBy, type Writer } from '../writer.ts';
import { placeStock } from './branch-stock.ts';

/** Writes variants and their values. @returns the variants' uuids by SKU */
export async function writeVariants(writer: Writer): Promise<Map<string, string>> {
  const { folder, products } = writer;
  const described = new Set(folder.products.map(({ data }) => data.slug));
  const unpriced = new Set(
    folder.products.filter(({ data }) => data.price === ON_REQUEST).map(({ data }) => data.slug),
  );
  const count = new Map<string, number>();
  const rows = folder.variants.map(({ data }): Values => {
    const position = count.get(data.product) ?? 0;
    count.set(data.product, position + 1);
    return {
      company_uid: writer.companyUid,
      sku: data.sku,
      product_uid: products.get(data.product),
      price_agorot: data.price,
      deleted_price_agorot: data.deleted_price,
      stock: data.stock === null ? 0 : data.stock,
      low_stock: data.low_stock,
      weight_g: data.weight_g,
      cost_agorot: data.cost,
      active: data.active || described.has(data.product) ? data.active !== 'no' : undefined,
      // A price update names some variants of a product, so their sequence there means nothing.
      position: described.has(data.product) ? position : undefined,
      ...(unpriced.has(data.product) && NO_PRICES),
    };
  });
  rows.push(...(await unnamedRows(writer, described, unpriced)));
  const before = await placedVariants(writer);
  const counted = writer.setStock ? await countedVariants(writer) : [];
  const lockWith = [...before.values(), ...counted];
  await sync(writer, { table: 'variants', key: ['company_uid', 'sku'], once: ['stock'], lockWith }, rows);
  const uuids = await uuidsBy(writer, 'select sku as key, uuid from variants where company_uid = $1');
  const placed = await placeStock(writer, uuids, new Set(before.keys()));
  if (writer.setStock) await writeStock(writer, counted);
  await placed();
  await writeValues(writer, uuids);
  return uuids;
}

/** Variants of the folder's branches that were there before the folder was written, by SKU. */
const placedVariants = async ({ client, folder, companyUid }: Writer): Promise<Map<string, string>> =>
  new Map(
    (
      await client.query<{ sku: string; uuid: string }>(
        'select sku, uuid from variants where company_uid = $1 and sku = any($2)',
        [companyUid, folder.branchStock.map(({ data }) => data.sku)],
      )
    ).rows.map(({ sku, uuid }) => [sku, uuid]),
  );

type Counted = { file: string; row: number; sku: string; stock: number; exported: number | null };

const DIFFERING = `json_to_recordset($1) as c(file text, "row" int, sku text, stock int, exported int)
   join variants v on v.sku = c.sku and v.company_uid = $2 and v.stock <> c.stock`;

const countsOf = ({ folder, companyUid }: Writer): string[] => [
  JSON.stringify(
    folder.variants.flatMap(({ file, row, data }): Counted[] =>
      typeof data.stock === 'number'
        ? [{ file, row, sku: data.sku, stock: data.stock, exported: data.stock_exported ?? null }]
        : [],
    ),
  ),
  companyUid,
];

/**
 * Uuids of variants whose stock the files may set. One that has the file's stock now is left, whatever is sold
 * meanwhile.
 */
const countedVariants = async (writer: Writer): Promise<string[]> =>
  (await writer.client.query<{ uuid: string }>(`select v.uuid from ${DIFFERING}`, countsOf(writer))).rows.map(
    ({ uuid }) => uuid,
  );

/**
 * Stock from files, set only when requested, and only where the row says what was there when the file was written and
 * nothing has changed since. Other rows would put sold pieces back on sale: they are skipped and reported. `locked`:
 * the variants that are locked, to which no further one is added here: a sale may hold it and wait for one of them.
 */
async function writeStock(writer: Writer, locked: string[]): Promise<void> {
  const values = [...countsOf(writer), locked];
  const ofLocked = `${DIFFERING} and v.uuid = any($3)`;
  const { rows } = await writer.client.query<Counted & { now: number }>(
    `select c.*, v.stock as now from ${ofLocked}`,
    values,
  );
  const result = await writer.client.query(
    `update variants set stock = c.stock from (select v.uuid, c.stock from ${ofLocked} where v.stock = c.exported) c
     where c.uuid = variants.uuid`,
    values,
  );
  tally(writer, 'variants', { updated: result.rowCount ?? 0 });

  const undated = new Map<string, number>();
  for (const { file, row, stock, exported, now } of rows) {
    if (exported === null) undated.set(file, (undated.get(file) ?? 0) + 1);
    else if (exported !== now)
      writer.notes.add(
        { file, row, column: 'stock' },
        String(stock),
        `was left at ${now}: the file was exported with ${exported}, and it has moved since`,
      );
  }
  for (const [file, count] of undated) {
    const variants = count === 1 ? 'a variant' : `${count} variants`;
    writer.notes.add(
      { file, column: 'stock_exported' },
      null,
      `is not said for ${variants} whose stock differs, which was left: it may have been sold since. Edit an export, or use stock set`,
    );
  }
}

/** A product on request has no other prices, which a later price of its own would bring back. */
const NO_PRICES = { price_agorot: null, deleted_price_agorot: null };

/**
 * Variants that a described product no longer names are deactivated: old orders reference them. All of products on
 * request lose their prices, and of others a former price that the product's new price reaches.
 */
async function unnamedRows(writer: Writer, described: Set<string>, unpriced: Set<string>): Promise<Values[]> {
  const { client, companyUid, folder, products, notes } = writer;
  const owners = folder.variants.map(({ data }) => data.product).filter((slug) => described.has(slug));
  const uidsOf = (slugs: Iterable<string>) => [...new Set(slugs)].map((slug) => products.get(slug));
  const priced = new Map(
    folder.products
      .filter(({ data }) => typeof data.price === 'number')
      .map(({ file, row, data }) => [products.get(data.slug), { file, row, column: 'price' }]),
  );
  const { rows } = await client.query<Unnamed>(
    `select v.sku, v.product_uid as product, v.product_uid = any($1) as retires, v.product_uid = any($2) as priceless,
       case when v.product_uid = any($4) and v.deleted_price_agorot <= coalesce(v.price_agorot, p.price_agorot)
         then v.deleted_price_agorot end as reached
     from variants v join products p on p.uuid = v.product_uid
     where (v.product_uid = any($1::uuid[] || $2::uuid[])
         or v.product_uid = any($4) and v.deleted_price_agorot <= coalesce(v.price_agorot, p.price_agorot))
       and not exists (select 1 from unnest($3::text[]) as named(sku) where named.sku = v.sku)`,
    [
      folder.hasAllVariants ? uidsOf(owners) : [],
      uidsOf(unpriced),
      folder.variants.map(({ data }) => data.sku),
      [...priced.keys()],
    ],
  );
  for (const { sku, product, reached } of rows) {
    const line = priced.get(product);
    if (line && reached !== null) notes.add(line, `${sku}: ${toShekels(Number(reached))}`, REACHED);
  }
  return rows.map(({ sku, retires, priceless, reached }) => ({
    company_uid: companyUid,
    sku,
    ...(retires && { active: false }),
    ...(priceless && NO_PRICES),
    ...(reached !== null && { deleted_price_agorot: null }),
  }));
}

type Unnamed = { sku: string; product: string; retires: boolean; priceless: boolean; reached: string | null };

async function writeValues(writer: Writer, uuids: Map<string, string>): Promise<void> {
  const described = writer.folder.variants.filter(({ data }) => describesValues(data));
  const rows = described.flatMap(({ data }) =>
    valuesOf(data).map((value, position) => ({ variant_uid: uuids.get(data.sku), ...value, position })),
  );
  const replace = { column: 'variant_uid', values: described.map(({ data }) => uuids.get(data.sku) as string) };
  await sync(writer, { table: 'variant_values', key: ['variant_uid', 'type'], replace }, rows);
}

/** A file with none of these columns leaves a variant's values unchanged. */
const describesValues = (data: VariantRow): boolean =>
  data.color !== undefined || data.size !== undefined || data.options !== undefined;

/** What a shopper chooses a variant by. */
export function valuesOf(data: Pick<VariantRow, 'color' | 'color_name' | 'size' | 'options'>): Values[] {
  const values: Values[] = [];
  if (data.color) values.push({ type: 'COLOR', value_name: data.color_name, value: data.color, value_type: 'COLOR' });
  if (data.size) values.push({ type: 'SIZE', value_name: data.size, value: data.size, value_type: 'TEXT' });
  for (const [type, value] of new Map(data.options ?? []))
    values.push({ type, value_name: value, value, value_type: 'TEXT' });
  return values;
}
