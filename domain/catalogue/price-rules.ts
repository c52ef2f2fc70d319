import { isShekels, toAgorot } from '../money/money.ts';
import { formatNumber } from '../text/format.ts';
import { parseNumber } from '../text/typed-number.ts';

/** What a price may be, for the product's form, the bulk editor and its cells alike. Sums are agorot; `null`: none. */
export type Prices = { price: number | null; deletedPrice: number | null; deposit?: number | null };

export const WRONG_SUM = 'הזינו סכום בשקלים, לכל היותר עם שתי ספרות אחרי הנקודה';

/** Shekels as typed or pasted, as agorot; `null` where nothing is typed, `undefined` where it is no sum. */
export function sumOf(typed: string): number | null | undefined {
  if (typed.trim() === '') return null;
  const shekels = parseNumber(typed);
  if (shekels === undefined || shekels < 0 || shekels >= 100_000_000) return undefined;
  return isShekels(shekels) ? toAgorot(shekels) : undefined;
}

/**
 * What is wrong with a product's own prices, by field. `was`: the price so far; only goods that are free already stay
 * so.
 */
export function priceFaults(
  { price, deletedPrice, deposit = null }: Prices,
  was: number | null,
): Partial<Record<keyof Prices, string>> {
  if (price === null || (price === 0 && was !== 0)) return { price: 'הזינו מחיר גדול מאפס, או סמנו מחיר לפי פנייה' };
  return {
    ...(deletedPrice !== null && deletedPrice <= price && { deletedPrice: 'המחיר הקודם צריך להיות גבוה מהמחיר' }),
    ...(deposit !== null && deposit > price && { deposit: 'דמי השריון גבוהים מהמחיר' }),
  };
}

/** The same of a store's prices; without one of its own it has the product's. */
export function storePriceFaults(
  { price, deletedPrice }: Prices,
  base: { price: number; onRequest: boolean },
): Partial<Record<'price' | 'deletedPrice', string>> {
  if (base.onRequest && (price !== null || deletedPrice !== null))
    return { [price === null ? 'deletedPrice' : 'price']: 'המחיר של המוצר הוא לפי פנייה' };
  if (price === 0) return { price: 'הזינו מחיר גדול מאפס' };
  if (deletedPrice !== null && deletedPrice <= (price ?? base.price))
    return { deletedPrice: 'המחיר הקודם צריך להיות גבוה מהמחיר' };
  return {};
}

/** What a change of prices has taken away besides: former prices of variants and stores that the new price reaches. */
export const clearedText = (count: number): string =>
  count === 1
    ? 'מחיר קודם אחד, של גרסה או של חנות, הוסר: המחיר כבר אינו נמוך ממנו'
    : `${formatNumber(count)} מחירים קודמים, של גרסאות או של חנויות, הוסרו: המחיר כבר אינו נמוך מהם`;

/** A price change beyond this share counts as a mistake until a person confirms it. */
export const JUMP = 0.5;
export const isJump = (before: number, after: number): boolean => Math.abs(after - before) > before * JUMP;
/**
 * The same of a difference of price, which may be negative. One of 0 was part of the price, so that nothing says what
 * it should be.
 */
export const isDifferenceJump = (before: number, after: number): boolean =>
  before !== 0 && Math.abs(after - before) > Math.abs(before) * JUMP;
/** From this share on, a change is marked where differences are shown. */
const MARKED = 0.2;
export const isMarked = (before: number | null, after: number | null): boolean =>
  before !== null && after !== null && before > 0 && Math.abs(after - before) > before * MARKED;
