// The Consumer Protection Law, 5741-1981; docs/rules/cancellation.md has what is confirmed of it.

import { addDays, israelDay } from '../calendar/israel-time.ts';

/**
 * Days in which a distance deal can be cancelled, from receiving the goods or the disclosure document, whichever is
 * later (§14C).
 */
export const CANCELLATION_DAYS = 14;

/**
 * Days in which the money goes back, from the notice of cancellation: by law for a defect (§14E), by the stores'
 * promise always.
 */
export const REFUND_DAYS = 14;

/**
 * The last day of the refund of a notice that came at a moment, `2026-04-03`. Days are Israel's, whose clocks change.
 */
export const refundBy = (notice: Date): string => addDays(israelDay(notice), REFUND_DAYS);

/** What no fee of a cancellation is above, in agorot (§14E). */
export const MAX_FEE = 100_00;

/** The highest fee for a cancellation without a defect, in agorot (§14E). */
export const cancellationFee = (agorot: number): number => Math.min(Math.floor(agorot / 20), MAX_FEE);

/** What may still be kept of an order as that fee, in agorot: the law allows it once, not for each piece. */
export const feeLeft = (totalAgorot: number, keptAgorot: number): number =>
  Math.max(0, cancellationFee(totalAgorot) - keptAgorot);

/** To who has asked for the cancellation: what may be kept of the sum that is promised. */
export const FEE_MAY_APPLY =
  'בביטול שאינו בשל פגם, אי־התאמה או איחור ייתכן ניכוי של דמי ביטול: 5% מהסכום או ₪100, לפי הנמוך.';

/** The same once the money went back. `fee`: in words. */
export const lessFee = (fee: string): string =>
  `הסכום ששילמתם הוחזר לאמצעי התשלום, בניכוי דמי ביטול של ${fee} לפי חוק הגנת הצרכן.`;

/** Of a cancelled order whose money went back in part: whether the rest is owed, too, isn't known here. */
export const PARTLY_BACK = `חלק מהסכום ששילמתם כבר הוחזר לאמצעי התשלום, כפי שמפורט במסמך הזיכוי. אם מגיע לכם החזר נוסף, הוא יועבר בתוך ${REFUND_DAYS} ימים לכל היותר.`;

/** Of a cancelled order whose goods were handed over and of which nothing was paid online. */
export const SETTLED_DIRECTLY = 'את החזרת הפריטים ואת התשלומים עליהם מסדירים מולנו ישירות.';
