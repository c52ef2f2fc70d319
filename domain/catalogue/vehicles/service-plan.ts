import { DAY_MS } from '../../calendar/durations.ts';
import { addDays } from '../../calendar/israel-time.ts';

/** Between two services; what comes first counts, and at least one is given. */
export type ServiceInterval = { km: number | null; months: number | null };

const PART = /^(\d{0,6})\/(\d{0,3})$/;

/**
 * `1000/1|10000/12`: after 1,000 km or a month, then every 10,000 km or twelve months; `/12`: once a year. The last
 * repeats.
 * @returns `null` for any other text
 */
export function parseServicePlan(text: string): ServiceInterval[] | null {
  const intervals = text.split('|').map((part) => {
    const [, km = '', months = ''] = PART.exec(part.trim()) ?? [];
    return { km: Number(km) || null, months: Number(months) || null };
  });
  return intervals.every(({ km, months }) => km !== null || months !== null) ? intervals : null;
}

export type ServiceHistory = {
  /** The day of the handover; `null` where it isn't known. */
  startedOn: string | null;
  services: number;
  servicedOn: string | null;
  servicedKm: number | null;
  kilometres: number | null;
  kilometresOn: string | null;
};

/**
 * `km`: of the odometer; `on`: by the calendar; `dueOn`: the earlier of that and the day on which `km` is reached at
 * the pace so far.
 */
export type NextService = { km: number | null; on: string | null; dueOn: string | null };

export type DueBy = 'km' | 'pace' | 'day';

/** What says that a service is due: the odometer, the pace so far or the calendar; `null` while none does. */
export function dueBy({ km, on, dueOn }: NextService, kilometres: number | null, today: string): DueBy | null {
  if (dueOn === null || dueOn > today) return null;
  if (km !== null && kilometres !== null && kilometres >= km) return 'km';
  return on !== null && on <= today ? 'day' : 'pace';
}

/** `('2026-01-31', 1)` → `2026-02-28` */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 + months, 1));
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(date, last));
  return first.toISOString().slice(0, 10);
}

const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / DAY_MS;

/** A shorter time says little about the owner's mileage, and what is years ahead is no forecast. */
const PACE_DAYS = 14;
const FORECAST_DAYS = 1_000;

/** The day on which the odometer shows `target`, at the pace since the last service or the handover. */
function reachedOn(target: number, from: { day: string | null; km: number }, history: ServiceHistory): string | null {
  const { kilometres, kilometresOn } = history;
  if (kilometres === null || kilometresOn === null) return null;
  if (kilometres >= target) return kilometresOn;
  const days = from.day === null ? 0 : daysBetween(from.day, kilometresOn);
  if (days < PACE_DAYS || kilometres <= from.km) return null;
  const ahead = Math.ceil(((target - kilometres) * days) / (kilometres - from.km));
  return ahead <= FORECAST_DAYS ? addDays(kilometresOn, ahead) : null;
}

/** When a vehicle is next due for service; `null` without a plan, or while nothing is known to count from. */
export function nextService(plan: ServiceInterval[] | null, history: ServiceHistory): NextService | null {
  const interval = plan?.[Math.min(history.services, plan.length - 1)];
  if (!interval) return null;
  const isServiced = history.services > 0;
  const day = isServiced ? history.servicedOn : history.startedOn;
  const odometer = isServiced ? history.servicedKm : history.startedOn === null ? null : 0;
  const on = interval.months !== null && day !== null ? addMonths(day, interval.months) : null;
  const km = interval.km !== null && odometer !== null ? odometer + interval.km : null;
  if (on === null && km === null) return null;
  const reached = km === null ? null : reachedOn(km, { day, km: odometer ?? 0 }, history);
  const days = [on, reached].filter((one) => one !== null).sort();
  return { km, on, dueOn: days[0] ?? null };
}
