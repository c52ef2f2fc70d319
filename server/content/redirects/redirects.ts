import { redirectMisses, redirects } from '#db/schema/index.ts';
import { and, eq, inArray, sql } from '#db/sql.ts';
import { legacyKey, legacyKeys, withHarmlessQuery } from '#domain/text/legacy-url.ts';
import { SECRET_PAGES } from '#domain/text/secret-pages.ts';
import type { Deps, RequestContext } from '../../context.ts';

/** Misses kept per store: this many for frequency and this many for recency, as robots guess without end. */
const KEPT_MISSES = 5_000;
/** Paths whose second part is a secret. */
const SECRET = new RegExp(`^/(?:${SECRET_PAGES}|gate|reset-password)/`);

/** Today's target of an old site's URL, with the harmless part of its query; one lookup by primary key. */
export async function findRedirect(ctx: RequestContext, url: string): Promise<string | null> {
  const keys = legacyKeys(url);
  const rows = await ctx.db
    .select({ source: redirects.source, target: redirects.target })
    .from(redirects)
    .where(and(eq(redirects.storeUid, ctx.store.uuid), inArray(redirects.source, keys)));
  const targets = new Map(rows.map((row) => [row.source, row.target]));
  const key = keys.find((one) => targets.has(one));
  return key === undefined ? null : withHarmlessQuery(targets.get(key) as string, url);
}

/** Records a URL that nothing answers; long numbers, which may be phones, are dropped. */
export async function recordMiss(ctx: RequestContext, url: string): Promise<void> {
  const path = legacyKey(url).replace(/\d{7,}/g, '…');
  if (SECRET.test(path) || path.includes('@') || path.length > 300) return;
  await countMiss(ctx, path);
}

export async function countMiss(ctx: RequestContext, path: string): Promise<void> {
  await ctx.db
    .insert(redirectMisses)
    .values({ storeUid: ctx.store.uuid, path, lastSeen: ctx.now() })
    .onConflictDoUpdate({
      target: [redirectMisses.storeUid, redirectMisses.path],
      set: { count: sql`${redirectMisses.count} + 1`, lastSeen: sql`excluded.last_seen` },
    });
}

/**
 * Bounds the table: a new miss is kept for a while, a frequent one for good; searches (`search-misses.ts`), which
 * people type, by themselves and for three months after the last time.
 */
export async function forgetRareMisses({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.execute(
    sql`delete from redirect_misses where path like '/category?search=%' and last_seen < now() - interval '3 months'`,
  );
  await db.execute(sql`
    delete from redirect_misses using (
      select store_uid, path,
        row_number() over (partition by store_uid, path like '/category?search=%' order by count desc, last_seen desc) as frequent,
        row_number() over (partition by store_uid, path like '/category?search=%' order by last_seen desc) as late
      from redirect_misses) ranked
    where redirect_misses.store_uid = ranked.store_uid and redirect_misses.path = ranked.path
      and ranked.frequent > ${KEPT_MISSES} and ranked.late > ${KEPT_MISSES}`);
}
