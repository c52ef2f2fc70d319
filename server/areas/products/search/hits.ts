import { type SQL, sql } from 'drizzle-orm';
import { nearTerms } from '#domain/search-terms.ts';
import { joinedNumber } from '#domain/search-text.ts';
import type { RequestContext } from '../../../context.ts';
import type { Word } from './words.ts';

/** No one reads further; it also bounds what a search costs in a large store. */
export const MOST_HITS = 300;

const anyOf = (terms: string[], weight = ''): string =>
  [...new Set(terms)].map((term) => `'${term.replace(/['\\]/g, '')}'${weight && `:${weight}`}`).join(' | ');
const termsOf = ({ exact, near, unfinished, alike }: Word): string[] => [...exact, ...near, ...unfinished, ...alike];
const matches = (column: SQL, terms: string[], weight?: string): SQL =>
  terms.length > 0 ? sql`${column} @@ ${anyOf(terms, weight)}::tsquery` : sql`false`;

/**
 * How well one word is met: in the name, in what means the same, in brand or category, elsewhere; as it was typed, in
 * another form, as a beginning, by its sound. Several places are a little better than one.
 */
const score = (word: Word): SQL => sql`case
  when ${matches(sql`d.terms`, word.exact, 'A')} then 12
  when ${matches(sql`d.terms`, word.exact, 'B')} then 11
  when ${matches(sql`d.terms`, word.near, 'AB')} then 10
  when ${matches(sql`d.terms`, word.exact, 'C')} then 9
  when ${matches(sql`d.terms`, word.unfinished, 'AB')} then 8.5
  when ${matches(sql`d.terms`, word.near, 'C')} then 8
  when ${matches(sql`d.terms`, word.alike, 'AB')} then 7
  when ${matches(sql`d.terms`, word.exact)} then 4
  when ${matches(sql`d.terms`, word.near)} then 3
  when ${matches(sql`d.terms`, termsOf(word))} then 2
  else 0 end + case when ${matches(sql`d.terms`, word.exact, 'D')} then 0.5 else 0 end`;

/** Of two names with the same words the shorter one is meant, and a vehicle before what belongs to it. */
const tieBreak = (words: Word[]): SQL => sql`case when ${sql.join(
  words.map((word) => matches(sql`d.terms`, termsOf(word), 'AB')),
  sql` and `,
)} then 3.0 * ${words.length}::int / array_length(string_to_array(p.name, ' '), 1) else 0 end
  + case when p.kind = 'VEHICLE' then 6 else 0 end`;

/** Products that meet every word, best first. */
export const hitsOfAll = (ctx: RequestContext, words: Word[]): Promise<string[]> =>
  select(
    ctx,
    sql.join(
      words.map((word) => matches(sql`terms`, termsOf(word))),
      sql` and `,
    ),
    sql`${sql.join(words.map(score), sql` + `)} + ${tieBreak(words)}`,
  );

/** Products that meet as many of the words as any does, but no fewer than half of them. */
export async function hitsOfSome(ctx: RequestContext, words: Word[]): Promise<string[]> {
  if (words.length === 0) return [];
  const met = sql.join(
    words.map((word) => sql`(${matches(sql`d.terms`, termsOf(word))})::int`),
    sql` + `,
  );
  const scored = sql`100 * (${met}) + ${sql.join(words.map(score), sql` + `)}`;
  const rows = await selectScored(ctx, matches(sql`terms`, words.flatMap(termsOf)), scored);
  const most = Math.floor((rows[0]?.score ?? 0) / 100);
  return rows.filter((row) => row.score >= 100 * Math.max(most, words.length / 2)).map((row) => row.uuid);
}

/** Products that have every word somewhere in their texts, those with more of them in the short ones first. */
export async function hitsOfTexts(ctx: RequestContext, typed: string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const words = typed.map((word) => [word, ...nearTerms(word)]);
  return select(
    ctx,
    sql.join(
      words.map((terms) => sql`(${matches(sql`terms`, terms)} or ${matches(sql`body`, terms)})`),
      sql` and `,
    ),
    sql.join(
      words.map((terms) => sql`(${matches(sql`d.terms`, terms)})::int`),
      sql` + `,
    ),
  );
}

async function select(ctx: RequestContext, condition: SQL, scored: SQL): Promise<string[]> {
  return (await selectScored(ctx, condition, scored)).map((row) => row.uuid);
}

async function selectScored(
  ctx: RequestContext,
  condition: SQL,
  scored: SQL,
): Promise<{ uuid: string; score: number }[]> {
  const { rows } = await ctx.db.execute<{ uuid: string; score: number }>(sql`
    with found as (
      select product_uid, position, terms from search_documents
      where store_uid = ${ctx.store.uuid} and ${condition} order by position limit ${MOST_HITS})
    select p.uuid, (${scored})::float8 as score
    from found d join products p on p.uuid = d.product_uid
      join store_products sp on sp.product_uid = p.uuid and sp.store_uid = ${ctx.store.uuid} and sp.published
    order by score desc, d.position, p.uuid`);
  return rows;
}

/** Products with this part number or SKU, or with one that begins so; dashes and spaces don't count. */
export async function hitsOfNumber(ctx: RequestContext, text: string): Promise<{ uuid: string; exact: boolean }[]> {
  const joined = joinedNumber(text.slice(0, 100));
  if (!/\d/.test(joined) || joined.length < 4 || joined.length > 64) return [];
  const beginning = joined.length >= 5 ? `${joined}%` : joined;
  const { rows } = await ctx.db.execute<{ uuid: string; exact: boolean }>(sql`
    select n.product_uid as uuid, bool_or(n.number = ${joined}) as exact
    from search_numbers n
      join store_products sp on sp.product_uid = n.product_uid and sp.store_uid = ${ctx.store.uuid} and sp.published
    where n.company_uid = ${ctx.store.companyUid} and n.number like ${beginning}
    group by n.product_uid, sp.position
    order by exact desc, bool_or(n.number = ${joined} and n.whole) desc, min(n.number), sp.position limit 60`);
  return rows;
}
