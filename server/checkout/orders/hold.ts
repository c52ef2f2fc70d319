import { addBusinessDays } from '#domain/calendar/business-days.ts';
import type { RequestContext } from '../../context.ts';

/**
 * How long an order holds its goods while it is paid online. A payment page that was opened longer ago counts as left
 * by its buyer, and stays watched for what is paid on it all the same.
 */
export const HOLD_MINUTES = 30;

/**
 * So long after the order its buyer may extend that by as much again (`extendHold`). A time limit can be extended at
 * least ten times (WCAG 2.2, 2.2.1 Timing Adjustable), but goods are not held for ever.
 */
export const EXTENDABLE_MINUTES = 10 * HOLD_MINUTES;

/** So much longer the job keeps the goods of an order while the gateway can't be asked whether it was paid. */
export const PATIENCE_MINUTES = 15;

/** The longest that a payment link which staff send is good, and holds the goods. */
export const MAX_LINK_HOURS = 72;

/** Business days that an order with nothing due online is held for, unless the store sets another number. */
const HOLD_DAYS = 3;

/**
 * Until when a new order holds its goods: one that is paid elsewhere (by a lender, at the branch) for days, not
 * minutes.
 */
export function holdUntil(
  { store }: RequestContext,
  now: Date,
  { totalAgorot, dueAgorot }: { totalAgorot: number; dueAgorot: number },
): Date | null {
  if (totalAgorot === 0) return null;
  if (dueAgorot > 0) return new Date(now.getTime() + HOLD_MINUTES * 60_000);
  return addBusinessDays(now, store.settings.purchase?.hold_days ?? HOLD_DAYS);
}

/** What of a hold is left now; `null` where it has no end. */
export const holdSeconds = ({ now }: Pick<RequestContext, 'now'>, until: Date | null): number | null =>
  until && Math.max(0, Math.round((until.getTime() - now().getTime()) / 1000));
