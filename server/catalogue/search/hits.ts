import { type SQL, sql } from 'drizzle-orm';
import { nearTerms, yodTerms } from '#domain/search/search-terms.ts';
import { joinedNumber } from '#domain/search/search-text.ts';
import type { RequestContext } from '../../context.ts';
import { type Bits, firstOf, has, keepBoth, none, size, union } from '../engine/places.ts';
import { documentsWith, type InvertedIndex, lineAt, lowerBound } from './inverted-index.ts';
import type { Word } from './words.ts';

/**
 * So many are put in order by how well they meet the words; no one reads further, and it bounds what a search costs in a large
 * store. Long texts and part numbers are not read further either.
 */
const MOST_HITS = 300;
/** Beginnings of part numbers that are looked at for those whose product is asked for. */
const MOST_LINES = 10 * MOST_HITS;

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
    // As much as a finished word's, or the list would turn round with the last letter.
    [7.5, unfinished, 'C'],
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

/** All documents that meet every word. */
export function documentsOfAll(index: InvertedIndex, [first, ...others]: Word[]): Bits {
  const found = none(index.uuids.length);
  if (!first) return found;
  matches(index, termsOf(first), undefined, found);
  for (const word of others) keepBoth(found, matches(index, termsOf(word)));
  return found;
}

/** Of documents that meet every word the best, best first. */
export function bestOfAll(index: InvertedIndex, words: Word[], documents: Bits): number[] {
  const hits = hitsAt(index, words, documents);
  for (const word of words) addScores(index, word, hits);
  const named = countWords(index, words, hits, 'AB');
  hits.forEach((hit, at) => {
    // Of two names with the same words the shorter one is meant, and a vehicle before what belongs to it.
    if (named[at] === words.length) hit.score += (3 * words.length) / (index.nameLength[hit.document] || 1);
    if (has(index.vehicles, hit.document)) hit.score += 6;
  });
  return bestFirst(hits);
}

/** Those that `keep` leaves of the documents that meet as many of the words as any of them does, but no fewer than half. */
export function documentsOfSome(index: InvertedIndex, words: Word[], keep: (documents: Bits) => void): Bits {
  /** Those that meet so many words and one more. */
  const meeting = words.map(() => none(index.uuids.length));
  for (const word of words) {
    const documents = matches(index, termsOf(word));
    for (let more = words.length - 1; more >= 0; more--) addBoth(meeting[more] as Bits, meeting[more - 1], documents);
  }
  for (let count = words.length; count > 0 && count * 2 >= words.length; count--) {
    const documents = meeting[count - 1] as Bits;
    keep(documents);
    if (size(documents) > 0) return documents;
  }
  return none(index.uuids.length);
}

/** Adds to `bits` what is in both of the others; the second one where there is no first. */
function addBoth(bits: Bits, first: Bits | undefined, second: Bits): void {
  for (let at = 0; at < bits.length; at++) {
    bits[at] = (bits[at] as number) | ((first ? (first[at] as number) : -1) & (second[at] as number));
  }
}

/** Of such documents the best, best first. */
export function bestOfSome(index: InvertedIndex, words: Word[], documents: Bits): number[] {
  const hits = hitsAt(index, words, documents);
  for (const word of words) addScores(index, word, hits);
  return bestFirst(hits);
}

/**
 * Products that have every word somewhere in their texts, those with more of them in the short ones first. The long texts are
 * not in memory but in the database: they are as large as everything else together, and few searches need them. `cut`: there are
 * more.
 */
export async function hitsOfTexts(
  ctx: RequestContext,
  typed: string[],
  { collection, kind }: { collection?: string | undefined; kind?: string | undefined } = {},
): Promise<{ uuids: string[]; cut: boolean }> {
  if (typed.length === 0) return { uuids: [], cut: false };
  const words = typed.map((word) => anyOf([word, ...nearTerms(word), ...yodTerms(word)]));
  const conditions = words.map((terms) => sql`(d.terms @@ ${terms}::tsquery or d.body @@ ${terms}::tsquery)`);
  if (kind !== undefined) {
    conditions.push(sql`exists (select from products p where p.uuid = d.product_uid and p.kind::text = ${kind})`);
  }
  if (collection !== undefined) {
    conditions.push(sql`exists (
      select from collection_products m join collections c on c.uuid = m.collection_uid
      where m.product_uid = d.product_uid and c.store_uid = d.store_uid and c.slug = ${collection})`);
  }
  const inShort = sql.join(
    words.map((terms): SQL => sql`(d.terms @@ ${terms}::tsquery)::int`),
    sql` + `,
  );
  const { rows } = await ctx.db.execute<{ uuid: string }>(sql`
    select d.product_uid as uuid from search_documents d
    join store_products shown on shown.store_uid = d.store_uid and shown.product_uid = d.product_uid and shown.published
    where d.store_uid = ${ctx.store.uuid} and ${sql.join(conditions, sql` and `)}
    order by ${inShort} desc, d.position, d.product_uid limit ${MOST_HITS + 1}`);
  return { uuids: rows.slice(0, MOST_HITS).map(({ uuid }) => uuid), cut: rows.length > MOST_HITS };
}

const anyOf = (terms: string[]): string =>
  [...new Set(terms)].map((term) => `'${term.replace(/['\\]/g, '')}'`).join(' | ');

type NumberHits = { documents: number[]; exact: boolean; cut: boolean };

/**
 * Documents with this part number or SKU, or with one that begins so, of those that `isAsked`; dashes and spaces don't count.
 * `exact`: one has the very number. `cut`: there may be more.
 */
export function hitsOfNumber(
  { numbers }: InvertedIndex,
  text: string,
  isAsked: (document: number) => boolean,
): NumberHits {
  const found = new Set<number>();
  const hits = (exact: boolean, cut: boolean): NumberHits => ({ documents: [...found], exact, cut });
  const joined = joinedNumber(text.slice(0, 100));
  if (!/\d/.test(joined) || joined.length < 4 || joined.length > 64) return hits(false, false);
  const from = lowerBound(numbers.starts.length - 1, (place) => lineAt(numbers, place), joined);
  let exact = false;
  for (let at = from; at < from + MOST_LINES; at++) {
    const [number = '', , document = ''] = lineAt(numbers, at).split(' ');
    if (
      document === '' ||
      (joined.length >= 5 || /\p{L}/u.test(joined) ? !number.startsWith(joined) : number !== joined)
    ) {
      return hits(exact, false);
    }
    if (!isAsked(Number(document))) continue;
    if (found.size === MOST_HITS && !found.has(Number(document))) break;
    found.add(Number(document));
    exact ||= number === joined;
  }
  return hits(exact, true);
}
