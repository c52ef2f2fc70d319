import { type CSSProperties, useState } from 'react';
import type { MonthlyTerms } from '#contract/catalogue/collections.ts';
import type { Filters } from '#domain/catalogue/filters.ts';
import { loansWords } from '#domain/money/finance-figures.ts';
import { formatNumber, formatPrice } from '#domain/text/format.ts';
import { type ControlProps, withFilters } from './change.ts';
import { SumFilterField } from './sum-filter-field.tsx';

const STEP = 50;
const NO_LIMIT = { monthly_max: '', down_percent: '', months: '' };
const select =
  'mt-1 h-11 w-full rounded-md border border-line-strong bg-ground px-3 pe-8 text-base text-ink hover:border-ink-2';

/**
 * Down payment and number of payments once, then the most that a month may cost; with the words that the law asks for.
 */
export function MonthlyFilter({ filter: { monthly, min, max }, selection, change }: ControlProps) {
  /** Terms alone change nothing in the list: they wait here for a sum. */
  const [waiting, setWaiting] = useState<Filters>({});
  if (!monthly || min === null || max === null) return null;
  const sum = selection.monthly_max;
  const least = Math.floor(min / STEP) * STEP;
  const most = Math.max(Math.ceil(max / STEP) * STEP, least + STEP);
  const value = Math.min(Math.max(Number(sum ?? most), least), most);
  /** `''`: what each plan's lowest payment takes. */
  const { down_percent = '', months = '' } = sum ? selection : waiting;
  const terms = { down_percent, months };
  function setTerm(term: Filters) {
    if (sum) change(withFilters(selection, term));
    else setWaiting({ ...terms, ...term });
  }
  /** `''`: no limit, which leaves the terms for the next one. */
  function setSum(sum: string) {
    setWaiting(sum ? {} : terms);
    change(withFilters(selection, sum ? { ...terms, monthly_max: sum } : NO_LIMIT), true);
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <label className="block text-xs text-ink-3">
          מקדמה
          <select
            name="down_percent"
            className={select}
            value={down_percent}
            onChange={(event) => setTerm({ down_percent: event.currentTarget.value })}
          >
            <option value="">הנמוכה ביותר</option>
            {downsOf(monthly.limits, terms).map((percent) => (
              <option key={percent} value={percent}>
                {percent}%
              </option>
            ))}
          </select>
        </label>
        <label className="block text-xs text-ink-3">
          מספר תשלומים
          <select
            name="months"
            className={select}
            value={months}
            onChange={(event) => setTerm({ months: event.currentTarget.value })}
          >
            <option value="">הגבוה ביותר</option>
            {monthsOf(monthly.limits, terms).map((number) => (
              <option key={number} value={number}>
                {number}
              </option>
            ))}
          </select>
        </label>
      </div>
      <div
        className="two-thumbs mt-3 [@media(scripting:none)]:hidden"
        style={{ '--from': 0, '--to': (value - least) / (most - least) } as CSSProperties}
      >
        <input
          type="range"
          aria-label="תשלום חודשי מרבי"
          aria-valuetext={`${formatPrice(value)} לחודש`}
          {...{ min: least, max: most, step: STEP, value }}
          onChange={({ currentTarget }) => setSum(Number(currentTarget.value) === most ? '' : currentTarget.value)}
        />
      </div>
      <SumFilterField
        label="תשלום חודשי עד"
        name="monthly_max"
        value={sum ?? ''}
        placeholder={formatNumber(most)}
        onSum={setSum}
      />
      <p className="mt-3 text-xs text-ink-3">
        המימון: {loansWords(monthly.loans)}. {monthly.warning}.
      </p>
    </>
  );
}

type Limits = MonthlyTerms['limits'];
type Terms = { down_percent: string; months: string };

/** 20, 30, 40 … within the limits of the plans that offer so many payments, and what is chosen. */
function downsOf(limits: Limits, { down_percent, months }: Terms): number[] {
  const offering = limits.filter(({ months_offered }) => !months || months_offered.includes(Number(months)));
  const all = offering.flatMap(({ down_min: min, down_max: max }) => {
    const first = Math.ceil(min / 10) * 10;
    const tens = Array.from({ length: Math.max(0, Math.floor((max - first) / 10) + 1) }, (_, at) => first + 10 * at);
    return [min, ...tens, max];
  });
  return ascending(down_percent, all);
}

/** Of the plans that take such a down payment, and what is chosen. */
function monthsOf(limits: Limits, { down_percent, months }: Terms): number[] {
  const down = Number(down_percent);
  const offering = limits.filter(({ down_min, down_max }) => !down_percent || (down >= down_min && down <= down_max));
  return ascending(
    months,
    offering.flatMap(({ months_offered }) => months_offered),
  );
}

const ascending = (chosen: string, all: number[]): number[] =>
  [...new Set([...all, ...(chosen ? [Number(chosen)] : [])])].sort((a, b) => a - b);
