import { type CSSProperties, useState } from 'react';
import type { Filters } from '#domain/catalogue/filters.ts';
import { formatDate, formatNumber, formatPrice } from '#domain/text/format.ts';
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
  const { down_percent = monthly.down_percent, months = monthly.months } = sum ? selection : waiting;
  const terms = { down_percent: String(down_percent), months: String(months) };
  const downs = tens(monthly.down_min, monthly.down_max, Number(down_percent));
  function setTerm(term: Filters) {
    if (sum) change({ ...selection, ...terms, ...term });
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
            {downs.map((percent) => (
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
            {monthly.months_offered.map((number) => (
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
        המימון: {monthly.lender}, ריבית {monthly.rate_kind} <bdi>{monthly.rate}%</bdi>, נכון ל־
        <bdi>{formatDate(monthly.rates_date)}</bdi>. {monthly.warning}.
      </p>
    </>
  );
}

/** 20, 30, 40 … within the lender's limits, and what is chosen. */
function tens(min: number, max: number, chosen: number): number[] {
  const all = new Set([min, max, chosen]);
  for (let percent = Math.ceil(min / 10) * 10; percent < max; percent += 10) all.add(percent);
  return [...all].sort((a, b) => a - b);
}
