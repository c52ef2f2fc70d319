import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import type pg from 'pg';
import { CACHE_CHANNEL, catalogueTag, productTag } from '#db/cache-tags.ts';
import { type Db, poolOf } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import type { Permission } from '#domain/people/permissions.ts';
import { lockImports, refreshDerived } from '../../catalogue/derived/refresh.ts';
import type { RowWriter } from '../../catalogue/derived/row-writer.ts';
import { refuse } from '../../platform/errors.ts';
import type { Allowed } from '../../staff/office-call.ts';
import { lockWholeProduct, type ReachedProduct } from './reach.ts';

export type ProductChange = {
  db: Db;
  /** For `sync`, as the importer writes. */
  writer: RowWriter;
  product: ReachedProduct;
  /** To be set where lists, categories or the search are made of what changes. */
  listed: boolean;
};

/**
 * A change of a product: one transaction in which nobody else changes it and no import writes. Cards and pages that show it are told as it
 * commits; where `listed` is set, its categories and the search are made anew before, and its stores' lists are told too.
 */
export function changeProduct<R>(
  ctx: Allowed,
  product: string,
  permission: Permission,
  work: (change: ProductChange) => Promise<R>,
): Promise<R> {
  return inCatalogue(ctx, async (db, client) => {
    const reached = await lockWholeProduct(ctx, db, product, permission);
    const change = { db, writer: writerOf(client, reached.companyUid), product: reached, listed: false };
    const result = await work(change);
    await db.execute(sql`update products set updated_at = now() where uuid = ${product}`);
    await publish(db, client, reached, change.listed);
    return result;
  });
}

/** A transaction that an import waits for, or that waits for one. */
export async function inCatalogue<R>(ctx: Allowed, work: (db: Db, client: pg.PoolClient) => Promise<R>): Promise<R> {
  const client = await poolOf(ctx.db).connect();
  try {
    await client.query('begin');
    await lockImports(client);
    const result = await work(drizzle(client, { schema }), client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

export const writerOf = (client: pg.ClientBase, companyUid: string): RowWriter => ({
  client,
  companyUid,
  changes: new Map(),
  stores: new Map(),
});

/** Tells every process what shows the product. `listed`: in lists and in the search as well, which are made anew first. */
export async function publish(
  db: Db,
  client: pg.ClientBase,
  { uuid, companyUid, stores }: Pick<ReachedProduct, 'uuid' | 'companyUid' | 'stores'>,
  listed: boolean,
): Promise<void> {
  if (listed) await refreshDerived(client, companyUid);
  const { rows } = await db.execute<{ store: string }>(
    sql`select store_uid::text as store from store_products where product_uid = ${uuid}`,
  );
  // Those that it was taken out of, too.
  const here = listed ? new Set([...stores, ...rows.map(({ store }) => store)]) : [];
  for (const tag of [productTag(uuid), ...[...here].map(catalogueTag)])
    await db.execute(sql`select pg_notify(${CACHE_CHANNEL}, ${tag})`);
}

/** Names the state of a list of rows, so that a form says which one it began with. */
export const versionOf = (rows: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(rows)).digest('hex').slice(0, 16);

/** @throws CHANGED_MEANWHILE where the list isn't the one that the form began with; its details hold the present one */
export function refuseChanged(field: string, rows: Record<string, unknown>[], version: string): void {
  if (versionOf(rows) === version) return;
  const theirs = rows.map((row) => Object.values(row).filter(Boolean).join(' · ')).join('\n');
  throw refuse('CHANGED_MEANWHILE', {
    details: { conflicts: [{ field, was: null, theirs, mine: null }], version: versionOf(rows) },
  });
}
