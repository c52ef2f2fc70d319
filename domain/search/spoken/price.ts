import { withMeaning } from '../fillers.ts';
import { readFigures, uncounted, unmask } from './figures.ts';
import { withDigits } from './number-words.ts';

/** A query with its price words removed; shekels. */
export type SpokenPrice = { text: string; min?: number | undefined; max?: number | undefined };

const number = String.raw`(?:₪ ?)?(\d{1,3}(?:,\d{3})+|\d{1,4}\.\d{1,3}|\d{1,9})(?: ?(אלפים|אלף|k)(?![\p{L}\p{N}]))?(?: ?(₪|ש[״"']?ח|שקלים|שקל|nis|ils)(?![\p{L}\p{N}]))?`;
const starts = String.raw`(?<![\p{L}\p{N}])`;
const between = new RegExp(
  `${starts}(?:בין|מ|between|from) ?[־-]? ?${number} ?(?:ועד|עד|ל|ו|to|and|[־–-]) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
/** Without a word before it, a range is one of prices where a currency or a thousand's word stands behind it. */
const range = new RegExp(`${starts}${number} ?[־–-] ?${number}${uncounted}`, 'iu');
/** `זולה יותר מ`, `יקרים מ`: of any gender and number. */
const than = '(?:ה|ים|ות)?(?: יותר)? מ';
const most = new RegExp(
  `${starts}ו?(?:עד|(?<!לא )ב?(?:פחות מ|מתחת(?: ל)?|זול${than})|ש?לא (?:יותר מ|מעל|עול(?:ה|ים|ות) על|יקר${than})|לכל היותר|מקסימום|up to|(?<!not? )(?:under|below|less than)|not? (?:over|above|more than)) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
const least = new RegExp(
  `${starts}ו?(?:(?<!לא )(?:מעל|יותר מ|יקר${than})|ש?לא (?:פחות מ|מתחת(?: ל)?|זול${than})|לפחות|החל מ|(?<!not? )(?:over|above|more than)|not? (?:under|below|less than)) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
const about = new RegExp(
  `${starts}(?:בסביבות|סביב|בערך|around|about) ?[־-]? ?(?:ה ?[־-]? ?)?${number}${uncounted}`,
  'iu',
);
/** How far from a price `בסביבות` reaches, of 1. */
const NEARBY = 0.2;

/**
 * Reads `עד 40,000`, `פחות מ־1000`, `בין 500 ל־900`, `מעל עשרים אלף`, `בסביבות 200 ש״ח` in a query; `null` without a
 * price. Small numbers and possible years count only with a currency or a thousand's word, and figures of another kind
 * never.
 */
export function readSpokenPrice(search: string): SpokenPrice | null {
  const first = readOne(search.normalize('NFC').replace(/\s+/g, ' ').trim());
  if (!first) return null;
  const both = withOther(first, readOne(first.text)) ?? first;
  return { ...both, text: withMeaning(both.text) };
}

/** `מעל 1000 מתחת ל־2000` says one bound after the other; `null` where the second doesn't go with the first. */
function withOther(first: SpokenPrice, second: SpokenPrice | null): SpokenPrice | null {
  if (!second || (first.min === undefined) === (second.min === undefined)) return null;
  const both = { ...first, ...second };
  return both.min !== undefined && both.max !== undefined && both.min <= both.max ? both : null;
}

/** The first price of a text, and the text without it. */
function readOne(typed: string): SpokenPrice | null {
  const { masked, phrases } = readFigures(withDigits(typed));
  const price = readBounds(masked);
  if (!price) return null;
  const { around, ...bounds } = price;
  const [before, behind] = around.map((part) => unmask(part, phrases)) as [string, string];
  return { ...bounds, text: asTyped(typed.split(' '), before, behind) ?? `${before} ${behind}`.trim() };
}

/** The words around the price as they were typed, their numbers too; `null` where the price can't be told from them. */
function asTyped(words: string[], before: string, behind: string): string | null {
  const cuts = [...words.keys(), words.length];
  const from = cuts.find((cut) => withDigits(words.slice(0, cut).join(' ')) === before);
  const to = cuts.findLast((cut) => withDigits(words.slice(cut).join(' ')) === behind);
  if (from === undefined || to === undefined || to < from) return null;
  return [...words.slice(0, from), ...words.slice(to)].join(' ');
}

/** `around`: what stands before and behind the price. */
type Bounds = { around: [string, string]; min?: number; max?: number };

function readRange(text: string): Bounds | null {
  const namedRange = between.exec(text);
  const both = namedRange ?? range.exec(text);
  if (!both) return null;
  const [, low = '', lowWord, lowSign, high = '', highWord, highSign] = both;
  if (!namedRange && !highWord && !highSign) return null;
  const min = amountOf(low, lowWord ?? (Number(low) < 1_000 ? highWord : undefined), lowSign ?? highSign);
  const max = amountOf(high, highWord, lowSign ?? highSign);
  return min !== null && max !== null && min <= max ? { around: around(text, both), min, max } : null;
}

function readBounds(text: string): Bounds | null {
  const both = readRange(text);
  if (both) return both;
  const upper = most.exec(text);
  const max = upper && amountOf(upper[1] ?? '', upper[2], upper[3]);
  if (upper && max !== null) return { around: around(text, upper), max };
  const lower = least.exec(text);
  const min = lower && amountOf(lower[1] ?? '', lower[2], lower[3]);
  if (lower && min !== null) return { around: around(text, lower), min };
  const aboutPrice = about.exec(text);
  const amount = aboutPrice && amountOf(aboutPrice[1] ?? '', aboutPrice[2], aboutPrice[3]);
  if (!aboutPrice || amount === null) return null;
  const [from, to] = [1 - NEARBY, 1 + NEARBY].map((share) => Math.round(amount * share));
  return { around: around(text, aboutPrice), min: from, max: to };
}

const around = (text: string, { index, 0: match }: RegExpExecArray): [string, string] => [
  text.slice(0, index).trim(),
  text.slice(index + match.length).trim(),
];

const LEAST = 50;

function amountOf(digits: string, word: string | undefined, sign: string | undefined): number | null {
  // `49.9` alone is no price of a catalogue in whole shekels.
  if (digits.includes('.') && !word) return null;
  const amount = Math.round(Number(digits.replaceAll(',', '')) * (word ? 1_000 : 1));
  const isSure = word !== undefined || sign !== undefined || digits.includes(',');
  if (!isSure && (amount < LEAST || (amount > 2_000 && amount < 2_040))) return null;
  return amount <= 1e9 ? amount : null;
}
