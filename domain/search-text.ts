const marks = /[\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;
const quotes = /[״׳"'’‘“”`]/g;
const finals: Record<string, string> = { ם: 'מ', ן: 'נ', ץ: 'צ', ף: 'פ', ך: 'כ' };

/**
 * The one form in which texts are searched and searches are made (israel.md §6.5): no niqqud, quotes or direction marks,
 * dashes as spaces, final letters as ordinary ones, double yod and vav as single, small Latin letters.
 */
export function normaliseSearchText(text: string): string {
  return text
    .normalize('NFC')
    .replace(marks, '')
    .replace(quotes, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .replace(/(?<!\p{N})\.|\.(?!\p{N})/gu, ' ')
    .replace(/[םןץףך]/g, (letter) => finals[letter] ?? letter)
    .replace(/יי/g, 'י')
    .replace(/וו/g, 'ו')
    .replace(/ +/g, ' ')
    .trim();
}

/** Words to look for. They are free of the wildcards of `like`. */
export const searchWords = (query: string): string[] =>
  normaliseSearchText(query).split(' ').filter(Boolean).slice(0, 12);

/** Words of a model name or number joined, for whoever types them without the dash or space: `MT-07` and `mt 07` → `mt07`. */
export function joinedCopies(text: string): string[] {
  const words = normaliseSearchText(text).replaceAll('.', ' ').split(' ');
  const copies: string[] = [];
  for (let at = 0; at + 1 < words.length; at++) {
    const pair = `${words[at]}${words[at + 1]}`;
    if (/\d/.test(pair)) copies.push(pair);
  }
  return copies;
}

/** A part number or SKU with nothing but its letters and digits: `RM-B300-RED` → `rmb300red`. */
export const joinedNumber = (number: string): string => normaliseSearchText(number).replace(/[^\p{L}\p{N}]/gu, '');

export type Searchable = {
  name: string;
  brand: string[];
  subtitle: string;
  /** SKUs and part numbers. */
  numbers: string[];
  categories: string[];
  meta: string[];
};

/** Everything a product is found by, in order of weight. Each word stands in it once. */
export function searchText({ name, brand, subtitle, numbers, categories, meta }: Searchable): string {
  const words = [
    name,
    ...brand,
    ...joinedCopies(name),
    ...numbers,
    ...numbers.map(joinedNumber),
    subtitle,
    ...categories,
    ...meta,
  ];
  return [...new Set(words.flatMap((text) => normaliseSearchText(text).split(' ')))].filter(Boolean).join(' ');
}
