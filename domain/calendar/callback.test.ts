import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatTime } from '../text/format.ts';
import { isBusinessDay } from './business-days.ts';
import {
  type CallbackWindow,
  callbackOptions,
  callbackText,
  callbackWindows,
  formatCallback,
  nextCallback,
} from './callback.ts';
import { israelDay } from './israel-time.ts';
import type { WeekHours } from './opening-hours.ts';

const windows = Object.keys(callbackWindows) as CallbackWindow[];
const MINUTE = 60_000;

function promised(window: CallbackWindow, now: Date, week: WeekHours | null = null) {
  const next = nextCallback(window, now, week);
  if (!next) throw new Error(`no ${window} in two weeks`);
  return next;
}

test('a call is promised on a business day, in its window, with half an hour of it left, and not later than the next such day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2027-12-31T00:00:00Z'), noInvalidDate: true }),
      fc.constantFrom(...windows),
      (now, window) => {
        const { from, to } = promised(window, now);
        expect(isBusinessDay(israelDay(from))).toBe(true);
        expect([formatTime(from), formatTime(to)]).toEqual([callbackWindows[window].from, callbackWindows[window].to]);
        expect(to.getTime() - now.getTime()).toBeGreaterThanOrEqual(30 * MINUTE);
        // None of the days between would have done.
        for (let at = now.getTime(); israelDay(new Date(at)) < israelDay(from); at += 12 * 60 * MINUTE) {
          const day = israelDay(new Date(at));
          if (day !== israelDay(now)) expect(isBusinessDay(day)).toBe(false);
        }
      },
    ),
  );
});

test.each([
  // A Monday.
  ['2026-11-23T08:00:00+02:00', 'morning', 'יום שני 23/11/2026, \u206609:00–12:00\u2069'],
  ['2026-11-23T11:30:00+02:00', 'morning', 'יום שני 23/11/2026, \u206609:00–12:00\u2069'],
  ['2026-11-23T11:31:00+02:00', 'morning', 'יום שלישי 24/11/2026, \u206609:00–12:00\u2069'],
  ['2026-11-23T19:00:00+02:00', 'noon', 'יום שלישי 24/11/2026, \u206612:00–15:00\u2069'],
  // Thursday evening: Friday is no business day.
  ['2026-11-26T20:00:00+02:00', 'afternoon', 'יום ראשון 29/11/2026, \u206615:00–18:00\u2069'],
] as const)('%s, %s: %s', (now, window, told) => expect(formatCallback(promised(window, new Date(now)))).toBe(told));

const week = { sun: '10:00-16:00', thu: '10:00-13:00', fri: '08:30-12:00' };

test.each([
  // Wednesday: closed. Thursday's noon ends at one, and Friday has a morning.
  ['2026-11-25T08:00:00+02:00', 'noon', 'יום חמישי 26/11/2026, \u206612:00–13:00\u2069'],
  ['2026-11-26T12:31:00+02:00', 'noon', 'יום ראשון 29/11/2026, \u206612:00–15:00\u2069'],
  ['2026-11-26T12:31:00+02:00', 'morning', 'יום שישי 27/11/2026, \u206609:00–12:00\u2069'],
  ['2026-11-26T12:31:00+02:00', 'afternoon', 'יום ראשון 29/11/2026, \u206615:00–16:00\u2069'],
  // The eve of Shavuot has Friday's hours, which end at noon; the holiday itself is closed.
  ['2026-05-20T08:00:00+03:00', 'noon', 'יום ראשון 24/05/2026, \u206612:00–15:00\u2069'],
] as const)('within a store’s hours, %s, %s: %s', (now, window, told) =>
  expect(formatCallback(promised(window, new Date(now), week))).toBe(told),
);

test.each([
  // Thursday, whose noon ends at one; Wednesday is closed.
  ['2026-11-26T08:00:00+02:00', 'noon', 'היום בצהריים, בין 12:00 ל־13:00'],
  ['2026-11-26T12:31:00+02:00', 'morning', 'מחר בבוקר, בין 09:00 ל־12:00'],
  ['2026-11-26T12:31:00+02:00', 'noon', 'ביום ראשון בצהריים, בין 12:00 ל־15:00'],
  // On Sunday, when no other day has an afternoon.
  ['2026-11-22T15:31:00+02:00', 'afternoon', 'ביום ראשון 29/11/2026 אחר הצהריים, בין 15:00 ל־16:00'],
] as const)('the form says which day that is, %s, %s: %s', (now, window, text) =>
  expect(callbackText(window, new Date(now), week)).toBe(text),
);

test('what no day has is neither offered nor promised; hours are named where all days have the same', () => {
  expect(callbackOptions(null).map(({ window }) => window)).toEqual(windows);
  expect(callbackOptions({ sun: '11:00-12:20', mon: '', fri: '09:00-11:00' })).toEqual([
    { window: 'morning', name: 'בבוקר', hours: null },
  ]);
  expect(callbackOptions({ sun: '09:30-17:00', mon: '09:30-19:00', fri: '' })).toEqual([
    { window: 'morning', name: 'בבוקר', hours: { from: '09:30', to: '12:00' } },
    { window: 'noon', name: 'בצהריים', hours: { from: '12:00', to: '15:00' } },
    { window: 'afternoon', name: 'אחר הצהריים', hours: null },
  ]);
  expect(nextCallback('noon', new Date('2026-11-25T08:00:00+02:00'), { sun: '11:00-12:20' })).toBeNull();
  expect(callbackText('noon', new Date('2026-11-25T08:00:00+02:00'), { sun: '11:00-12:20' })).toBeNull();
});
