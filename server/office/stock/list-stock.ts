import { z } from 'zod';
import type { MovementKind } from '#db/schema/index.ts';
import { containingWords, type SQL, sql } from '#db/sql.ts';
import { columnName } from '#domain/catalogue/import-columns.ts';
import { type StockPolicy, stockPolicyNames } from '#domain/catalogue/kind-names.ts';
import { refuse } from '../../platform/errors.ts';
import { noteOperation } from '../../platform/note-operation.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { all, chosenStores, inStores, PAGE_ROWS, rowsAndTotal, several } from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';
import { branchesOf, piecesAt, place, type Split, splitColumns, WAREHOUSE } from './stock-locations.ts';

const stockFilters = z.object({
  q: z.string().trim().max(120).optional(),
  store: several(z.uuid()),
  /** Of these pieces alone: the list then has what is, was or should be at a branch. */
  at: place.optional(),
  left: z.enum(['none', 'few', 'low']).optional(),
  /** `<pieces>_<uuid>` of the last variant of the page before, as it stood there: it may have been sold meanwhile. */
  after: z
    .string()
    .regex(/^-?\d{1,9}_[\da-f-]{36}$/)
    .optional(),
});

export type StockRow = Split & {
  uuid: string;
  sku: string;
  product: string;
  product_uid: string;
  /** Colour, size and options. */
  details: string;
  stock: number;
  low_stock: number | null;
  policy: StockPolicy;
  media: string | null;
  moved_at: Date | null;
};

const columns = sql`
  select v.uuid, v.sku, v.stock, v.low_stock, ${splitColumns}, p.uuid as product_uid, p.name as product, p.stock_policy as policy,
    coalesce((select string_agg(x.value_name, ' · ' order by x.position) from variant_values x where x.variant_uid = v.uuid), '') as details,
    (select i.media from product_images i where i.product_uid = p.uuid and i.view not like 'spin-%'
        and (i.variant_uid is null or i.variant_uid = v.uuid or exists (select from variant_values mine, variant_values its
          where mine.variant_uid = v.uuid and its.variant_uid = i.variant_uid and (mine.type, mine.value_name) = (its.type, its.value_name)
            and mine.type = 'COLOR'))
      order by (i.variant_uid = v.uuid) desc nulls last, i.variant_uid nulls last, i.position limit 1) as media,
    (select m.created_at from stock_movements m where m.variant_uid = v.uuid order by m.id desc limit 1) as moved_at
  from variants v join products p on p.uuid = v.product_uid`;

const sold = (stores: string[]) =>
  sql`exists (select from store_products sp where sp.product_uid = p.uuid and sp.store_uid = any(${sql.param(stores)}::uuid[]))`;

const COUNTED = sql.raw(`v.active and p.kind <> 'SERVICE'`);

/** A variant `v` of `products p` that shoppers miss: sold from stock, shown in a store that `here` means, and gone. */
export const isSoldOut = (here: (column: SQL) => SQL): SQL =>
  sql`${COUNTED} and v.stock = 0 and p.stock_policy = 'IN_STOCK'
    and exists (select from store_products sp where sp.product_uid = p.uuid and sp.published and ${here(sql`sp.store_uid`)})`;

/** Of `variants v` and `products p`. */
function stockConditions({ q, store, at, left }: z.output<typeof stockFilters>, reachedStores: string[]): SQL {
  const part = containingWords(q ?? '');
  const stores = chosenStores(reachedStores, store);
  return all([
    COUNTED,
    sold(stores),
    q ? sql`(lower(v.sku) like ${part} or lower(p.name) like ${part})` : undefined,
    at && at !== WAREHOUSE
      ? sql`exists (select from branch_stock b where b.variant_uid = v.uuid and b.branch_uid = ${at})`
      : undefined,
    left === 'none' ? (at ? sql`${piecesAt(at)} = 0` : isSoldOut((column) => inStores(column, stores))) : undefined,
    left === 'few' ? sql`${piecesAt(at)} between 1 and 3` : undefined,
    left === 'low' ? lowAt(at) : undefined,
  ]);
}

/** Below a threshold: its own, or one of a branch. */
const lowAt = (at: string | undefined): SQL =>
  sql`(${at ? sql`false` : sql`v.stock <= v.low_stock`} or exists (select from branch_stock b where b.variant_uid = v.uuid
    and b.pieces <= b.low_stock ${at && at !== WAREHOUSE ? sql`and b.branch_uid = ${at}` : sql``}))`;

/** Its headings make it a count, which an import reads once other numbers are written into the stock. */
const fileColumns: FileColumn<StockRow>[] = [
  [columnName('sku'), (row) => row.sku],
  ['שם המוצר', (row) => row.product],
  ['גרסה', (row) => row.details],
  [columnName('stock'), (row) => row.stock],
  [columnName('stock_exported'), (row) => row.stock],
  ['מחסן מרכזי', (row) => row.warehouse],
  ['בסניפים', (row) => row.branches.map(({ name, pieces }) => `${name}: ${pieces}`).join(', ')],
  ['סף', (row) => row.low_stock ?? ''],
  ['מכירה', (row) => stockPolicyNames[row.policy]],
  ['תנועה אחרונה', (row) => momentText(row.moved_at)],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportStock = officeCall(
  { name: 'stock.export', permission: 'products.read', input: stockFilters.extend({ format }), kind: 'write' },
  async (ctx, { after: _, format: kind, ...filters }): Promise<ListFile> => {
    const query = sql`${columns} where ${stockConditions(filters, ctx.stores)} order by v.stock, v.sku, v.uuid`;
    const { file, rows } = await listFile<StockRow>(ctx.db, {
      name: 'stock',
      format: kind,
      columns: fileColumns,
      query,
    });
    await noteOperation(ctx.db, { rows, ...filters });
    return file;
  },
);

/** What can be bought, with the fewest pieces first and then by SKU, page by page. */
export const listStock = officeCall(
  { name: 'stock.list', permission: 'products.read', input: stockFilters, kind: 'read' },
  async (ctx, { after, ...filters }) => {
    const where = stockConditions(filters, ctx.stores);
    const piecesHere = piecesAt(filters.at);
    const [pieces, last] = after?.split('_') ?? [];
    const cursor = after
      ? sql`(${piecesHere}, v.sku, v.uuid) > (${pieces}::int, coalesce((select a.sku from variants a where a.uuid = ${last}), ''), ${last}::uuid)`
      : undefined;
    const [{ rows: resultRows, total }, branches] = await Promise.all([
      rowsAndTotal<StockRow>(ctx.db, {
        rows: sql`${columns} where ${all([where, cursor])} order by ${piecesHere}, v.sku, v.uuid limit ${PAGE_ROWS + 1}`,
        matching: sql`select from variants v join products p on p.uuid = v.product_uid where ${where}`,
        isFirst: !after,
      }),
      branchesOf(ctx),
    ]);
    const rows = resultRows.slice(0, PAGE_ROWS);
    const end = resultRows.length > PAGE_ROWS ? rows.at(-1) : undefined;
    return {
      page: { rows, next: end ? `${piecesOf(end, filters.at)}_${end.uuid}` : null, total },
      branches,
      mayEdit: may(ctx.staff, 'stock.edit'),
    };
  },
);

/** Of a row, what `piecesAt` is in the query. */
const piecesOf = ({ stock, warehouse, branches }: StockRow, at: string | undefined): number => {
  if (at === undefined) return stock;
  return at === WAREHOUSE ? warehouse : (branches.find(({ uuid }) => uuid === at)?.pieces ?? 0);
};

export type MovementRow = {
  id: number;
  before: number;
  after: number;
  kind: MovementKind;
  /** `null`: the central warehouse. */
  branch: string | null;
  /** Where the person may read it. */
  order: { uuid: string; number: string } | null;
  by: string;
  /** Of an order that the person may not read, none: it may name the buyer. */
  reason: string;
  created_at: Date;
};

/** A variant that a store of the person sells. @throws NOT_FOUND */
export async function findStock(ctx: Pick<Allowed, 'db' | 'stores'>, variant: string): Promise<StockRow> {
  const { rows } = await ctx.db.execute<StockRow>(sql`${columns} where v.uuid = ${variant} and ${sold(ctx.stores)}`);
  const [row] = rows;
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** How the stock of a variant came to be what it is, the newest first. */
export const readStock = officeCall(
  { name: 'stock.read', permission: 'products.read', input: z.object({ variant: z.uuid() }), kind: 'read' },
  async (ctx, { variant }) => {
    const row = await findStock(ctx, variant);
    const [{ rows }, branches] = await Promise.all([
      ctx.db.execute<MovementRow & { store: string | null }>(sql`
      select m.id::float8 as id, m.before, m.after, m.kind, coalesce(s.name, regexp_replace(m.actor, '^api:', '')) as by, m.reason, m.created_at, b.name as branch,
        o.store_uid as store, case when o.uuid is not null then json_build_object('uuid', o.uuid, 'number', o.number) end as order
      from stock_movements m left join staff s on 'staff:' || s.email = m.actor left join branches b on b.uuid = m.branch_uid
        left join orders o on o.uuid = m.order_uid
      where m.variant_uid = ${variant} order by m.id desc limit 200`),
      branchesOf(ctx),
    ]);
    const movements = rows.map(({ store, order, reason, ...movement }): MovementRow => {
      const isRead = store !== null && may(ctx.staff, 'orders.read', store);
      return { ...movement, order: isRead ? order : null, reason: order === null || isRead ? reason : '' };
    });
    return { variant: row, movements, branches, mayEdit: may(ctx.staff, 'stock.edit') };
  },
);
