import { type SQL, sql } from 'drizzle-orm';
import { nearTerms } from '#domain/search-terms.ts';
import { joinedNumber } from '#domain/search-text.ts';
import type { RequestContext } from '../../../context.ts';
import { type Bits, both, firstOf, has, union } from '../listing/places.ts';
import { documentsWith, type InvertedIndex, lowerBound } from './inverted-index.ts';
import type { Word } from './words.ts';

/** No one reads further; it also bounds what a search costs in a large store. */
export const MOST_HITS = 300;
const MOST_NUMBERS = 60;

type Scored = { document: number; score: number };

const termsOf = ({ exact, near, unfinished, alike }: Word): string[] => [...exact, ...near, ...unfinished, ...alike];

const matches = (index: InvertedIndex, terms: string[], weights?: string): Bits =>
  union(
    index.uuids.length,
    [...new Set(terms)].flatMap((term) => documentsWith(index, term, weights)),
  );

/**
 * How well one word is met: in the name, in what means the same, in brand or category, elsewhere; as it was typed, in
 * another form, as a beginning, by its sound. Several places are a little better than one.
 */
function scorer(index: InvertedIndex, word: Word): (document: number) => number {
  const { exact, near, unfinished, alike } = word;
  const classes: [points: number, terms: string[], weights?: string][] = [
    [12, exact, 'A'],
    [11, exact, 'B'],
    [10, near, 'AB'],
    [9, exact, 'C'],
    [8.5, unfinished, 'AB'],
    [8, near, 'C'],
    [7, alike, 'AB'],
    [4, exact],
    [3, near],
    [2, termsOf(word)],
  ];
  const levels = classes
    .filter(([, terms]) => terms.length > 0)
    .map(([points, terms, weights]) => ({ points, documents: matches(index, terms, weights) }));
  const also = matches(index, exact, 'D');
  return (document) =>
    (levels.find(({ documents }) => has(documents, document))?.points ?? 0) + (has(also, document) ? 0.5 : 0);
}

const bestFirst = (hits: Scored[]): Scored[] => hits.sort((a, b) => b.score - a.score || a.document - b.document);

/** Documents that meet every word, best first. */
export function hitsOfAll(index: InvertedIndex, words: Word[]): number[] {
  const [first, ...others] = words.map((word) => matches(index, termsOf(word)));
  if (!first) return [];
  const found = firstOf(both(first, ...others), MOST_HITS);
  if (found.length === 0) return [];
  const scores = words.map((word) => scorer(index, word));
  const [named, ...alsoNamed] = words.map((word) => matches(index, termsOf(word), 'AB'));
  const inName = both(named as Bits, ...alsoNamed);
  // Of two names with the same words the shorter one is meant, and a vehicle before what belongs to it.
  const tieBreak = (document: number): number =>
    (has(inName, document) ? (3 * words.length) / (index.nameLength[document] || 1) : 0) +
    (has(index.vehicles, document) ? 6 : 0);
  const hits = found.map((document) => ({
    document,
    score: scores.reduce((sum, score) => sum + score(document), tieBreak(document)),
  }));
  return bestFirst(hits).map(({ document }) => document);
}

/** Documents that meet as many of the words as any does, but no fewer than half of them. */
export function hitsOfSome(index: InvertedIndex, words: Word[]): number[] {
  if (words.length === 0) return [];
  const met = words.map((word) => matches(index, termsOf(word)));
  const found = firstOf(
    union(
      index.uuids.length,
      met.map((bits) => ({ bits })),
    ),
    MOST_HITS,
  );
  const countOf = (document: number): number => met.filter((bits) => has(bits, document)).length;
  const most = Math.max(words.length / 2, ...found.map(countOf));
  const scores = words.map((word) => scorer(index, word));
  const hits = found
    .filter((document) => countOf(document) >= most)
    .map((document) => ({ document, score: scores.reduce((sum, score) => sum + score(document), 0) }));
  return bestFirst(hits).map(({ document }) => document);
}

/**
 * Products that have every word somewhere in their texts, those with more of them in the short ones first. The long texts are
 * not in memory but in the database: they are as large as everything else together, and few searches need them.
 */
export async function hitsOfTexts(ctx: RequestContext, typed: string[]): Promise<string[]> {
  if (typed.length === 0) return [];
  const words = typed.map((word) => anyOf([word, ...nearTerms(word)]));
  const { rows } = await ctx.db.execute<{ uuid: string }>(sql`
    with found as (
      select product_uid, position, terms from search_documents
      where store_uid = ${ctx.store.uuid} and ${sql.join(
        words.map((terms) => sql`(terms @@ ${terms}::tsquery or body @@ ${terms}::tsquery)`),
        sql` and `,
      )} order by position limit ${MOST_HITS})
    select product_uid as uuid from found
    order by ${sql.join(
      words.map((terms): SQL => sql`(terms @@ ${terms}::tsquery)::int`),
      sql` + `,
    )} desc, position, product_uid`);
  return rows.map(({ uuid }) => uuid);
}

const anyOf = (terms: string[]): string =>
  [...new Set(terms)].map((term) => `'${term.replace(/['\\]/g, '')}'`).join(' | ');

/** Documents with this part number or SKU, or with one that begins so; dashes and spaces don't count. */
export function hitsOfNumber({ numbers }: InvertedIndex, text: string): { document: number; exact: boolean }[] {
  const joined = joinedNumber(text.slice(0, 100));
  if (!/\d/.test(joined) || joined.length < 4 || joined.length > 64) return [];
  const hits = new Map<number, boolean>();
  const numberAt = (place: number): string => numbers[place]?.number ?? '';
  for (let at = lowerBound(numbers.length, numberAt, joined); hits.size < MOST_NUMBERS; at++) {
    const entry = numbers[at];
    if (!entry || (joined.length >= 5 ? !entry.number.startsWith(joined) : entry.number !== joined)) break;
    if (!hits.has(entry.document)) hits.set(entry.document, entry.number === joined);
  }
  return [...hits].map(([document, exact]) => ({ document, exact }));
}
