import { formatTime } from '../text/format.ts';
import { holidayOf, isRestDay } from './holidays.ts';
import { addDays, atIsraelTime, israelDay, weekdayOf } from './israel-time.ts';

/**
 * Quiet times (docs/rules/disclosure.md): from Friday or an eve at noon until the next workday's morning, and at
 * night.
 */
export function whenToSend(now: Date): Date {
  for (let day = israelDay(now); ; day = addDays(day, 1)) {
    const last = weekdayOf(day) === 5 || holidayOf(day)?.eve ? '12:00' : '20:00';
    if (isRestDay(day)) continue;
    const today = day === israelDay(now);
    if (today && formatTime(now) >= '08:00' && formatTime(now) < last) return now;
    const morning = atIsraelTime(day, '08:00');
    if (morning && morning > now) return morning;
  }
}
