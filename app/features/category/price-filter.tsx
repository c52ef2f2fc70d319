import type { CSSProperties } from 'react';
import type { CollectionFilter } from '#contract/collections.ts';
import { formatNumber, formatPrice } from '#domain/format.ts';
import { type Change, setNumber } from './change.ts';
import type { Filters } from './listing.ts';
import { NumberField } from './number-field.tsx';
import { stepOf } from './slider-step.ts';

type Props = { filter: CollectionFilter; wanted: Filters; change: Change };

/** Two thumbs and two fields. A thumb at its end asks for nothing. Right to left, the lowest is at the start, on the right. */
export function PriceFilter({ filter, wanted, change }: Props) {
  if (filter.min === null || filter.max === null) return <p className="text-sm text-ink-3">אין כאן מחירים להצגה.</p>;
  const step = stepOf(filter.max - filter.min);
  const least = Math.floor(filter.min / step) * step;
  const most = Math.max(Math.ceil(filter.max / step) * step, least + step);
  const clamp = (value: number) => Math.min(Math.max(value, least), most);
  const low = clamp(Number(wanted.price_min ?? least));
  const high = clamp(Number(wanted.price_max ?? most));
  const share = (value: number) => (value - least) / (most - least);
  const slide = (name: 'price_min' | 'price_max', value: number, end: number) =>
    change(setNumber(wanted, name, value === end ? '' : value), true);
  return (
    <>
      <div
        className="two-thumbs [@media(scripting:none)]:hidden"
        style={{ '--from': share(Math.min(low, high)), '--to': share(Math.max(low, high)) } as CSSProperties}
      >
        <input
          type="range"
          aria-label="מחיר מזערי"
          aria-valuetext={formatPrice(low)}
          {...{ min: least, max: most, step, value: low }}
          onChange={({ currentTarget }) => slide('price_min', Math.min(Number(currentTarget.value), high), least)}
        />
        <input
          type="range"
          aria-label="מחיר מרבי"
          aria-valuetext={formatPrice(high)}
          {...{ min: least, max: most, step, value: high }}
          onChange={({ currentTarget }) => slide('price_max', Math.max(Number(currentTarget.value), low), most)}
        />
      </div>
      <div className="mt-2 grid grid-cols-2 gap-3">
        <NumberField
          label="ממחיר"
          name="price_min"
          value={wanted.price_min ?? ''}
          placeholder={formatNumber(least)}
          onSum={(sum) => change(setNumber(wanted, 'price_min', sum), true)}
        />
        <NumberField
          label="עד מחיר"
          name="price_max"
          value={wanted.price_max ?? ''}
          placeholder={formatNumber(most)}
          onSum={(sum) => change(setNumber(wanted, 'price_max', sum), true)}
        />
      </div>
    </>
  );
}
