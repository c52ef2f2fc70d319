import { and, eq, inArray, sql } from 'drizzle-orm';
import { redirectMisses, redirects } from '#db/schema/index.ts';
import { legacyKey, legacyKeys, withHarmlessQuery } from '#domain/legacy-address.ts';
import type { RequestContext } from '../../context.ts';

/** More different paths than this are robots guessing. */
const KEPT_MISSES = 10_000;
/** Addresses whose second part is a secret of somebody's. */
const SECRET = /^\/(?:order|pay|booking|unsubscribe|confirm|gate|reset-password)\//;

/** Where an address of the old site leads today, with what is harmless of its query; one look by the primary key. */
export async function findRedirect(ctx: RequestContext, address: string): Promise<string | null> {
  const keys = legacyKeys(address);
  const found = await ctx.db
    .select({ source: redirects.source, target: redirects.target })
    .from(redirects)
    .where(and(eq(redirects.storeUid, ctx.store.uuid), inArray(redirects.source, keys)));
  const targets = new Map(found.map((row) => [row.source, row.target]));
  const key = keys.find((one) => targets.has(one));
  return key === undefined ? null : withHarmlessQuery(targets.get(key) as string, address);
}

/** Keeps that an address was asked for which nothing answers; long numbers, which may be phones, are left out. */
export async function recordMiss(ctx: RequestContext, address: string): Promise<void> {
  const path = legacyKey(address).replace(/\d{7,}/g, '…');
  if (SECRET.test(path) || path.includes('@') || path.length > 300) return;
  await ctx.db.execute(sql`
    insert into ${redirectMisses} (store_uid, path, last_seen)
    select ${ctx.store.uuid}, ${path}, ${ctx.now().toISOString()}::timestamptz
    where exists (select 1 from redirect_misses where store_uid = ${ctx.store.uuid} and path = ${path})
       or (select count(*) from redirect_misses where store_uid = ${ctx.store.uuid}) < ${KEPT_MISSES}
    on conflict (store_uid, path) do update set count = redirect_misses.count + 1, last_seen = excluded.last_seen`);
}
