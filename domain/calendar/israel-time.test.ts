import { expect, test } from 'vitest';
import { addDays, atIsraelTime, israelDay, weekdayName } from './israel-time.ts';
import { openState } from './open-now.ts';
import { hoursOn } from './opening-hours.ts';

test.each([
  ['2028-02-28', 1, '2028-02-29'],
  ['2028-02-29', 1, '2028-03-01'],
  ['2027-02-28', 1, '2027-03-01'],
  ['2026-11-30', 1, '2026-12-01'],
  ['2026-12-31', 1, '2027-01-01'],
  ['2027-01-31', 30, '2027-03-02'],
  ['2027-03-25', 1, '2027-03-26'], // 23 hours long
  ['2026-10-24', 1, '2026-10-25'], // 25 hours long
])('%s and %i days is %s', (day, days, then) => {
  expect(addDays(day, days)).toBe(then);
  expect(addDays(then, -days)).toBe(day);
});

test.each([
  ['2026-11-30T21:59:59.999Z', '2026-11-30'],
  ['2026-11-30T22:00:00.000Z', '2026-12-01'],
  ['2028-02-28T22:00:00.000Z', '2028-02-29'],
  ['2028-02-29T21:59:59.999Z', '2028-02-29'],
  ['2028-02-29T22:00:00.000Z', '2028-03-01'],
  // Clocks go on in the night to Friday, 26 March 2027, and back in the night to Sunday, 25 October 2026.
  ['2027-03-25T22:00:00.000Z', '2027-03-26'],
  ['2027-03-26T20:59:59.999Z', '2027-03-26'],
  ['2027-03-26T21:00:00.000Z', '2027-03-27'],
  ['2026-10-24T21:00:00.000Z', '2026-10-25'],
  ['2026-10-25T21:59:59.999Z', '2026-10-25'],
  ['2026-10-25T22:00:00.000Z', '2026-10-26'],
])('at %s it is %s in Israel', (moment, day) => {
  expect(israelDay(new Date(moment))).toBe(day);
});

const branch = {
  hours: { sun: '00:30-18:00', mon: '08:30-18:00', thu: '08:30-24:00', fri: '02:30-13:00' },
  exceptions: {},
};
const week = ['2027-03-25', '2027-03-26', '2027-03-28'].map((day) => hoursOn(branch, day));
const autumn = ['2026-10-25', '2026-10-26'].map((day) => hoursOn(branch, day));

// What is open is said by the clock on the wall, however long the day is.
test.each([
  [week, '2027-03-25T21:59:59Z', true], // Thursday, open until midnight
  [week, '2027-03-25T22:00:00Z', false],
  [week, '2027-03-25T23:59:59Z', false], // 01:59, and then it is 03:00: opened at the hour that was skipped
  [week, '2027-03-26T00:00:00Z', true],
  [week, '2027-03-26T09:59:59Z', true],
  [week, '2027-03-26T10:00:00Z', false],
  [autumn, '2026-10-24T21:29:59Z', false],
  [autumn, '2026-10-24T21:30:00Z', true],
  [autumn, '2026-10-24T23:15:00Z', true], // 01:15 for the second time
  [autumn, '2026-10-25T16:00:00Z', false],
] as const)('%#: at %s it is open: %s', (days, moment, open) => {
  expect(openState([...days], new Date(moment)).open).toBe(open);
});

test('every half hour of two years is a moment of that day and time, but for those that are skipped or come twice', () => {
  const without: string[] = [];
  for (let day = '2027-01-01'; day < '2029-01-01'; day = addDays(day, 1))
    for (const time of ['00:00', '00:30', '01:00', '01:30', '02:00', '02:30', '03:00', '23:30']) {
      const at = atIsraelTime(day, time);
      if (!at) without.push(`${weekdayName(day)} ${day} ${time}`);
      else expect(israelDay(at)).toBe(day);
    }
  expect(without).toEqual([
    'שישי 2027-03-26 02:00',
    'שישי 2027-03-26 02:30',
    'ראשון 2027-10-31 01:00',
    'ראשון 2027-10-31 01:30',
    'שישי 2028-03-24 02:00',
    'שישי 2028-03-24 02:30',
    'ראשון 2028-10-29 01:00',
    'ראשון 2028-10-29 01:30',
  ]);
});
