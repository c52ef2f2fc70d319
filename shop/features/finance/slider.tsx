import type { CSSProperties } from 'react';

type Props = {
  label: string;
  /** Its values, in sequence. */
  stops: number[];
  value: number;
  text: (stop: number) => string;
  onValue: (stop: number) => void;
};

/** A native range over a list of stops: right to left like the page, with arrows, Home and End. */
export function Slider({ label, stops, value, text, onValue }: Props) {
  const last = stops.length - 1;
  const index = nearestIndex(stops, value);
  const fill = last === 0 ? 100 : (100 * index) / last;
  return (
    <div className="grid noscript:hidden">
      <input
        type="range"
        className="slider"
        style={{ '--fill': `${fill}%` } as CSSProperties}
        aria-label={label}
        aria-valuetext={text(value)}
        min={0}
        max={last}
        value={index}
        disabled={last === 0}
        onChange={(event) => onValue(stops[Number(event.target.value)] ?? value)}
      />
      <div aria-hidden className="tabular flex justify-between text-xs text-ink-3">
        <span>{text(stops[0] ?? value)}</span>
        {last > 0 && <span>{text(stops[last] ?? value)}</span>}
      </div>
    </div>
  );
}

const nearestIndex = (stops: number[], value: number): number =>
  stops.reduce((best, stop, i) => (Math.abs(stop - value) < Math.abs((stops[best] ?? stop) - value) ? i : best), 0);

/** Both ends and the round sums between them. */
export function roundStops({ min, max }: { min: number; max: number }, step: number): number[] {
  const first = Math.floor(min / step) + 1;
  const count = Math.max(0, Math.ceil(max / step) - first);
  const between = Array.from({ length: count }, (_, i) => (first + i) * step);
  return min === max ? [min] : [min, ...between, max];
}
