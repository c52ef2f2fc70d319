import type { CSSProperties } from 'react';
import type { CollectionFilter } from '#contract/collections.ts';
import { formatDate, formatNumber, formatPrice } from '#domain/format.ts';
import { type Change, digits, setNumber } from './change.ts';
import type { Filters } from './listing.ts';
import { NumberField } from './number-field.tsx';

type Props = { filter: CollectionFilter; wanted: Filters; change: Change };

const STEP = 50;
const select =
  'mt-1 h-11 w-full rounded-md border border-line-strong bg-ground px-2 pe-8 text-base text-ink hover:border-ink-2';

/** Down payment and number of payments once, then the most that a month may cost; with the words that the law asks for. */
export function MonthlyFilter({ filter: { monthly, min, max }, wanted, change }: Props) {
  if (!monthly || min === null || max === null) return null;
  const least = Math.floor(min / STEP) * STEP;
  const most = Math.max(Math.ceil(max / STEP) * STEP, least + STEP);
  const value = Math.min(Math.max(Number(wanted.monthly_max ?? most), least), most);
  const down = Number(wanted.down_percent ?? monthly.down_percent);
  const months = Number(wanted.months ?? monthly.months);
  const downs = tens(monthly.down_min, monthly.down_max, down);
  /** Terms alone change nothing in the list: they are kept with a sum. */
  const set = (name: string, text: string, soon: boolean) => {
    const terms = setNumber(setNumber(wanted, 'down_percent', down), 'months', months);
    change(setNumber({ ...terms, monthly_max: wanted.monthly_max ?? String(most) }, name, text), soon);
  };
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <label className="block text-xs text-ink-3">
          מקדמה
          <select
            name="down_percent"
            className={select}
            value={down}
            onChange={(event) => set('down_percent', event.currentTarget.value, false)}
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
            onChange={(event) => set('months', event.currentTarget.value, false)}
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
          onChange={({ currentTarget }) => set('monthly_max', currentTarget.value, true)}
        />
      </div>
      <NumberField
        label="עד תשלום חודשי של"
        name="monthly_max"
        value={wanted.monthly_max ?? ''}
        placeholder={formatNumber(most)}
        onChange={(text) => (digits(text) ? set('monthly_max', digits(text), true) : change(clear(wanted), true))}
      />
      <p className="mt-3 text-xs text-ink-3">
        המימון: {monthly.lender}, ריבית {monthly.rate_kind} <bdi>{monthly.rate}%</bdi>, נכון ל־
        <bdi>{formatDate(monthly.rates_date)}</bdi>. {monthly.warning}
      </p>
    </>
  );
}

const clear = (filters: Filters): Filters =>
  ['monthly_max', 'down_percent', 'months'].reduce((left, name) => setNumber(left, name, ''), filters);

/** 20, 30, 40 … within the lender's limits, and what is chosen. */
function tens(min: number, max: number, chosen: number): number[] {
  const all = new Set([min, max, chosen]);
  for (let percent = Math.ceil(min / 10) * 10; percent < max; percent += 10) all.add(percent);
  return [...all].sort((a, b) => a - b);
}
