import { escapeLike, type SQL, sql } from '#db/sql.ts';
import { postalNameKey } from '#domain/search/postal-name-key.ts';
import type { RequestContext } from '../../context.ts';

const SHOWN = 8;

export type PostalName = { code: number; name: string };

/** What begins as was typed comes first, then what has a word that does; of these the shorter. */
async function find(ctx: RequestContext, from: SQL, search: string): Promise<PostalName[]> {
  const key = postalNameKey(search);
  if (key === '') return [];
  const text = escapeLike(key);
  const { rows } = await ctx.db.execute<PostalName>(sql`
    select code, name from (
      (select code, name, 0 as place, key from ${from} and key like ${`${text}%`} order by length(key), key limit ${SHOWN})
      union all
      (select code, name, 1, key from ${from} and key like ${`% ${text}%`} order by length(key), key limit ${SHOWN})
    ) found order by place, length(key), key limit ${SHOWN}`);
  return rows;
}

/** Settlements for completion; none before an operator has loaded the state's list. Free text is always allowed. */
export const getSettlements = (ctx: RequestContext, search: string): Promise<PostalName[]> =>
  find(ctx, sql`settlements where true`, search);

/**
 * Streets of the settlement that is named. A settlement without streets lists only itself, which is no help and left
 * out.
 */
export const getStreets = (ctx: RequestContext, settlement: string, search: string): Promise<PostalName[]> =>
  find(
    ctx,
    sql`streets where code <> 9000 and settlement_code = (select code from settlements where key = ${postalNameKey(settlement)} order by code limit 1)`,
    search,
  );
