import { tally } from '#server/catalogue/derived/row-writer.ts';
import { sync } from '#server/catalogue/derived/sync.ts';
import { uuidsBy, type Writer } from '../writer.ts';

type Row = {
  file: string;
  row: number;
  sku: string;
  stock: number;
  exported: number | null;
  low_stock: number | null | undefined;
  variant: string;
  branch: string;
};
type Differing = Row & { now: number };

/**
 * Pieces at branches are set as the stock is: of new variants, of others with `--stock` and where none has moved since
 * the file was exported; else they are left and reported. `knownSkus`: SKUs that aren't new; their variants are locked.
 * What changes is decided before the whole stock is written, which takes from branches itself, and written with it or
 * by the returned function.
 */
export async function placeStock(
  writer: Writer,
  uuids: Map<string, string>,
  knownSkus: Set<string>,
): Promise<() => Promise<void>> {
  const { client, folder, setStock } = writer;
  if (folder.branchStock.length === 0) return async () => {};
  const branches = await uuidsBy(writer, 'select key, uuid from branches where company_uid = $1');
  const rows = folder.branchStock.map(
    ({ file, row, data }): Row => ({
      ...{ file, row, sku: data.sku, stock: data.stock, low_stock: data.low_stock },
      exported: data.stock_exported ?? null,
      variant: uuids.get(data.sku) as string,
      branch: branches.get(data.branch) as string,
    }),
  );
  await beginPlaces(writer, rows, knownSkus);
  const differing = await differingRows(
    writer,
    rows.filter(({ sku }) => knownSkus.has(sku)),
  );
  noteLeft(writer, differing);
  if (!setStock) return async () => {};
  const changes = differing.filter(({ exported, now }) => exported === now);
  const places: Record<string, Record<string, number>> = {};
  for (const { variant, branch, stock, now } of changes) (places[variant] ??= {})[branch] = stock - now;
  await client.query(`select set_config('storefront.places', $1, true)`, [JSON.stringify(places)]);
  return async () => {
    await client.query(`select set_config('storefront.places', '', true)`);
    await movePieces(writer, changes);
  };
}

/** Places of new variants with their pieces, and the limits of low stock that are said of the others. */
async function beginPlaces(writer: Writer, rows: Row[], knownSkus: Set<string>): Promise<void> {
  await sync(
    writer,
    { table: 'branch_stock', key: ['variant_uid', 'branch_uid'], once: ['pieces'] },
    rows
      .filter(({ sku, low_stock }) => !knownSkus.has(sku) || typeof low_stock === 'number')
      .map(({ variant, branch, stock, low_stock, sku }) => ({
        ...{ variant_uid: variant, branch_uid: branch, low_stock },
        pieces: knownSkus.has(sku) ? 0 : stock,
      })),
  );
  // As with its stock: what a variant begins with is no movement.
  await writer.client.query('delete from stock_movements where variant_uid = any($1)', [
    rows.filter(({ sku }) => !knownSkus.has(sku)).map(({ variant }) => variant),
  ]);
}

function noteLeft({ notes, setStock }: Writer, differing: Differing[]): void {
  if (!setStock) {
    const reason = 'differs from the pieces at branches of the shop: only --stock sets it';
    for (const file of new Set(differing.map((one) => one.file))) notes.add({ file, column: 'stock' }, null, reason);
    return;
  }
  for (const { file, row, stock, exported, now } of differing)
    if (exported !== now)
      notes.add(
        { file, row, column: 'stock' },
        String(stock),
        exported === null
          ? `was left at ${now}: stock_exported is not said, and some may have been sold since`
          : `was left at ${now}: the file was exported with ${exported}, and it has moved since`,
      );
}

/** A variant whose branches would have more than its whole stock is left, and reported. */
async function movePieces(writer: Writer, changes: Differing[]): Promise<void> {
  const lines = [JSON.stringify(changes)];
  const recordset = 'json_to_recordset($1) as c(file text, "row" int, variant uuid, branch uuid, stock int)';
  const { rows: tooMany } = await writer.client.query<{
    variant: string;
    file: string;
    row: number;
    stock: number;
    all: number;
  }>(
    `select c.variant, c.file, c."row", c.stock, v.stock as all from ${recordset} join variants v on v.uuid = c.variant
     where v.stock < (select coalesce(sum(coalesce(o.stock, b.pieces)), 0) from
       (select stock, branch from json_to_recordset($1) as o(variant uuid, branch uuid, stock int) where o.variant = c.variant) o
       full join (select pieces, branch_uid from branch_stock where variant_uid = c.variant) b on b.branch_uid = o.branch)`,
    lines,
  );
  for (const { file, row, stock, all } of tooMany)
    writer.notes.add(
      { file, row, column: 'stock' },
      String(stock),
      `was left: branches would have more than the ${all} in stock`,
    );
  const result = await writer.client.query(
    `insert into branch_stock as b (variant_uid, branch_uid, pieces) select c.variant, c.branch, c.stock from ${recordset} where c.variant <> all($2)
     order by c.variant, c.branch on conflict (variant_uid, branch_uid) do update set pieces = excluded.pieces where b.pieces <> excluded.pieces`,
    [lines[0], tooMany.map(({ variant }) => variant)],
  );
  tally(writer, 'branch_stock', { updated: result.rowCount ?? 0 });
}

/** Rows that say another number than the branch has. The variants are locked. */
async function differingRows({ client }: Writer, rows: Row[]): Promise<Differing[]> {
  const variants = [rows.map(({ variant }) => variant)];
  const { rows: currentRows } = await client.query<{ variant: string; branch: string; pieces: number }>(
    'select variant_uid as variant, branch_uid as branch, pieces from branch_stock where variant_uid = any($1)',
    variants,
  );
  const pieces = new Map(currentRows.map((one) => [`${one.variant} ${one.branch}`, one.pieces]));
  return rows
    .map((row) => ({ ...row, now: pieces.get(`${row.variant} ${row.branch}`) ?? 0 }))
    .filter(({ stock, now }) => stock !== now);
}
