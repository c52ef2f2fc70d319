import type { CSSProperties } from 'react';
import { formatNumber, formatPrice } from '#domain/text/format.ts';
import { type ControlProps, setNumber } from './change.ts';
import { SumFilterField } from './sum-filter-field.tsx';

/**
 * Two thumbs and two fields. A thumb at its end asks for nothing. Right to left, the lowest is at the start, on the
 * right. Where all cost the same, no thumb has a way to go.
 */
export function PriceFilter({ filter, selection, change }: ControlProps) {
  const { min, max } = filter;
  const hasRange = min !== null && max !== null;
  if (!hasRange && !selection.price_min && !selection.price_max)
    return <p className="text-sm text-ink-3">אין כאן מחירים להצגה.</p>;
  const hasWay = hasRange && min < max;
  const step = hasWay ? stepOf(max - min) : 1;
  const least = hasWay ? Math.floor(min / step) * step : (min ?? 0);
  const most = hasWay ? Math.ceil(max / step) * step : (max ?? 0);
  const clamp = (value: number) => Math.min(Math.max(value, least), most);
  const low = clamp(Number(selection.price_min ?? least));
  const high = clamp(Number(selection.price_max ?? most));
  const share = (value: number) => (value - least) / (most - least);
  const slide = (name: 'price_min' | 'price_max', value: number, end: number) =>
    change(setNumber(selection, name, value === end ? '' : value), true);
  return (
    <>
      {hasWay && (
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
      )}
      <div className="mt-2 grid grid-cols-2 gap-3">
        <SumFilterField
          label="מחיר מ־"
          name="price_min"
          value={selection.price_min ?? ''}
          placeholder={hasRange ? formatNumber(least) : ''}
          onSum={(sum) => change(setNumber(selection, 'price_min', sum), true)}
        />
        <SumFilterField
          label="מחיר עד"
          name="price_max"
          value={selection.price_max ?? ''}
          placeholder={hasRange ? formatNumber(most) : ''}
          onSum={(sum) => change(setNumber(selection, 'price_max', sum), true)}
        />
      </div>
    </>
  );
}

/** A round step of which some eighty make up the whole way. */
function stepOf(width: number): number {
  const raw = Math.max(width / 80, 1);
  const power = 10 ** Math.floor(Math.log10(raw));
  return ([1, 2, 5, 10].find((factor) => factor * power >= raw) ?? 10) * power;
}
