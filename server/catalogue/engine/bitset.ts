/**
 * A set of document ids: bit `docId % 32` of word `docId / 32`. 100,000 documents are 3,125 words, and a filter is an
 * AND of them.
 */
export type Bitset = Uint32Array;

/** No document of `length`. */
export const emptyBitset = (length: number): Bitset => new Uint32Array((length + 31) >>> 5);

export const contains = (set: Bitset, docId: number): boolean =>
  (((set[docId >>> 5] as number) >>> (docId & 31)) & 1) === 1;

export function setBit(set: Bitset, docId: number, isSet: boolean): void {
  const word = set[docId >>> 5] as number;
  set[docId >>> 5] = isSet ? word | (1 << (docId & 31)) : word & ~(1 << (docId & 31));
}

export function bitsetOf(length: number, docIds: Iterable<number>): Bitset {
  const set = emptyBitset(length);
  for (const docId of docIds) setBit(set, docId, true);
  return set;
}

export function intersection(first: Bitset, ...others: Bitset[]): Bitset {
  const result = first.slice();
  for (const other of others) intersectInto(result, other);
  return result;
}

/** Removes from `set` what is not in `other`. */
export function intersectInto(set: Bitset, other: Bitset): void {
  for (let at = 0; at < set.length; at++) set[at] = (set[at] as number) & (other[at] as number);
}

export const isSubset = (set: Bitset, of: Bitset): boolean =>
  set.every((word, at) => (word & ~(of[at] as number)) === 0);

export function cardinality(set: Bitset): number {
  let sum = 0;
  for (let at = 0; at < set.length; at++) sum += popCount(set[at] as number);
  return sum;
}

/** In ascending order. */
export function forEachDoc(set: Bitset, visit: (docId: number) => void): void {
  for (let at = 0; at < set.length; at++) {
    for (let word = set[at] as number; word !== 0; word &= word - 1) visit((at << 5) + 31 - Math.clz32(word & -word));
  }
}

/** The lowest document ids, `limit` at most. */
export function firstDocs(set: Bitset, limit: number): number[] {
  const docIds: number[] = [];
  for (let at = 0; at < set.length && docIds.length < limit; at++) {
    for (let word = set[at] as number; word !== 0 && docIds.length < limit; word &= word - 1)
      docIds.push((at << 5) + 31 - Math.clz32(word & -word));
  }
  return docIds;
}

/** Both ends belong to it. */
export type Range = { from: number; to: number };

/** The documents of `set` whose number is in the range; NaN is in none. */
export function docsInRange(set: Bitset, numbers: Float64Array, { from, to }: Range): Bitset {
  const result = new Uint32Array(set.length);
  for (let at = 0; at < set.length; at++) {
    const word = set[at] as number;
    if (word === 0) continue;
    const first = at << 5;
    const last = Math.min(first + 32, numbers.length);
    let inRange = 0;
    // Branch-free: prices are in no order, so that a branch would be mispredicted half of the time.
    for (let docId = first; docId < last; docId++) {
      const number = numbers[docId] as number;
      inRange |= (Number(number >= from) & Number(number <= to)) << (docId & 31);
    }
    result[at] = inRange & word;
  }
  return result;
}

/** The number of set bits (Hamming weight). */
export function popCount(word: number): number {
  const pairs = word - ((word >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
