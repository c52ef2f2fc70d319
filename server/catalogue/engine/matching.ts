import { type Bitset, cardinality, emptyBitset, intersectInto } from './bitset.ts';
import { type InvertedIndex, postingsOf, type TextField } from './inverted-index.ts';
import { union } from './postings.ts';
import type { QueryTerm } from './query-analysis.ts';

export const allTerms = ({ exact, forms, completions, phonetic }: QueryTerm): string[] => [
  ...exact,
  ...forms,
  ...completions,
  ...phonetic,
];

/**
 * Documents with one of the terms in one of the fields. The set is the index's scratch, valid until the next call,
 * unless `into` is given.
 */
export function matchTerms(
  index: InvertedIndex,
  terms: string[],
  fields?: readonly TextField[],
  into = index.scratch,
): Bitset {
  const postings = [...new Set(terms)].flatMap((term) => postingsOf(index, term, fields));
  return union(index.uuids.length, postings, into.fill(0));
}

/** Conjunction: documents that match every query term; none without query terms. */
export function matchAll(index: InvertedIndex, [first, ...others]: QueryTerm[]): Bitset {
  const docs = emptyBitset(index.uuids.length);
  if (!first) return docs;
  matchTerms(index, allTerms(first), undefined, docs);
  for (const term of others) intersectInto(docs, matchTerms(index, allTerms(term)));
  return docs;
}

/** Documents whose names have every query term, finished and in some form. */
export function matchNames(
  index: InvertedIndex,
  [first, ...others]: QueryTerm[],
  fields: readonly TextField[] = ['name', 'synonym'],
): Bitset {
  const docs = emptyBitset(index.uuids.length);
  if (!first) return docs;
  const finished = ({ exact, forms }: QueryTerm): string[] => [...exact, ...forms];
  matchTerms(index, finished(first), fields, docs);
  for (const term of others) intersectInto(docs, matchTerms(index, finished(term), fields));
  return docs;
}

/**
 * Quorum: the documents that match as many query terms as any document does, but at least half of them. `retain`
 * removes what can't be shown before the level is chosen.
 */
export function matchMost(index: InvertedIndex, terms: QueryTerm[], retain: (docs: Bitset) => void): Bitset {
  /** At `n`, the documents that match `n + 1` terms or more. */
  const matchingMore = terms.map(() => emptyBitset(index.uuids.length));
  for (const term of terms) {
    const docs = matchTerms(index, allTerms(term));
    for (let level = terms.length - 1; level >= 0; level--) {
      addIntersection(matchingMore[level] as Bitset, matchingMore[level - 1], docs);
    }
  }
  for (let count = terms.length; count > 0 && count * 2 >= terms.length; count--) {
    const docs = matchingMore[count - 1] as Bitset;
    retain(docs);
    if (cardinality(docs) > 0) return docs;
  }
  return emptyBitset(index.uuids.length);
}

/** Adds to `set` what is in both of the others, or the second one where there is no first. */
function addIntersection(set: Bitset, first: Bitset | undefined, second: Bitset): void {
  for (let at = 0; at < set.length; at++) {
    set[at] = (set[at] as number) | ((first ? (first[at] as number) : -1) & (second[at] as number));
  }
}
