import { formatTime } from '../text/format.ts';
import { addDays, israelDay } from './israel-time.ts';

/** Opening hours of one day in Israel's time, `08:30`; both `null` where it is closed. `note` says why it differs. */
export type DayHours = { day: string; from: string | null; to: string | null; note: string | null };

export type OpenState = { open: true; until: string } | { open: false; next: (DayHours & { from: string }) | null };

/** Whether the branch is open now, and until or from when. Times compare as text. */
export function openState(days: DayHours[], now: Date): OpenState {
  const today = israelDay(now);
  const time = formatTime(now);
  const hours = days.find(({ day }) => day === today);
  if (hours?.from && hours.to && hours.from <= time && time < hours.to) return { open: true, until: hours.to };
  const next = days.find(
    (one): one is DayHours & { from: string } =>
      one.from !== null && (one.day > today || (one.day === today && time < one.from)),
  );
  return { open: false, next: next ?? null };
}

/** `היום`, `מחר`, or `ביום שני`. */
export function dayWord(day: string, now: Date, weekday: string): string {
  const today = israelDay(now);
  if (day === today) return 'היום';
  return day === addDays(today, 1) ? 'מחר' : `ביום ${weekday}`;
}
