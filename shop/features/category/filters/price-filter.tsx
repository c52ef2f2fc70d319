import type { CSSProperties } from 'react';
import { formatNumber, formatPrice } from '#domain/text/format.ts';
import { type ControlProps, setNumber } from './change.ts';
import { NumberField } from './number-field.tsx';

/** Two thumbs and two fields. A thumb at its end asks for nothing. Right to left, the lowest is at the start, on the right. */
export function PriceFilter({ filter, wanted, change }: ControlProps) {
  const { min, max } = filter;
  const known = min !== null && max !== null;
  if (!known && !wanted.price_min && !wanted.price_max)
    return <p className="text-sm text-ink-3">אין כאן מחירים להצגה.</p>;
  const step = known ? stepOf(max - min) : 1;
  const least = known ? Math.floor(min / step) * step : 0;
  const most = known ? Math.max(Math.ceil(max / step) * step, least + step) : 0;
  const clamp = (value: number) => Math.min(Math.max(value, least), most);
  const low = clamp(Number(wanted.price_min ?? least));
  const high = clamp(Number(wanted.price_max ?? most));
  const share = (value: number) => (value - least) / (most - least);
  const slide = (name: 'price_min' | 'price_max', value: number, end: number) =>
    change(setNumber(wanted, name, value === end ? '' : value), true);
  return (
    <>
      {known && (
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
        <NumberField
          label="מחיר מ־"
          name="price_min"
          value={wanted.price_min ?? ''}
          placeholder={known ? formatNumber(least) : ''}
          onSum={(sum) => change(setNumber(wanted, 'price_min', sum), true)}
        />
        <NumberField
          label="מחיר עד"
          name="price_max"
          value={wanted.price_max ?? ''}
          placeholder={known ? formatNumber(most) : ''}
          onSum={(sum) => change(setNumber(wanted, 'price_max', sum), true)}
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
