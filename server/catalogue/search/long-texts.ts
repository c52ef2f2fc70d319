import { type SQL, sql } from '#db/sql.ts';
import { nearTerms, yodTerms } from '#domain/search/search-terms.ts';
import type { RequestContext } from '../../context.ts';
import { MAX_RANKED } from '../engine/ranking.ts';

/** The part of a store that is searched, as the database knows it. */
export type LongTextScope = { collection?: string | undefined; kind?: string | undefined };

/**
 * Products that have every word somewhere in their texts, those with more of them in the short ones first; `MAX_RANKED`
 * at most. Long texts are as large as everything else together and few searches need them, so that they are not in
 * memory.
 */
export async function searchLongTexts(
  ctx: RequestContext,
  tokens: string[],
  { collection, kind }: LongTextScope = {},
): Promise<{ uuids: string[]; truncated: boolean }> {
  if (tokens.length === 0) return { uuids: [], truncated: false };
  const terms = tokens.map((token) => anyOf([token, ...nearTerms(token), ...yodTerms(token)]));
  const conditions = terms.map((query) => sql`(d.terms @@ ${query}::tsquery or d.body @@ ${query}::tsquery)`);
  if (kind !== undefined) {
    conditions.push(sql`exists (select from products p where p.uuid = d.product_uid and p.kind::text = ${kind})`);
  }
  if (collection !== undefined) {
    conditions.push(sql`exists (
      select from collection_products m join collections c on c.uuid = m.collection_uid
      where m.product_uid = d.product_uid and c.store_uid = d.store_uid and c.slug = ${collection})`);
  }
  const inShortTexts = sql.join(
    terms.map((query): SQL => sql`(d.terms @@ ${query}::tsquery)::int`),
    sql` + `,
  );
  const { rows } = await ctx.db.execute<{ uuid: string }>(sql`
    select d.product_uid as uuid from search_documents d
    join store_products shown on shown.store_uid = d.store_uid and shown.product_uid = d.product_uid and shown.published
    where d.store_uid = ${ctx.store.uuid} and ${sql.join(conditions, sql` and `)}
    order by ${inShortTexts} desc, d.position, d.product_uid limit ${MAX_RANKED + 1}`);
  return { uuids: rows.slice(0, MAX_RANKED).map(({ uuid }) => uuid), truncated: rows.length > MAX_RANKED };
}

const anyOf = (terms: string[]): string =>
  [...new Set(terms)].map((term) => `'${term.replace(/['\\]/g, '')}'`).join(' | ');

/** Those of the words that a long text of the store has. */
export async function wordsOfLongTexts(ctx: RequestContext, tokens: string[]): Promise<Set<string>> {
  const conditions = tokens.map(
    (token) => sql`exists (select from search_documents d
      where d.store_uid = ${ctx.store.uuid} and d.body @@ ${anyOf([token, ...nearTerms(token)])}::tsquery)`,
  );
  const { rows } = await ctx.db.execute<{ known: boolean[] }>(
    sql`select array[${sql.join(conditions, sql`, `)}] as known`,
  );
  return new Set(tokens.filter((_, at) => rows[0]?.known[at]));
}
