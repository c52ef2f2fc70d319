import { formatDate, formatTime } from '../text/format.ts';
import { isBusinessDay } from './business-days.ts';
import { addDays, atIsraelTime, israelDay, weekdayName } from './israel-time.ts';

/** Parts of a day in which staff call back, in Israel's time. */
export const callbackWindows = {
  morning: { name: 'בבוקר', from: '09:00', to: '12:00' },
  noon: { name: 'בצהריים', from: '12:00', to: '15:00' },
  afternoon: { name: 'אחר הצהריים', from: '15:00', to: '18:00' },
} as const;
export type CallbackWindow = keyof typeof callbackWindows;

/** A call can be promised while so much of its window is left. */
const LEAST_LEFT_MS = 30 * 60_000;
/** No holiday and its eves last longer, weekends included. */
const DAYS_AHEAD = 14;

/** The next time that this part of a business day comes. */
export function nextCallback(window: CallbackWindow, now: Date): { from: Date; to: Date } {
  const { from, to } = callbackWindows[window];
  for (let day = israelDay(now), left = DAYS_AHEAD; left > 0; day = addDays(day, 1), left--) {
    const start = atIsraelTime(day, from);
    const end = atIsraelTime(day, to);
    if (start && end && isBusinessDay(day) && end.getTime() - now.getTime() >= LEAST_LEFT_MS)
      return { from: start, to: end };
  }
  throw new Error(`no business day within ${DAYS_AHEAD} days of ${now.toISOString()}`);
}

/** `יום שני 23/11/2026, 09:00–12:00` */
export const formatCallback = ({ from, to }: { from: Date; to: Date }): string =>
  `יום ${weekdayName(israelDay(from))} ${formatDate(from)}, \u2066${formatTime(from)}–${formatTime(to)}\u2069`;
