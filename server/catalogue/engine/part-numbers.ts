import { joinedNumber } from '#domain/search/search-text.ts';
import { lineAt, lowerBound, type SortedLines, sortLines } from './sorted-lines.ts';

export type PartNumber = { number: string /** Not one of its later parts. */; isWhole: boolean; docId: number };

/** Lines `{number} {0 whole | 1 later part} {docId}`, so that the whole number comes before numbers that end like it. */
export const indexPartNumbers = (numbers: PartNumber[]): SortedLines =>
  sortLines(
    numbers.map(({ number, isWhole, docId }) => `${number} ${isWhole ? 0 : 1} ${String(docId).padStart(9, '0')}`),
  );

type PartNumberHits = {
  docIds: number[];
  /** One of them has the very number. */
  isExact: boolean;
  truncated: boolean;
};

/** The shortest text that is looked up, and the shortest all-digit text that finds numbers that only begin with it. */
const MIN_LENGTH = 4;
const MIN_PREFIX = 5;
const MAX_LENGTH = 64;

/**
 * Documents that pass `accepts` with this part number or SKU, or with one that begins with it; dashes and spaces don't
 * count. `limit` documents at most, from ten times as many lines.
 */
export function findPartNumber(
  numbers: SortedLines,
  text: string,
  { accepts, limit }: { accepts: (docId: number) => boolean; limit: number },
): PartNumberHits {
  const docIds = new Set<number>();
  const hits = (isExact: boolean, truncated: boolean): PartNumberHits => ({ docIds: [...docIds], isExact, truncated });
  const joined = joinedNumber(text.slice(0, 100));
  if (!/\d/.test(joined) || joined.length < MIN_LENGTH || joined.length > MAX_LENGTH) return hits(false, false);
  const isPrefix = joined.length >= MIN_PREFIX || /\p{L}/u.test(joined);
  const start = lowerBound(numbers.starts.length - 1, (at) => lineAt(numbers, at), joined);
  let isExact = false;
  for (let at = start; at < start + 10 * limit; at++) {
    const [number = '', , id = ''] = lineAt(numbers, at).split(' ');
    if (id === '' || (isPrefix ? !number.startsWith(joined) : number !== joined)) return hits(isExact, false);
    const docId = Number(id);
    if (!accepts(docId)) continue;
    if (docIds.size === limit && !docIds.has(docId)) break;
    docIds.add(docId);
    isExact ||= number === joined;
  }
  return hits(isExact, true);
}
