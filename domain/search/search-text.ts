const marks = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
const quotes = /[״׳"'’‘“”`´]/g;
const finals: Record<string, string> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };
const MAX_WORDS = 12;

/** Units after a number in the form of `normaliseSearchText`, and their canonical form. */
const units: Record<string, string> = {
  v: 'ולט',
  volt: 'ולט',
  volts: 'ולט',
  w: 'ואט',
  watt: 'ואט',
  watts: 'ואט',
  cc: 'סמק',
  ccm: 'סמק',
  km: 'קמ',
  kg: 'קג',
  hp: 'כס',
  mm: 'ממ',
  cm: 'סמ',
};
const parted = new RegExp(`(\\d) +(?=(?:${Object.keys(units).join('|')})(?![\\p{L}\\p{N}]))`, 'giu');

/** `24 V` as `24V`, so that word-by-word processing keeps a Latin unit with its number. */
export const joinUnits = (text: string): string => text.replace(parted, '$1');

/**
 * The normal form of indexed texts and queries: no niqqud, quotes or direction marks; dashes as spaces; final letters
 * as ordinary ones; double yod and vav single; lower-case Latin; `25×8` as `25x8`.
 */
export function normaliseSearchText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(marks, '')
    .replace(quotes, '')
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3}(?!\d))/g, '')
    .replace(/(?<=\d) ?[×*] ?(?=\d)/g, 'x')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\p{N})\.|\.(?!\p{N})/gu, ' ')
    .replace(/[םןץףך]/g, (letter) => finals[letter] ?? letter)
    .replace(/י+/g, 'י')
    .replace(/ו+/g, 'ו')
    .replace(/ +/g, ' ')
    .trim();
}

/** `10W-40` is an oil, not a power: nothing before another number is a unit. */
const unitAt = (words: string[], at: number): string | undefined =>
  /^[\d.]+$/.test(words[at - 1] ?? '') && !/^\d/.test(words[at + 1] ?? '') && Object.hasOwn(units, words[at] ?? '')
    ? units[words[at] ?? '']
    : undefined;

/**
 * Words of a text. Letters and digits separate, so that `barak800`, `Barak-800` and `barak 800` are the same two
 * words; a unit after a number is one word in either alphabet, so that `24v` is `24 וולט`.
 */
export const wordsOf = (text: string): string[] =>
  normaliseSearchText(text)
    .replace(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/gu, ' ')
    .split(' ')
    .filter(Boolean)
    .map((word, at, words) => unitAt(words, at) ?? word);

/** Words of a query: distinct, and limited in number. */
export const searchWords = (query: string): string[] => [...new Set(wordsOf(query.slice(0, 400)))].slice(0, MAX_WORDS);

/** A part number or SKU with nothing but its letters and digits: `RM-B300-RED` → `rmb300red`. */
export const joinedNumber = (number: string): string => normaliseSearchText(number).replace(/[^\p{L}\p{N}]/gu, '');

/**
 * A part number from each of its parts on, since shoppers often omit a maker's prefix: `SV-11100-A8` → `sv11100a8`,
 * `11100a8`.
 */
export function numberEntries(number: string): string[] {
  const parts = number.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...new Set(parts.map((_, index) => joinedNumber(parts.slice(index).join(''))))].filter(
    (entry, index) => index === 0 || (entry.length >= 4 && /\d/.test(entry)),
  );
}
