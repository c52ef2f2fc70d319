import { joinedNumber } from '#domain/search/search-text.ts';
import { lineAt, lowerBound, type SortedLines, sortLines } from './sorted-lines.ts';

export type PartNumber = { number: string /** Not one of its later parts. */; isWhole: boolean; textId: number };

/**
 * Lines `{number} {0 whole | 1 later part} {textId}`, so that the whole number comes before numbers that end like it.
 */
export const indexPartNumbers = (numbers: PartNumber[]): SortedLines =>
  sortLines(
    numbers.map(({ number, isWhole, textId }) => `${number} ${isWhole ? 0 : 1} ${String(textId).padStart(9, '0')}`),
  );

type PartNumberHits = {
  textIds: number[];
  /** One of them has the very number. */
  isExact: boolean;
  truncated: boolean;
};

/** The shortest text that is looked up, and the shortest all-digit text that finds numbers that only begin with it. */
const MIN_LENGTH = 4;
const MIN_PREFIX = 5;
const MAX_LENGTH = 64;

/**
 * Texts (by their ids in the text index) that pass `accepts` with this part number or SKU, or with one that begins with
 * it; dashes and spaces don't count. `limit` texts at most, from ten times as many lines.
 */
export function findPartNumber(
  numbers: SortedLines,
  text: string,
  { accepts, limit }: { accepts: (textId: number) => boolean; limit: number },
): PartNumberHits {
  const textIds = new Set<number>();
  const hits = (isExact: boolean, truncated: boolean): PartNumberHits => ({
    textIds: [...textIds],
    isExact,
    truncated,
  });
  const joined = joinedNumber(text.slice(0, 100));
  if (!/\d/.test(joined) || joined.length < MIN_LENGTH || joined.length > MAX_LENGTH) return hits(false, false);
  const isPrefix = joined.length >= MIN_PREFIX || /\p{L}/u.test(joined);
  const start = lowerBound(numbers.starts.length - 1, (at) => lineAt(numbers, at), joined);
  let isExact = false;
  for (let at = start; at < start + 10 * limit; at++) {
    const [number = '', , id = ''] = lineAt(numbers, at).split(' ');
    if (id === '' || (isPrefix ? !number.startsWith(joined) : number !== joined)) return hits(isExact, false);
    const textId = Number(id);
    if (!accepts(textId)) continue;
    if (textIds.size === limit && !textIds.has(textId)) break;
    textIds.add(textId);
    isExact ||= number === joined;
  }
  return hits(isExact, true);
}
