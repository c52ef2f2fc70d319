import { sql } from 'drizzle-orm';
import { editDistance } from '#domain/edit-distance.ts';
import type { RequestContext } from '../../../context.ts';

/** How many endings of an unfinished word are looked for, the commonest first. */
const ENDINGS = 24;
/** Below this share of common trigrams a word is another word; two swapped letters of five leave a quarter. */
const SIMILARITY = 0.2;

export type Vocabulary = {
  has: (term: string) => boolean;
  /** Words of the store that begin with this. */
  endings: (beginning: string) => string[];
};

/**
 * What the store knows of these terms, and of words with these beginnings. One query. A `like` whose pattern is a column
 * would not use the index, so that beginnings are ranges.
 */
export async function lookUp(ctx: RequestContext, terms: string[], beginnings: string[]): Promise<Vocabulary> {
  const { rows } = await ctx.db.execute<{ beginning: string | null; term: string }>(sql`
    select null as beginning, term from search_terms where store_uid = ${ctx.store.uuid} and term = any(${sql.param(terms)})
    union all
    select b.beginning, e.term from unnest(${sql.param(beginnings)}::text[]) as b(beginning) cross join lateral (
      select term from search_terms where store_uid = ${ctx.store.uuid} and term ~>=~ b.beginning and term ~<~ (b.beginning || chr(1114111))
      order by products desc, term limit ${ENDINGS}) e`);
  const known = new Set(rows.filter((row) => row.beginning === null).map((row) => row.term));
  const endings = new Map<string, string[]>();
  for (const { beginning, term } of rows)
    if (beginning !== null) endings.set(beginning, [...(endings.get(beginning) ?? []), term]);
  return { has: (term) => known.has(term), endings: (beginning) => endings.get(beginning) ?? [] };
}

export type Spelling = { term: string; shown: string };

/** Words of the store that the mistyped ones may have been meant as: those with the fewest mistakes, the commonest first. */
export async function spellings(ctx: RequestContext, words: string[]): Promise<Map<string, Spelling[]>> {
  const wanted = words.filter((word) => /^\p{L}{4,40}$/u.test(word));
  if (wanted.length === 0) return new Map();
  const rows = await ctx.db.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local pg_trgm.similarity_threshold = ${SIMILARITY}`));
    const found = await transaction.execute<{ word: string; term: string; shown: string; products: number }>(sql`
      select w.word, t.* from unnest(${sql.param(wanted)}::text[]) as w(word) cross join lateral (
        select term, shown, products from search_terms
        where store_uid = ${ctx.store.uuid} and term ~ '^[a-zא-ת]' and term % w.word
          and length(term) between length(w.word) - 2 and length(w.word) + 2
        order by similarity(term, w.word) desc, products desc limit 40) t`);
    return found.rows;
  });
  return new Map(
    wanted.map((word) => {
      const near = rows
        .filter((row) => row.word === word)
        .map((row) => ({ ...row, mistakes: editDistance(row.term, word) }))
        .filter(({ mistakes }) => mistakes <= (word.length >= 7 ? 2 : 1));
      const fewest = Math.min(...near.map(({ mistakes }) => mistakes));
      const best = near.filter(({ mistakes }) => mistakes === fewest).sort((a, b) => b.products - a.products);
      return [word, best.slice(0, 3).map(({ term, shown }) => ({ term, shown }))];
    }),
  );
}
