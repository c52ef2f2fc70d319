import { type Bitset, bitsetOf, contains, emptyBitset, popCount, setBit } from './bitset.ts';

/**
 * The documents with one value or term: dense as a bitset, or sparse as ascending document ids where that is smaller.
 */
export type PostingList = { bitset: Bitset } | { docIds: Uint32Array };

/** Ids take 32 bits each, a bitset takes one bit for every document. */
export const isDense = (count: number, length: number): boolean => count * 32 > length;

export const isEmptyList = (list: PostingList): boolean =>
  'docIds' in list ? list.docIds.length === 0 : list.bitset.every((word) => word === 0);

/**
 * Inverts a column: the posting list of each value, by value id. `docIds` ascend; document `docIds[i]` has the value
 * `valueIds[i]`, or none where that is negative.
 */
export function invertColumn(
  length: number,
  valueCount: number,
  docIds: ArrayLike<number>,
  valueIds: ArrayLike<number>,
): PostingList[] {
  const start = new Uint32Array(valueCount + 1);
  for (let at = 0; at < docIds.length; at++) {
    const id = valueIds[at] as number;
    if (id >= 0) start[id + 1] = (start[id + 1] as number) + 1;
  }
  for (let id = 0; id < valueCount; id++) start[id + 1] = (start[id + 1] as number) + (start[id] as number);
  const end = start.slice(0, valueCount);
  const sorted = new Uint32Array(start[valueCount] as number);
  for (let at = 0; at < docIds.length; at++) {
    const id = valueIds[at] as number;
    if (id < 0) continue;
    const free = end[id] as number;
    // Several variants of a product may have one value.
    if (free > (start[id] as number) && sorted[free - 1] === docIds[at]) continue;
    sorted[free] = docIds[at] as number;
    end[id] = free + 1;
  }
  return Array.from(end, (last, id): PostingList => {
    const list = sorted.slice(start[id], last);
    return isDense(list.length, length) ? { bitset: bitsetOf(length, list) } : { docIds: list };
  });
}

/** The list with the document added or removed; a bitset is changed in place, and no list changes its form. */
export function updatePosting(postings: PostingList, docId: number, isListed: boolean): PostingList {
  if ('bitset' in postings) {
    setBit(postings.bitset, docId, isListed);
    return postings;
  }
  if (postings.docIds.includes(docId) === isListed) return postings;
  const others = postings.docIds.filter((one) => one !== docId);
  return { docIds: isListed ? Uint32Array.from([...others, docId]).sort() : others };
}

/** The documents that are in one of the lists at least, added to `into`. */
export function union(length: number, lists: Iterable<PostingList>, into = emptyBitset(length)): Bitset {
  for (const list of lists) {
    if ('docIds' in list) for (const docId of list.docIds) setBit(into, docId, true);
    else for (let at = 0; at < into.length; at++) into[at] = (into[at] as number) | (list.bitset[at] as number);
  }
  return into;
}

/** Counts the documents of `set` in each posting list. Looks at the words of `set` that are not empty only. */
export function facetCounter(set: Bitset): (lists: PostingList[]) => Uint32Array {
  const filled = new Uint32Array(set.length);
  let length = 0;
  for (let at = 0; at < set.length; at++) if (set[at] !== 0) filled[length++] = at;
  const countDense = (other: Bitset): number => {
    let sum = 0;
    for (let i = 0; i < length; i++) {
      const at = filled[i] as number;
      sum += popCount((set[at] as number) & (other[at] as number));
    }
    return sum;
  };
  const countSparse = (docIds: Uint32Array): number => {
    let sum = 0;
    for (let i = 0; i < docIds.length; i++) sum += Number(contains(set, docIds[i] as number));
    return sum;
  };
  return (lists) =>
    Uint32Array.from(lists, (list) => ('docIds' in list ? countSparse(list.docIds) : countDense(list.bitset)));
}
