import { type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type StockPolicy, stockPolicyNames } from '#domain/catalogue/product-names.ts';
import { refuse } from '../../platform/errors.ts';
import { note } from '../../staff/audit.ts';
import { may } from '../../staff/grants.ts';
import { type Allowed, officeCall } from '../../staff/office-call.ts';
import { all, COUNT_UP_TO, chosenStores, PAGE_ROWS, several } from '../list.ts';
import { type FileColumn, format, type ListFile, listFile, momentText } from '../list-file.ts';

const stockFilters = z.object({
  q: z.string().trim().max(120).optional(),
  store: several(z.uuid()),
  left: z.enum(['none', 'few']).optional(),
  /** The last variant of the page before. */
  after: z.uuid().optional(),
});

export type StockRow = {
  uuid: string;
  sku: string;
  product: string;
  product_uid: string;
  /** Colour, size and options. */
  details: string;
  stock: number;
  policy: StockPolicy;
  media: string | null;
  moved_at: Date | null;
};

const columns = sql`
  select v.uuid, v.sku, v.stock, p.uuid as product_uid, p.name as product, p.stock_policy as policy,
    coalesce((select string_agg(x.value_name, ' · ' order by x.position) from variant_values x where x.variant_uid = v.uuid), '') as details,
    (select i.media from product_images i where i.product_uid = p.uuid and (i.variant_uid is null or i.variant_uid = v.uuid) and i.view not like 'spin-%'
      order by i.variant_uid nulls last, i.position limit 1) as media,
    (select m.created_at from stock_movements m where m.variant_uid = v.uuid order by m.id desc limit 1) as moved_at
  from variants v join products p on p.uuid = v.product_uid`;

const sold = (stores: string[]) =>
  sql`exists (select from store_products sp where sp.product_uid = p.uuid and sp.store_uid = any(${sql.param(stores)}::uuid[]))`;

/** Of `variants v` and `products p`. */
function stockConditions({ q, store, left }: z.output<typeof stockFilters>, mine: string[]): SQL {
  const part = `%${(q ?? '')
    .toLowerCase()
    .replace(/[\\%_]/g, '\\$&')
    .replace(/\s+/g, '%')}%`;
  return all([
    sql`v.active and p.kind <> 'SERVICE'`,
    sold(chosenStores(mine, store)),
    q ? sql`(lower(v.sku) like ${part} or lower(p.name) like ${part})` : undefined,
    left === 'none' ? sql`v.stock = 0` : undefined,
    left === 'few' ? sql`v.stock between 1 and 3` : undefined,
  ]);
}

const fileColumns: FileColumn<StockRow>[] = [
  ['מק״ט', (row) => row.sku],
  ['מוצר', (row) => row.product],
  ['גרסה', (row) => row.details],
  ['מלאי', (row) => row.stock],
  ['מכירה', (row) => stockPolicyNames[row.policy]],
  ['תנועה אחרונה', (row) => momentText(row.moved_at)],
];

/** The list as it is filtered, as a table for spreadsheets. */
export const exportStock = officeCall(
  { name: 'stock.export', permission: 'products.read', input: stockFilters.extend({ format }), kind: 'write' },
  async (ctx, { after: _, format: kind, ...filters }): Promise<ListFile> => {
    const query = sql`${columns} where ${stockConditions(filters, ctx.stores)} order by v.stock, p.name, v.uuid`;
    const { file, rows } = await listFile<StockRow>(ctx.db, {
      name: 'stock',
      format: kind,
      columns: fileColumns,
      query,
    });
    await note(ctx.db, { rows, ...filters });
    return file;
  },
);

/** What can be bought, with the fewest pieces first, page by page. */
export const listStock = officeCall(
  { name: 'stock.list', permission: 'products.read', input: stockFilters, kind: 'read' },
  async (ctx, { after, ...filters }) => {
    const where = stockConditions(filters, ctx.stores);
    const cursor = after
      ? sql`(v.stock, p.name, v.uuid) > (select a.stock, b.name, a.uuid from variants a join products b on b.uuid = a.product_uid where a.uuid = ${after})`
      : undefined;
    const [found, total] = await Promise.all([
      ctx.db.execute<StockRow>(
        sql`${columns} where ${all([where, cursor])} order by v.stock, p.name, v.uuid limit ${PAGE_ROWS + 1}`,
      ),
      ctx.db.execute<{ total: number }>(sql`
        select count(*)::int as total from (select from variants v join products p on p.uuid = v.product_uid where ${where} limit ${COUNT_UP_TO}) counted`),
    ]);
    const rows = found.rows.slice(0, PAGE_ROWS);
    return {
      page: {
        rows,
        next: found.rows.length > PAGE_ROWS ? (rows.at(-1)?.uuid ?? null) : null,
        total: total.rows[0]?.total ?? 0,
      },
      mayEdit: may(ctx.staff, 'stock.edit'),
    };
  },
);

export type MovementRow = {
  id: number;
  before: number;
  after: number;
  kind: 'sale' | 'return' | 'count' | 'receipt' | 'import' | 'undo' | 'other';
  by: string;
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
    const { rows: movements } = await ctx.db.execute<MovementRow>(sql`
      select m.id::float8 as id, m.before, m.after, m.kind, coalesce(s.name, m.actor) as by, m.reason, m.created_at
      from stock_movements m left join staff s on 'staff:' || s.email = m.actor
      where m.variant_uid = ${variant} order by m.id desc limit 200`);
    return { variant: row, movements, mayEdit: may(ctx.staff, 'stock.edit') };
  },
);
