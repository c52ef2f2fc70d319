import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../calendar/israel-time.ts';
import { addMonths, nextService, parseServicePlan, type ServiceHistory } from './service-plan.ts';

const plan = parseServicePlan('1000/1|10000/12');
const fresh: ServiceHistory = {
  startedOn: '2026-01-31',
  services: 0,
  servicedOn: null,
  servicedKm: null,
  kilometres: null,
  kilometresOn: null,
};

test('a plan is kilometres and months of each interval; anything else is none', () => {
  expect(plan).toEqual([
    { km: 1_000, months: 1 },
    { km: 10_000, months: 12 },
  ]);
  expect(parseServicePlan('/12')).toEqual([{ km: null, months: 12 }]);
  for (const wrong of ['', '/', '1000', '0/0', '1000/1|', 'a/b', '1000/-1', '1000/1;2000/2', '9999999/1'])
    expect(parseServicePlan(wrong), wrong).toBeNull();
});

test('the first service counts from the handover, later ones from the last, and what comes first is due', () => {
  expect(nextService(plan, fresh)).toEqual({ km: 1_000, on: '2026-02-28', dueOn: '2026-02-28' });
  const serviced = { ...fresh, services: 1, servicedOn: '2026-03-01', servicedKm: 900 };
  expect(nextService(plan, serviced)).toEqual({ km: 10_900, on: '2027-03-01', dueOn: '2027-03-01' });
  // 5,000 km in a hundred days: 5,000 more take a hundred.
  const ridden = { ...serviced, kilometres: 5_900, kilometresOn: addDays('2026-03-01', 100) };
  expect(nextService(plan, ridden)?.dueOn).toBe(addDays('2026-03-01', 200));
  expect(nextService(plan, { ...ridden, kilometres: 11_000 })?.dueOn).toBe(ridden.kilometresOn);
  expect(nextService(plan, { ...fresh, startedOn: null })).toBeNull();
  expect(nextService(null, fresh)).toBeNull();
});

const day = fc.integer({ min: 0, max: 4_000 }).map((days) => addDays('2020-01-01', days));
const km = fc.integer({ min: 0, max: 300_000 });
const history = fc.record({
  startedOn: fc.option(day),
  services: fc.integer({ min: 0, max: 40 }),
  servicedOn: fc.option(day),
  servicedKm: fc.option(km),
  kilometres: fc.option(km),
  kilometresOn: fc.option(day),
});
const intervals = fc.array(
  fc.record({ km: fc.integer({ min: 1, max: 50_000 }), months: fc.integer({ min: 1, max: 60 }) }),
  { minLength: 1, maxLength: 5 },
);

test('whatever was written: never due after the calendar says so, and never before the last service', () => {
  fc.assert(
    fc.property(intervals, history, (plan, history) => {
      const next = nextService(plan, history);
      if (!next) return;
      if (next.on !== null) expect(next.dueOn !== null && next.dueOn <= next.on).toBe(true);
      const [from, odometer] = history.services > 0 ? [history.servicedOn, history.servicedKm] : [history.startedOn, 0];
      if (from !== null && next.on !== null) expect(next.on > from).toBe(true);
      if (next.km !== null) expect(next.km).toBeGreaterThan(odometer ?? 0);
    }),
  );
});

test('the more is ridden, the sooner is the next service due', () => {
  fc.assert(
    fc.property(intervals, history, km, fc.integer({ min: 1, max: 5_000 }), (plan, history, kilometres, more) => {
      const next = nextService(plan, { ...history, kilometres });
      const ridden = nextService(plan, { ...history, kilometres: kilometres + more });
      if (next?.dueOn) expect(ridden?.dueOn && ridden.dueOn <= next.dueOn).toBe(true);
    }),
  );
});

test('a month later is in the next month, at most on the same day of it', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 120 }), (day, months) => {
      const later = addMonths(day, months);
      const index = (one: string) => Number(one.slice(0, 4)) * 12 + Number(one.slice(5, 7));
      expect(index(later) - index(day)).toBe(months);
      expect(later.slice(8) <= day.slice(8)).toBe(true);
    }),
  );
});
