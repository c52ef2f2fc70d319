import { formatDate, formatTime } from '../text/format.ts';
import { isBusinessDay } from './business-days.ts';
import { addDays, atIsraelTime, israelDay, weekdayName } from './israel-time.ts';
import { dayWord } from './open-now.ts';
import { hoursOn, spanOf, type WeekHours } from './opening-hours.ts';

/** Parts of a day in which staff call back, in Israel's time. */
export const callbackWindows = {
  morning: { name: 'בבוקר', from: '09:00', to: '12:00' },
  noon: { name: 'בצהריים', from: '12:00', to: '15:00' },
  afternoon: { name: 'אחר הצהריים', from: '15:00', to: '18:00' },
} as const;
export type CallbackWindow = keyof typeof callbackWindows;
const WINDOWS = Object.keys(callbackWindows) as CallbackWindow[];

/** A call can be promised while so much of its window is left. */
const LEAST_LEFT_MS = 30 * 60_000;
/** No holiday and its eves last longer, weekends included. */
const DAYS_AHEAD = 14;

type Span = { from: string; to: string };

/** What the hours of a day leave of a window. */
function within(window: CallbackWindow, hours: { from: string | null; to: string | null }): Span | null {
  if (!hours.from || !hours.to) return null;
  const { from, to } = callbackWindows[window];
  const span = { from: hours.from > from ? hours.from : from, to: hours.to < to ? hours.to : to };
  return minutes(span.to) - minutes(span.from) >= LEAST_LEFT_MS / 60_000 ? span : null;
}

const minutes = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

/**
 * The parts of a day in which the store answers on some day of its week. `hours`: where all these days have the same of
 * it.
 */
export const callbackOptions = (
  week: WeekHours | null,
): { window: CallbackWindow; name: string; hours: Span | null }[] =>
  WINDOWS.flatMap((window) => {
    const { name, ...whole } = callbackWindows[window];
    const [first, ...others] = week
      ? Object.values(week).flatMap((text) => within(window, spanOf(text ?? '')) ?? [])
      : [whole];
    if (!first) return [];
    const isSame = others.every(({ from, to }) => from === first.from && to === first.to);
    return [{ window, name, hours: isSame ? first : null }];
  });

/**
 * The next time that this part of a day comes in the store's hours, or on a business day where it has told none.
 * `null`: its hours have no such part.
 */
export function nextCallback(
  window: CallbackWindow,
  now: Date,
  week: WeekHours | null,
): { from: Date; to: Date } | null {
  for (let day = israelDay(now), left = DAYS_AHEAD; left > 0; day = addDays(day, 1), left--) {
    const windowHours = isBusinessDay(day) ? callbackWindows[window] : null;
    const span = week ? within(window, hoursOn({ hours: week, exceptions: {} }, day)) : windowHours;
    const from = span && atIsraelTime(day, span.from);
    const to = span && atIsraelTime(day, span.to);
    if (from && to && to.getTime() - now.getTime() >= LEAST_LEFT_MS) return { from, to };
  }
  return null;
}

/** `מחר בבוקר, בין 09:00 ל־12:00`, `ביום ראשון בבוקר, …`. `null`: the hours have no such part. */
export function callbackText(window: CallbackWindow, now: Date, week: WeekHours | null): string | null {
  const next = nextCallback(window, now, week);
  if (!next) return null;
  const day = israelDay(next.from);
  const isNear = day < addDays(israelDay(now), 7);
  const when = dayWord(day, now, isNear ? weekdayName(day) : `${weekdayName(day)} ${formatDate(next.from)}`);
  return `${when} ${callbackWindows[window].name}, בין ${formatTime(next.from)} ל־${formatTime(next.to)}`;
}

/** `יום שני 23/11/2026, 09:00–12:00` */
export const formatCallback = ({ from, to }: { from: Date; to: Date }): string =>
  `יום ${weekdayName(israelDay(from))} ${formatDate(from)}, \u2066${formatTime(from)}–${formatTime(to)}\u2069`;
