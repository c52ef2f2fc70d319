import { israelDay } from '#domain/calendar/israel-time.ts';
import { formatTime } from '#domain/text/format.ts';

/** What clocks in Israel show, as gateways write it: `2025-05-06 10:48:21`. */
export const israelClock = (at: Date, between: ' ' | 'T'): string =>
  `${israelDay(at)}${between}${formatTime(at)}:${String(at.getUTCSeconds()).padStart(2, '0')}`;

/** The time of an application under test: the real one, and a test moves it on. */
export function clock() {
  let ahead = 0;
  return {
    now: () => new Date(Date.now() + ahead),
    pass: (minutes: number) => {
      ahead += minutes * 60_000;
    },
  };
}
