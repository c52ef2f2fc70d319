import { settingsTag } from '#db/cache-tags.ts';
import { branches, branchStores } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { hoursOn } from '#domain/calendar/opening-hours.ts';
import type { RequestContext } from '../context.ts';

/** Branches of this store, by region, in the operator's sort order. */
export const listBranches = (ctx: RequestContext) =>
  ctx.cache.get(
    `branch-pages:${ctx.store.uuid}`,
    { tags: [settingsTag(ctx.store.uuid), settingsTag(ctx.store.companyUid)] },
    async () => {
      const rows = await ctx.db
        .select({ branch: branches })
        .from(branches)
        .innerJoin(branchStores, eq(branchStores.branchUid, branches.uuid))
        .where(eq(branchStores.storeUid, ctx.store.uuid))
        .orderBy(asc(branches.position));
      return rows.map(({ branch: { companyUid: _, ...branch } }) => branch);
    },
  );

/** With hours of today and the next eight days, holidays and exceptions applied (docs/rules/opening-hours.md). */
export async function listBranchDays(ctx: RequestContext) {
  const today = israelDay(ctx.now());
  const days = Array.from({ length: 9 }, (_, at) => addDays(today, at));
  const rows = await listBranches(ctx);
  return rows.map(({ hours, exceptions, booking: _, ...branch }) => ({
    ...branch,
    days: days.map((day) => hoursOn({ hours, exceptions }, day)),
  }));
}
