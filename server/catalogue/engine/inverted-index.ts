import { type Bitset, bitsetOf, emptyBitset } from './bitset.ts';
import { indexPartNumbers, type PartNumber } from './part-numbers.ts';
import { isDense, type PostingList } from './postings.ts';
import type { SortedLines } from './sorted-lines.ts';

/**
 * The fields of a search document, the weightiest first: name, synonym of a name, brand or category, other short text.
 */
export const TEXT_FIELDS = ['name', 'synonym', 'category', 'detail'] as const;
export type TextField = (typeof TEXT_FIELDS)[number];

/**
 * For each term, the documents that have it in each field. A document id is the document's ordinal in the store's own
 * order, so that the first ones of a set are those that the store shows first (docs/decisions/0010).
 */
export type InvertedIndex = {
  uuids: string[];
  vehicles: Bitset;
  /** How many words each name has. */
  nameLength: Uint8Array;
  /** Ascending, so that the terms with one prefix are neighbours. */
  terms: string[];
  termIds: Map<string, number>;
  documentFrequency: Uint32Array;
  /**
   * Documents with term `id` in field `f` are `postings[postingStart[4 * id + f]] … postings[postingStart[4 * id + f +
   * 1] - 1]`, ascending.
   */
  postingStart: Uint32Array;
  postings: Uint32Array;
  /** The same as a bitset, by `4 * id + f`, where that is smaller. */
  dense: Map<number, Bitset>;
  /** Ids of the terms with each trigram; terms of letters only. */
  trigrams: Map<string, number[]>;
  /** How people write a term, where that is not the term itself. */
  surfaceForms: Map<string, string>;
  partNumbers: SortedLines;
  /** A set that matching reuses: filling one is faster than allocating one. */
  scratch: Bitset;
};

type SearchDocument = {
  uuid: string;
  isVehicle: boolean;
  nameLength: number;
  terms: Iterable<{ term: string; fields: Iterable<TextField> }>;
  partNumbers: Omit<PartNumber, 'textId'>[];
};

/** Inverts documents one by one; `add` them in the store's own order. */
export function createIndexBuilder() {
  const uuids: string[] = [];
  const vehicles: number[] = [];
  const nameLengths: number[] = [];
  const partNumbers: PartNumber[] = [];
  /** By the order in which terms are first seen. */
  const termIds = new Map<string, number>();
  const frequencies: number[] = [];
  /** Pairs of a key (term and field) and a document. */
  const keys: number[] = [];
  const docIds: number[] = [];

  function add({ uuid, isVehicle, nameLength, terms, partNumbers: documentNumbers }: SearchDocument): void {
    const docId = uuids.push(uuid) - 1;
    if (isVehicle) vehicles.push(docId);
    nameLengths.push(Math.min(nameLength, 255));
    for (const number of documentNumbers) partNumbers.push({ ...number, textId: docId });
    for (const { term, fields } of terms) {
      const id = termIds.get(term) ?? termIds.size;
      termIds.set(term, id);
      frequencies[id] = (frequencies[id] ?? 0) + 1;
      for (const field of fields) {
        keys.push(4 * id + TEXT_FIELDS.indexOf(field));
        docIds.push(docId);
      }
    }
  }

  function finish(surfaceForms: Map<string, string>): InvertedIndex {
    const terms = [...termIds.keys()].sort();
    const rank = new Uint32Array(terms.length);
    terms.forEach((term, id) => {
      rank[termIds.get(term) as number] = id;
    });
    const rankedKey = (key: number): number => 4 * (rank[key >>> 2] as number) + (key & 3);
    const { postingStart, postings } = invert(4 * terms.length, keys, rankedKey, docIds);
    const documentFrequency = new Uint32Array(terms.length);
    frequencies.forEach((count, id) => {
      documentFrequency[rank[id] as number] = count;
    });
    return {
      uuids,
      vehicles: bitsetOf(uuids.length, vehicles),
      nameLength: Uint8Array.from(nameLengths),
      terms,
      termIds: new Map(terms.map((term, id) => [term, id])),
      documentFrequency,
      postingStart,
      postings,
      dense: denseLists(uuids.length, postingStart, postings),
      trigrams: trigramIndex(terms),
      surfaceForms,
      partNumbers: indexPartNumbers(partNumbers),
      scratch: emptyBitset(uuids.length),
    };
  }
  return { add, finish };
}

/** Counting sort of the pairs by key; documents were added in ascending order and stay so. */
function invert(keyCount: number, keys: number[], rankedKey: (key: number) => number, docIds: number[]) {
  const postingStart = new Uint32Array(keyCount + 1);
  for (const key of keys) {
    const next = rankedKey(key) + 1;
    postingStart[next] = (postingStart[next] as number) + 1;
  }
  for (let at = 1; at < postingStart.length; at++) {
    postingStart[at] = (postingStart[at] as number) + (postingStart[at - 1] as number);
  }
  const free = postingStart.slice();
  const postings = new Uint32Array(keys.length);
  keys.forEach((key, at) => {
    const termId = rankedKey(key);
    const next = free[termId] as number;
    postings[next] = docIds[at] as number;
    free[termId] = next + 1;
  });
  return { postingStart, postings };
}

function denseLists(length: number, postingStart: Uint32Array, postings: Uint32Array): Map<number, Bitset> {
  const dense = new Map<number, Bitset>();
  for (let key = 0; key + 1 < postingStart.length; key++) {
    const list = postings.subarray(postingStart[key], postingStart[key + 1]);
    if (isDense(list.length, length)) dense.set(key, bitsetOf(length, list));
  }
  return dense;
}

function trigramIndex(terms: string[]): Map<string, number[]> {
  const index = new Map<string, number[]>();
  terms.forEach((term, id) => {
    if (!/^\p{L}+$/u.test(term)) return;
    for (const trigram of trigramsOf(term)) {
      const ids = index.get(trigram);
      if (ids) ids.push(id);
      else index.set(trigram, [id]);
    }
  });
  return index;
}

/** As pg_trgm makes them: a word has two spaces before it and one behind it. */
export function trigramsOf(word: string): Set<string> {
  const padded = `  ${word} `;
  return new Set(Array.from({ length: padded.length - 2 }, (_, at) => padded.slice(at, at + 3)));
}

/** The posting lists of the term, one for each of the fields. */
export function postingsOf(
  { termIds, postingStart, postings, dense }: InvertedIndex,
  term: string,
  fields: readonly TextField[] = TEXT_FIELDS,
): PostingList[] {
  const id = termIds.get(term);
  if (id === undefined) return [];
  return fields.map((field) => {
    const key = 4 * id + TEXT_FIELDS.indexOf(field);
    const bitset = dense.get(key);
    return bitset ? { bitset } : { docIds: postings.subarray(postingStart[key], postingStart[key + 1]) };
  });
}
