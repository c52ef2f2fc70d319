import { createHash } from 'node:crypto';
import type pg from 'pg';
import { productTag } from '#db/cache-tags.ts';
import { clientOf, type Db } from '#db/client.ts';
import { sql } from '#db/sql.ts';
import type { Permission } from '#domain/people/permissions.ts';
import {
  invalidateTags,
  lockImportsSoon,
  placementsOf,
  refreshProducts,
  struckElsewhere,
} from '../../catalogue/derived/refresh.ts';
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
 * A change of a product: one transaction in which nobody else changes it and no import writes. Cards and pages that
 * show it are told as it commits; where `listed` is set, what its categories and the search have of it is made anew
 * before, and the lists that show it are told too.
 */
export function changeProduct<R>(
  ctx: Allowed,
  product: string,
  permission: Permission,
  work: (change: ProductChange) => Promise<R>,
): Promise<R> {
  return inCatalogue(ctx, async (db, client) => {
    const reached = await lockWholeProduct(ctx, db, product, permission);
    const before = await placementsOf(client, [product]);
    const change = { db, writer: writerOf(client, reached.companyUid), product: reached, listed: false };
    const result = await work(change);
    await db.execute(sql`update products set updated_at = now() where uuid = ${product}`);
    // What is struck through is found by ״מבצע״.
    const isListed = change.listed || struckElsewhere(before, await placementsOf(client, [product])).length > 0;
    if (isListed) await refreshProducts(client, reached.companyUid, [product], before);
    else await invalidateTags(client, [productTag(product)]);
    return result;
  });
}

/** A transaction that an import waits for, or that waits for one. */
export const inCatalogue = <R>(ctx: Allowed, work: (db: Db, client: pg.ClientBase) => Promise<R>): Promise<R> =>
  ctx.db.transaction(async (db) => {
    const client = clientOf(db);
    await lockImportsSoon(client);
    return work(db, client);
  });

export const writerOf = (client: pg.ClientBase, companyUid: string): RowWriter => ({
  client,
  companyUid,
  changes: new Map(),
  stores: new Map(),
});

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
