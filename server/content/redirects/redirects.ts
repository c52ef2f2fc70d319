import { and, eq, inArray, sql } from 'drizzle-orm';
import { redirectMisses, redirects } from '#db/schema/index.ts';
import { legacyKey, legacyKeys, withHarmlessQuery } from '#domain/text/legacy-address.ts';
import type { Deps, RequestContext } from '../../context.ts';

/** So many of a store's misses are kept for being the most frequent, and so many for being the latest: robots guess without end. */
const KEPT_MISSES = 5_000;
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
  await ctx.db
    .insert(redirectMisses)
    .values({ storeUid: ctx.store.uuid, path, lastSeen: ctx.now() })
    .onConflictDoUpdate({
      target: [redirectMisses.storeUid, redirectMisses.path],
      set: { count: sql`${redirectMisses.count} + 1`, lastSeen: sql`excluded.last_seen` },
    });
}

/** However many robots guess, a new miss is kept for a while, and one that is asked for again and again for good. */
export async function forgetRareMisses({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(sql`
    delete from redirect_misses using (
      select store_uid, path,
        row_number() over (partition by store_uid order by count desc, last_seen desc) as frequent,
        row_number() over (partition by store_uid order by last_seen desc) as late
      from redirect_misses) ranked
    where redirect_misses.store_uid = ranked.store_uid and redirect_misses.path = ranked.path
      and ranked.frequent > ${KEPT_MISSES} and ranked.late > ${KEPT_MISSES}`);
}
