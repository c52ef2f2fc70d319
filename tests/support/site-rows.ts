import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Product } from '#contract/catalogue/products.ts';
import { request } from './http.ts';
import type { Site } from './site.ts';
import { ROOT } from './template.ts';

// What a site has: for browser tests, which run outside of its process.

/** A product of a store, as its API gives it. */
export async function productOf(site: Site, store: string, slug: string): Promise<Product> {
  const reply = await request(site.port, { host: `${store}.localhost`, path: `/api/products/get-product/${slug}` });
  if (reply.status !== 200) throw new Error(`${store} has no ${slug}: ${reply.text}`);
  return reply.json<Product>();
}

export type Row = Record<string, unknown>;

/** Asks the site's database. */
export async function query<T extends pg.QueryResultRow = Row>(
  site: Pick<Site, 'databaseUrl'>,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<T>(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** The same for helpers that take a pool or a client. */
export const queries = (site: Pick<Site, 'databaseUrl'>) => ({
  query: async (text: string, values: unknown[] = []) => ({ rows: await query(site, text, values) }),
});

/** Orders of a customer with this last name, so that tests that share a site don't see each other's. */
export const ordersOf = (site: Site, lastName: string): Promise<Row[]> =>
  query(site, 'select * from orders where last_name = $1 order by created_at', [lastName]);

export const linesOf = (site: Site, order: unknown): Promise<Row[]> =>
  query(site, 'select * from order_lines where order_uid = $1 order by position', [order]);

export const paymentsOf = (site: Site, order: unknown): Promise<Row[]> =>
  query(site, 'select * from payments where order_uid = $1 order by created_at', [order]);

/** An operator's command, run beside the site's server. @throws Error when it fails */
export async function runStore(site: Site, ...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'cli/main.ts'), ...args], { env: site.env });
}
