import { expect, test } from 'vitest';
import { holidayOf } from './holidays.ts';
import { atIsraelTime } from './israel-time.ts';
import { openState } from './open-now.ts';
import { hoursOn } from './opening-hours.ts';

// Dates of the Hebrew calendar as printed for 5786–5789.
test.each([
  ['2026-04-01', 'פסח', true],
  ['2026-04-02', 'פסח', false],
  ['2026-04-08', 'שביעי של פסח', false],
  ['2026-04-22', 'יום העצמאות', false], // 5 Iyar, a Wednesday
  ['2025-05-01', 'יום העצמאות', false], // 5 Iyar is a Saturday: kept on Thursday
  ['2024-05-14', 'יום העצמאות', false], // 5 Iyar is a Monday: kept on Tuesday
  ['2024-05-13', 'יום העצמאות', true],
  ['2026-05-22', 'שבועות', false],
  ['2026-09-13', 'ראש השנה', false],
  ['2026-09-20', 'יום הכיפורים', true],
  ['2026-09-21', 'יום הכיפורים', false],
  ['2027-10-16', 'סוכות', false],
  ['2027-10-23', 'שמחת תורה', false],
])('%s is %s', (day, name, eve) => {
  expect(holidayOf(day)).toEqual({ name, eve });
});

test.each(['2025-05-03', '2024-05-15', '2026-04-05', '2026-03-03', '2026-12-06'])('%s is a day like others', (day) => {
  expect(holidayOf(day)).toBeNull();
});

const branch = {
  hours: { sun: '08:30-18:00', mon: '08:30-18:00', tue: '08:30-18:00', wed: '08:30-18:00', fri: '08:30-13:00' },
  exceptions: { '2026-06-10': '', '2026-06-13': '10:00-12:00' },
};

test.each([
  ['2026-06-07', '08:30', '18:00', null], // Sunday
  ['2026-06-06', null, null, null], // Saturday
  ['2026-04-08', null, null, 'שביעי של פסח'],
  ['2026-04-01', '08:30', '13:00', 'ערב פסח'], // A Wednesday, closing as on Fridays
  ['2026-06-10', null, null, 'שעות מיוחדות'],
  ['2026-06-13', '10:00', '12:00', 'שעות מיוחדות'],
])('on %s it is open from %s to %s', (day, from, to, note) => {
  expect(hoursOn(branch, day)).toEqual({ day, from, to, note });
});

const week = ['2026-06-05', '2026-06-06', '2026-06-07'].map((day) => hoursOn(branch, day));
test.each([
  ['2026-06-05T05:29:00Z', { open: false, next: { day: '2026-06-05', from: '08:30' } }],
  ['2026-06-05T05:30:00Z', { open: true, until: '13:00' }],
  ['2026-06-05T09:59:00Z', { open: true, until: '13:00' }],
  ['2026-06-05T10:00:00Z', { open: false, next: { day: '2026-06-07', from: '08:30' } }],
  ['2026-06-06T21:30:00Z', { open: false, next: { day: '2026-06-07' } }], // Already Sunday in Israel
  ['2026-06-07T16:00:00Z', { open: false, next: null }],
])('at %s: %j', (now, state) => {
  expect(openState(week, new Date(now))).toMatchObject(state);
});

test.each([
  ['2026-03-26', '09:00', '2026-03-26T07:00:00.000Z'],
  ['2026-03-29', '09:00', '2026-03-29T06:00:00.000Z'],
  ['2026-03-27', '02:30', null], // Skipped
  ['2026-03-27', '03:00', '2026-03-27T00:00:00.000Z'],
  ['2026-10-25', '01:30', null], // Comes twice
  ['2026-10-25', '02:00', '2026-10-25T00:00:00.000Z'],
  ['2026-06-07', '24:00', null],
])('clocks in Israel show %s %s at %s', (day, time, moment) => {
  expect(atIsraelTime(day, time)?.toISOString() ?? null).toBe(moment);
});
