import type pg from 'pg';
import { productTag } from '#db/cache-tags.ts';
import type { Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import {
  type BulkCell,
  type BulkChange,
  type BulkRow,
  type BulkValue,
  bulkFields,
  cellValueOf,
  faultsOf,
  jumpsOf,
  withCells,
} from '#domain/catalogue/bulk-rows.ts';
import { clearStoresFormerPrices, clearVariantsFormerPrices } from '../../../catalogue/derived/former-prices.ts';
import {
  invalidateTags,
  lockImports,
  placementsOf,
  refreshProducts,
  struckElsewhere,
} from '../../../catalogue/derived/refresh.ts';
import type { Progress } from '../../../import/progress.ts';
import { refuse } from '../../../platform/errors.ts';
import { noteOperation } from '../../../platform/note-operation.ts';
import { may } from '../../../staff/grants.ts';
import { hiddenLinksText } from '../../content/led-to.ts';
import { type Editor, readBulkRows } from './bulk-rows.ts';

/** A row that somebody else has changed meanwhile: it is left as it is. */
export type BulkConflict = { product: string; name: string; field: string; was: BulkValue; theirs: BulkValue };
/**
 * `formerPrices`: of variants and stores, cleared because the new prices reach them. `hiddenLinks`: a sentence that
 * names the links to products that are hidden now.
 */
export type BulkOutcome = {
  products: number;
  cells: number;
  formerPrices: number;
  hiddenLinks: string;
  conflicts: BulkConflict[];
};

/** Products of one statement. */
const BATCH = 500;
/** Products whose lists and search are made anew at once. */
const REFRESHED = 1_000;
const SHOWN_FAULTS = 100;

type Written = { before: BulkRow; after: BulkRow; cells: BulkCell[] };

/**
 * Writes the changed cells within the open transaction, batch by batch. Rows of which a changed cell has another value
 * than the grid began with are left as they are, and told. What a rule refuses, refuses all.
 * @throws BAD_REQUEST with the faults by product and cell, FORBIDDEN
 */
export async function writeBulk(
  { db, client }: { db: Db; client: pg.ClientBase },
  editor: Editor,
  changes: BulkChange[],
  { confirmed, progress }: { confirmed: boolean; progress?: Progress },
): Promise<BulkOutcome> {
  await lockImports(client);
  const uuids = changes.map(({ product }) => product);
  const rows = new Map((await readBulkRows(db, editor, uuids, true)).map((row) => [row.uuid, row]));
  const { written, conflicts } = sortOut(changes, rows);
  for (const one of written) assertMay(editor, one);
  refuseFaults(written);
  if (!confirmed) refuseJumps(written);
  const before = await placementsOf(
    client,
    written.filter(mayBeListed).map(({ before: { uuid } }) => uuid),
  );
  for (let at = 0; at < written.length; at += BATCH) {
    progress?.('writing', at, written.length);
    await writeBatch(db, written.slice(at, at + BATCH));
  }
  const formerPrices = await clearFormerPrices(client, written);
  await writeCounts(db, written);
  await publish(db, client, written, before);
  if (written.length > 0)
    await noteOperation(db, { changes: { products: { inserted: 0, updated: written.length, deleted: 0 } } });
  const cells = written.reduce((sum, one) => sum + one.cells.length, 0);
  const hiddenLinks = await hiddenLinksText(db, hiddenIn(written));
  return { products: written.length, cells, formerPrices, hiddenLinks, conflicts };
}

const hiddenIn = (written: Written[]): { store: string; slug: string }[] =>
  written.flatMap(({ before: { slug }, cells }) =>
    cells.flatMap(({ field, store, now }) => (field === 'published' && store && !now ? { store, slug } : [])),
  );

function sortOut(changes: BulkChange[], rows: Map<string, BulkRow>): { written: Written[]; conflicts: BulkConflict[] } {
  const written: Written[] = [];
  const conflicts: BulkConflict[] = [];
  for (const { product, cells: all } of changes) {
    const before = rows.get(product);
    if (!before) {
      conflicts.push({ product, name: '', field: '', was: null, theirs: null });
      continue;
    }
    const presentOf = ({ field, store }: BulkCell) => cellValueOf(before, field, store);
    // A cell that already has the new value is no conflict, whoever wrote it.
    const cells = all.filter((cell) => presentOf(cell) !== cell.now);
    const other = cells.filter((cell) => presentOf(cell) !== cell.was);
    for (const cell of other)
      conflicts.push({
        product,
        name: before.name,
        field: bulkFields[cell.field],
        was: cell.was,
        theirs: presentOf(cell) ?? null,
      });
    if (other.length === 0 && cells.length > 0) written.push({ before, after: withCells(before, cells), cells });
  }
  return { written, conflicts };
}

/**
 * Texts and prices are the same in all stores of a product; whether a store shows it, and its own price, are the
 * store's.
 */
function assertMay({ staff }: Editor, { before, cells }: Written): void {
  for (const { field, store } of cells) {
    const allowed =
      field === 'published'
        ? store !== null && may(staff, 'products.edit', store)
        : field === 'storePrice'
          ? store !== null && may(staff, 'products.price', store)
          : before.may[field === 'stock' ? 'stock' : field === 'price' || field === 'deletedPrice' ? 'price' : 'edit'];
    if (!allowed)
      throw refuse('FORBIDDEN', { message: `אין לכם הרשאה לשנות את ״${bulkFields[field]}״ של ${before.name}` });
  }
}

function refuseFaults(written: Written[]): void {
  const fields = written.flatMap(({ before, after, cells }) =>
    faultsOf(after, cells).map(({ field, store, message }) => ({
      path: [before.uuid, field, ...(store ? [store] : [])].join('.'),
      message: `${before.name}: ${message}`,
    })),
  );
  if (fields.length > 0) throw refuse('BAD_REQUEST', { fields: fields.slice(0, SHOWN_FAULTS) });
}

function refuseJumps(written: Written[]): void {
  const jumps = written.filter(({ before, after }) => jumpsOf(before, after).length > 0);
  if (jumps.length === 0) return;
  const names = jumps.slice(0, 3).map(({ before }) => before.name);
  const message = `ב־${jumps.length} מוצרים מחיר משתנה ביותר מחצי (${names.join(', ')}). סמנו שזו הכוונה`;
  throw refuse('BAD_REQUEST', { fields: [{ path: 'confirmed', message }] });
}

async function writeBatch(db: Db, written: Written[]): Promise<void> {
  const products = written.map(({ after }) => ({
    uuid: after.uuid,
    name: after.name.trim(),
    price: after.price,
    deleted: after.deletedPrice,
    policy: after.policy,
  }));
  await db.execute(sql`
    update products p set name = r.name, price_agorot = r.price, deleted_price_agorot = r.deleted,
      stock_policy = r.policy::stock_policy, updated_at = now()
    from json_to_recordset(${JSON.stringify(products)}) r (uuid uuid, name text, price bigint, deleted bigint, policy text)
    where p.uuid = r.uuid`);
  const places = written.flatMap(({ after, cells }) =>
    [...new Set(cells.flatMap(({ store }) => store ?? []))].map((store) => ({
      product: after.uuid,
      store,
      published: after.stores[store]?.[0],
      price: after.stores[store]?.[1],
    })),
  );
  if (places.length > 0)
    await db.execute(sql`
      update store_products sp set published = r.published, price_agorot = r.price
      from json_to_recordset(${JSON.stringify(places)}) r (product uuid, store uuid, published boolean, price bigint)
      where sp.product_uid = r.product and sp.store_uid = r.store`);
}

/** Locks what is counted with them. */
async function clearFormerPrices(client: pg.ClientBase, written: Written[]): Promise<number> {
  const priced = written
    .filter(({ cells }) => cells.some(({ field }) => field === 'price' || field === 'storePrice'))
    .map(({ after: { uuid } }) => uuid);
  if (priced.length === 0) return 0;
  const counted = written.filter(isCounted).flatMap(({ before }) => before.variants.map(({ uuid }) => uuid));
  const ofVariants = await clearVariantsFormerPrices(client, priced, counted);
  return ofVariants.length + (await clearStoresFormerPrices(client, priced)).length;
}

const isCounted = ({ cells }: Written): boolean => cells.some(({ field }) => field === 'stock');

/**
 * All counts at once and in the order of uuids, as orders lock variants: two statements of a transaction could deadlock
 * with a sale.
 */
async function writeCounts(db: Db, written: Written[]): Promise<void> {
  const counts = written
    .filter(isCounted)
    .map(({ before, after }) => ({ ...after.variants[0], was: before.variants[0]?.stock }));
  if (counts.length === 0) return;
  // Sales go on meanwhile, and don't wait for the product's lock.
  const { rowCount } = await db.execute(sql`
    with locked as (
      select v.uuid, r.stock from variants v
      join json_to_recordset(${JSON.stringify(counts)}) r (uuid uuid, stock int, was int) on v.uuid = r.uuid and v.stock = r.was
      order by v.uuid for no key update of v)
    update variants v set stock = locked.stock from locked where v.uuid = locked.uuid`);
  if (rowCount !== counts.length)
    throw refuse('CHANGED_MEANWHILE', { message: 'בינתיים נמכרו פריטים מהמלאי שנספר, ולא נשמר דבר. רעננו ובדקו שוב' });
}

/** Lists are sorted by names, and what is struck through is found by ״מבצע״; triggers invalidate the tags of prices. */
const mayBeListed = ({ cells }: Written): boolean => cells.some(({ field }) => LISTED.includes(field));
const LISTED: BulkCell['field'][] = ['name', 'price', 'deletedPrice', 'storePrice'];

async function publish(
  db: Db,
  client: pg.ClientBase,
  written: Written[],
  before: Awaited<ReturnType<typeof placementsOf>>,
): Promise<void> {
  const after = await placementsOf(
    client,
    before.map(({ product }) => product),
  );
  const renamed = written.filter((one) => one.before.name !== one.after.name).map((one) => one.after.uuid);
  const listed = [...new Set([...renamed, ...struckElsewhere(before, after)])];
  const { rows: companies } = await db.execute<{ uuid: string; products: string[] }>(
    sql`select company_uid as uuid, array_agg(uuid::text) as products from products where uuid = any(${sql.param(listed)}::uuid[]) group by company_uid`,
  );
  for (const { uuid, products } of companies)
    for (let at = 0; at < products.length; at += REFRESHED) {
      const part = products.slice(at, at + REFRESHED);
      await refreshProducts(
        client,
        uuid,
        part,
        before.filter(({ product }) => part.includes(product)),
      );
    }
  const others = written.filter((one) => !listed.includes(one.after.uuid)).map((one) => productTag(one.after.uuid));
  if (others.length > 0) await invalidateTags(client, others);
}
