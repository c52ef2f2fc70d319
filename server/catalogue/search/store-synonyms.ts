import { settingsTag } from '#db/cache-tags.ts';
import { searchSynonyms } from '#db/schema/index.ts';
import { asc, eq } from '#db/sql.ts';
import { type Synonyms, synonymsOf } from '#domain/search/expand-synonyms.ts';
import { compounds, vehicleSynonyms } from '#domain/search/vehicle-synonyms.ts';
import type { RequestContext } from '../../context.ts';

/** Words that mean the same to a store's shoppers: those of all vehicles, and the store's own. */
export const storeSynonyms = (ctx: RequestContext): Promise<Synonyms> =>
  ctx.cache.get(`search-synonyms:${ctx.store.uuid}`, { tags: [settingsTag(ctx.store.uuid)] }, async () => {
    const groups = await ctx.db
      .select({ words: searchSynonyms.words })
      .from(searchSynonyms)
      .where(eq(searchSynonyms.storeUid, ctx.store.uuid))
      .orderBy(asc(searchSynonyms.position));
    return synonymsOf([...vehicleSynonyms, ...groups.map((group) => group.words)], compounds);
  });
