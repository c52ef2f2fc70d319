import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { OperatorError } from '#db/operator-error.ts';

/**
 * A backup is a folder `<moment>/` with this manifest, a file of rows per table, and the list of its pictures, which
 * are in `media/` beside it: they never change, so all backups share them.
 */
const manifest = z.object({
  format: z.literal(1),
  taken_at: z.string(),
  server_version: z.string(),
  /** Newest migration that the rows match (`when` of the journal). */
  migration: z.number(),
  tables: z.array(
    z.object({
      schema: z.string(),
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.number(),
      /** Sum of a 64-bit hash of every row: equal sums mean equal rows, in any sequence. */
      sum: z.string(),
      file: z.string().regex(/^[\w.-]+$/),
      sha256: z.string(),
    }),
  ),
  media: z.object({ names: z.number(), bytes: z.number(), missing: z.array(z.string()) }),
});

export type Manifest = z.infer<typeof manifest>;
export type Table = Pick<Manifest['tables'][number], 'schema' | 'name' | 'columns'>;

export const MANIFEST = 'manifest.json';
export const MEDIA_LIST = 'media.txt';

/** @throws OperatorError where the folder isn't a complete backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, MANIFEST), 'utf8').catch(() => {
    throw new OperatorError(`${folder} is no backup: it has no ${MANIFEST}`);
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch {
    throw new OperatorError(`${join(folder, MANIFEST)} cannot be read; was the backup made by a newer version?`);
  }
}

/** Settings under which values written as text read back equal on any server. */
export const PLAIN_TEXT = `set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local statement_timeout = 0; set local jit = off`;

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;

/** Every table of ours. Migrations' own tables are recreated by them. */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^(pg_|information_schema$|drizzle$)'
     group by 1, 2 order by 1, 2`,
  );
  return rows;
}

/**
 * Tables whose text is visitors', of other sites, or of former times: an address that was asked for, a message, a value
 * since replaced. What reads like a picture's name there may never have been one of ours.
 */
const FOREIGN_TEXT = new Set(
  `addresses audit_log bookings changes customers documents idempotency_keys lead_answers leads limit_hits notes
   order_consents order_files order_history order_signatures orders outbox pages payments product_questions
   product_reviews redirect_misses redirects refunds search_terms staff_sessions stock_alert_recipients stock_subscriptions subscribers tasks
   trade_ins transfers`.split(/\s+/),
);

/** Whether every picture that the table's rows name has to be there. */
export const namesOnlyOurs = ({ name }: Pick<Table, 'name'>): boolean => !FOREIGN_TEXT.has(name);

/** Number of rows of a table, and their sum. */
export async function sumOf(client: pg.ClientBase, table: Table): Promise<{ rows: number; sum: string }> {
  const { rows } = await client.query<{ rows: string; sum: string }>(
    `select count(*) as rows, coalesce(sum(hashtextextended(t::text, 0)::numeric), 0)::text as sum from ${nameOf(table)} t`,
  );
  return { rows: Number(rows[0]?.rows), sum: rows[0]?.sum ?? '0' };
}
