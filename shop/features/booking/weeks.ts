import type { Slots } from '#contract/leads/bookings.ts';
import { addDays, weekdayOf } from '#domain/calendar/israel-time.ts';
import { formatLongDate } from '#domain/text/format.ts';

/**
 * From Sunday to Saturday. `months`: of its days in reach, above the first week and each in which a month begins;
 * `null` above the others.
 */
type Week = { days: string[]; months: string | null };

/** Whole weeks from the first free day's to the last one's. `days`: those in reach. */
export function weeksOf(days: Slots['days']): Week[] {
  const free = days.filter(({ times }) => times.length > 0);
  const first = free[0]?.day ?? '';
  const last = free.at(-1)?.day ?? '';
  const inReach = new Set(days.map(({ day }) => day));
  const weeks: Week[] = [];
  for (let sunday = addDays(first, -weekdayOf(first)); sunday <= last; sunday = addDays(sunday, 7)) {
    const week = Array.from({ length: 7 }, (_, at) => addDays(sunday, at));
    const shown = week.filter((day) => inReach.has(day));
    // A month that begins after the last day in reach stands above no day.
    const isHeaded = weeks.length === 0 || shown.some((day) => day.endsWith('-01'));
    weeks.push({ days: week, months: isHeaded ? monthsOf(shown) : null });
  }
  return weeks;
}

/** `דצמבר 2026`; of days in two months `נובמבר–דצמבר 2026`, in two years `דצמבר 2026 – ינואר 2027`. */
function monthsOf(days: string[]): string {
  const nameOf = (day = '') => formatLongDate(`${day}T12:00:00Z`).split(' ').slice(1).join(' ').slice(1);
  const [from, to] = [nameOf(days[0]), nameOf(days.at(-1))];
  if (from === to) return to;
  const [month, year = ''] = from.split(' ');
  return to.endsWith(year) ? `${month}–${to}` : `${from} – ${to}`;
}
