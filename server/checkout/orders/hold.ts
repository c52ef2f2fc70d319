import { addBusinessDays } from '#domain/calendar/business-days.ts';
import type { RequestContext } from '../../context.ts';

/**
 * How long an order holds its goods while it is paid online; its buyer may extend that (purchase/end-unpaid-orders.ts).
 */
export const HOLD_MINUTES = 30;

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
