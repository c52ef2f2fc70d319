import { withMeaning } from '../fillers.ts';
import { readFigures, uncounted, unmask } from './figures.ts';
import { withDigits } from './number-words.ts';

/** A query with its price words removed; shekels. */
export type SpokenPrice = { text: string; min?: number | undefined; max?: number | undefined };

const number = String.raw`(?:₪ ?)?(\d{1,3}(?:,\d{3})+|\d{1,9})(?: ?(אלפים|אלף|k)(?![\p{L}\p{N}]))?(?: ?(₪|ש[״"']?ח|שקלים|שקל|nis|ils)(?![\p{L}\p{N}]))?`;
const starts = String.raw`(?<![\p{L}\p{N}])`;
const between = new RegExp(
  `${starts}(?:בין|מ|between|from) ?[־-]? ?${number} ?(?:ועד|עד|ל|ו|to|and|[־–-]) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
/** `זולה יותר מ`, `יקרים מ`: of any gender and number. */
const than = '(?:ה|ים|ות)?(?: יותר)? מ';
const most = new RegExp(
  `${starts}(?:עד|(?<!לא )ב?(?:פחות מ|מתחת ל|זול${than})|ש?לא (?:יותר מ|מעל|עול(?:ה|ים|ות) על|יקר${than})|לכל היותר|מקסימום|up to|(?<!not? )(?:under|below|less than)|not? (?:over|above|more than)) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
const least = new RegExp(
  `${starts}(?:(?<!לא )(?:מעל|יותר מ|יקר${than})|ש?לא (?:פחות מ|מתחת ל|זול${than})|לפחות|החל מ|(?<!not? )(?:over|above|more than)|not? (?:under|below|less than)) ?[־-]? ?${number}${uncounted}`,
  'iu',
);
const about = new RegExp(
  `${starts}(?:בסביבות|סביב|בערך|around|about) ?[־-]? ?(?:ה ?[־-]? ?)?${number}${uncounted}`,
  'iu',
);
/** How far from a price `בסביבות` reaches, of 1. */
const NEARBY = 0.2;

/**
 * Reads `עד 40,000`, `פחות מ־1000`, `בין 500 ל־900`, `מעל עשרים אלף`, `בסביבות 200 ש״ח` in a query; `null` without a price.
 * Small numbers and possible years count only with a currency or a thousand's word, and figures of another kind never.
 */
export function readSpokenPrice(search: string): SpokenPrice | null {
  const { masked, phrases } = readFigures(withDigits(search.normalize('NFC').replace(/\s+/g, ' ').trim()));
  const price = readBounds(masked);
  return price && { ...price, text: withMeaning(unmask(price.text, phrases)) };
}

function readBounds(text: string): SpokenPrice | null {
  const both = between.exec(text);
  if (both) {
    const [, low = '', lowWord, lowSign, high = '', highWord, highSign] = both;
    const sign = lowSign ?? highSign;
    const min = amountOf(low, lowWord ?? (Number(low) < 1_000 ? highWord : undefined), sign);
    const max = amountOf(high, highWord, sign);
    if (min !== null && max !== null && min <= max) return { text: without(text, both), min, max };
  }
  const upper = most.exec(text);
  const max = upper && amountOf(upper[1] ?? '', upper[2], upper[3]);
  if (upper && max !== null) return { text: without(text, upper), max };
  const lower = least.exec(text);
  const min = lower && amountOf(lower[1] ?? '', lower[2], lower[3]);
  if (lower && min !== null) return { text: without(text, lower), min };
  const near = about.exec(text);
  const amount = near && amountOf(near[1] ?? '', near[2], near[3]);
  if (!near || amount === null) return null;
  const [from, to] = [1 - NEARBY, 1 + NEARBY].map((share) => Math.round(amount * share));
  return { text: without(text, near), min: from, max: to };
}

const without = (text: string, { index, 0: match }: RegExpExecArray): string =>
  `${text.slice(0, index)} ${text.slice(index + match.length)}`.replace(/ +/g, ' ').trim();

const LEAST = 50;

function amountOf(digits: string, word: string | undefined, sign: string | undefined): number | null {
  const amount = Number(digits.replaceAll(',', '')) * (word ? 1_000 : 1);
  const isSure = word !== undefined || sign !== undefined || digits.includes(',');
  if (!isSure && (amount < LEAST || (amount > 2_000 && amount < 2_040))) return null;
  return amount <= 1e9 ? amount : null;
}
