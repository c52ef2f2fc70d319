import { asc, eq } from 'drizzle-orm';
import { branches, branchStores } from '#db/schema/index.ts';
import type { RequestContext } from '../../context.ts';

/** Branches that serve this store, by region as the operator ordered them. */
export const listBranches = (ctx: RequestContext) =>
  ctx.cache.get(`branch-pages:${ctx.store.uuid}`, async () => {
    const rows = await ctx.db
      .select({ branch: branches })
      .from(branches)
      .innerJoin(branchStores, eq(branchStores.branchUid, branches.uuid))
      .where(eq(branchStores.storeUid, ctx.store.uuid))
      .orderBy(asc(branches.position));
    return rows.map(({ branch: { companyUid: _, ...branch } }) => branch);
  });
