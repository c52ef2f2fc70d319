import { type SQL, sql } from 'drizzle-orm';
import { nearTerms } from '#domain/search-terms.ts';
import { joinedNumber } from '#domain/search-text.ts';
import type { RequestContext } from '../../../context.ts';
import { type Bits, firstOf, has, keepBoth, none, size, union } from '../listing/places.ts';
import { documentsWith, type InvertedIndex, lineAt, lowerBound } from './inverted-index.ts';
import type { Word } from './words.ts';

/** No one reads further; it also bounds what a search costs in a large store. Only what the store shows counts. */
export const MOST_HITS = 300;
const MOST_NUMBERS = 60;

type Hit = { document: number; score: number };

const termsOf = ({ exact, near, unfinished, alike }: Word): string[] => [...exact, ...near, ...unfinished, ...alike];

/** The documents that have one of the terms with one of the weights; in the index's scratch set unless told otherwise. */
function matches(index: InvertedIndex, terms: string[], weights?: string, into = index.scratch): Bits {
  const places = [...new Set(terms)].flatMap((term) => documentsWith(index, term, weights));
  return union(index.uuids.length, places, into.fill(0));
}

/**
 * How well one word is met: in the name, in what means the same, in brand or category, elsewhere; as it was typed, in
 * another form, as a beginning, by its sound. Several places are a little better than one.
 */
function addScores(index: InvertedIndex, word: Word, hits: Hit[]): void {
  const { exact, near, unfinished, alike } = word;
  const levels: [points: number, terms: string[], weights?: string][] = [
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
  let open = hits;
  for (const [points, terms, weights] of levels) {
    if (terms.length === 0) continue;
    const documents = matches(index, terms, weights);
    open = open.filter((hit) => {
      if (!has(documents, hit.document)) return true;
      hit.score += points;
      return false;
    });
  }
  const also = matches(index, exact, 'D');
  for (const hit of hits) if (has(also, hit.document)) hit.score += 0.5;
}

/**
 * Where more are found than are ranked, those with a word in their name come first, then those with one in what means the same, in
 * brand or category, then the rest: of each in the store's own order.
 */
function hitsAt(index: InvertedIndex, words: Word[], documents: Bits): Hit[] {
  const chosen = new Set<number>();
  const choose = (among: Bits) => {
    for (const document of firstOf(among, MOST_HITS)) {
      if (chosen.size >= MOST_HITS) return;
      chosen.add(document);
    }
  };
  if (size(documents) > MOST_HITS) {
    for (const weights of ['A', 'AB', 'ABC']) {
      const level = documents.slice();
      for (const word of words) keepBoth(level, matches(index, termsOf(word), weights));
      choose(level);
    }
  }
  choose(documents);
  return [...chosen].map((document) => ({ document, score: 0 }));
}

const bestFirst = (hits: Hit[]): number[] =>
  hits.sort((a, b) => b.score - a.score || a.document - b.document).map(({ document }) => document);

/** For each of the hits, how many of the words it has with one of the weights. */
function countWords(index: InvertedIndex, words: Word[], hits: Hit[], weights?: string): number[] {
  const counts = hits.map(() => 0);
  for (const word of words) {
    const documents = matches(index, termsOf(word), weights);
    hits.forEach(({ document }, at) => {
      counts[at] = (counts[at] as number) + Number(has(documents, document));
    });
  }
  return counts;
}

/** Of the documents `shown`, those that meet every word, best first. */
export function hitsOfAll(index: InvertedIndex, words: Word[], shown: Bits): number[] {
  const [first, ...others] = words;
  if (!first) return [];
  const found = matches(index, termsOf(first), undefined, none(index.uuids.length));
  for (const word of others) keepBoth(found, matches(index, termsOf(word)));
  keepBoth(found, shown);
  const hits = hitsAt(index, words, found);
  for (const word of words) addScores(index, word, hits);
  const named = countWords(index, words, hits, 'AB');
  hits.forEach((hit, at) => {
    // Of two names with the same words the shorter one is meant, and a vehicle before what belongs to it.
    if (named[at] === words.length) hit.score += (3 * words.length) / (index.nameLength[hit.document] || 1);
    if (has(index.vehicles, hit.document)) hit.score += 6;
  });
  return bestFirst(hits);
}

/** Of the documents `shown`, those that meet as many of the words as any does, but no fewer than half of them. */
export function hitsOfSome(index: InvertedIndex, words: Word[], shown: Bits): number[] {
  const found = matches(index, words.flatMap(termsOf), undefined, none(index.uuids.length));
  keepBoth(found, shown);
  const hits = hitsAt(index, words, found);
  const counts = countWords(index, words, hits);
  const most = Math.max(words.length / 2, ...counts);
  const best = hits.filter((_, at) => (counts[at] as number) >= most);
  for (const word of words) addScores(index, word, best);
  return bestFirst(best);
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
      select d.product_uid, d.position, d.terms from search_documents d
      join store_products shown on shown.store_uid = d.store_uid and shown.product_uid = d.product_uid and shown.published
      where d.store_uid = ${ctx.store.uuid} and ${sql.join(
        words.map((terms) => sql`(d.terms @@ ${terms}::tsquery or d.body @@ ${terms}::tsquery)`),
        sql` and `,
      )} order by ${sql.join(
        words.map((terms): SQL => sql`(d.terms @@ ${terms}::tsquery)::int`),
        sql` + `,
      )} desc, d.position limit ${MOST_HITS})
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
  const length = numbers.starts.length - 1;
  for (let at = lowerBound(length, (place) => lineAt(numbers, place), joined); hits.size < MOST_NUMBERS; at++) {
    const [number = '', , document = ''] = lineAt(numbers, at).split(' ');
    if (document === '' || (joined.length >= 5 ? !number.startsWith(joined) : number !== joined)) break;
    if (!hits.has(Number(document))) hits.set(Number(document), number === joined);
  }
  return [...hits].map(([document, exact]) => ({ document, exact }));
}
