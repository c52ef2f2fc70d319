import { formatExactPrice, isolate } from '../text/format.ts';

/** What one piece of a line costs after the line's discounts, which no credit exceeds. Agorot. */
export const netPiece = (line: { priceAgorot: number; quantity: number; discountAgorot: number }): number =>
  Math.max(0, line.priceAgorot - Math.ceil(line.discountAgorot / line.quantity));

/**
 * The credit that a purchase shows: the lower end of the offer, at most what the one vehicle costs that it is for, and
 * never more than the whole. The unit is the caller's.
 */
export const tradeInCredit = (low: number, piecePrice: number, total: number): number =>
  Math.max(0, Math.min(low, piecePrice, total));

/**
 * The part of an offer above its credit: a credit is never more than the vehicle costs, and nothing is paid out here.
 * Shekels.
 * @returns '' where the whole offer is credited
 */
export const tradeInRest = (low: number, credit: number): string =>
  low <= credit
    ? ''
    : `ההצעה גבוהה ממחיר הרכב, ולכן מזכים רק עד מחירו. ההפרש, ${isolate(formatExactPrice(low - credit))}, לא משולם באתר: לגביו פונים לסניף.`;
