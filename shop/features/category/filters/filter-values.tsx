import type { FilterValue } from '#contract/catalogue/collections.ts';
import { joinValues, splitValues } from '#domain/catalogue/filters.ts';
import { formatNumber, formatProducts } from '#domain/text/format.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { Swatch } from '#ui/swatch.tsx';
import { type ControlProps, toggled } from './change.ts';

/** Check boxes in the look of buttons or colour samples. What would give nothing is shown, and cannot be chosen. */
export function FilterValues({ filter, selection, kind, change }: ControlProps) {
  const chosenValues = splitValues(selection[filter.key] ?? '');
  const colors = filter.kind === 'COLOR';
  return (
    <ul className={classNames('flex flex-wrap', colors ? '-mx-1.5 gap-y-0.5' : 'gap-2')}>
      {filter.values.map((value) => {
        const checked = chosenValues.includes(value.value);
        const isOffered = value.count > 0;
        return (
          <li key={value.value}>
            <label
              className={classNames('group/choice relative', colors ? 'grid size-12 place-items-center' : 'block')}
            >
              <input
                type="checkbox"
                name={filter.key}
                value={joinValues([value.value])}
                checked={checked}
                disabled={!isOffered && !checked}
                onChange={() => change(toggled(selection, filter.key, value.value))}
                aria-label={`${value.name}, ${isOffered ? formatProducts(value.count, kind) : 'אין כרגע'}`}
                className="peer choice-input"
              />
              {colors ? <ColorFace value={value} /> : <Face value={value} />}
            </label>
          </li>
        );
      })}
    </ul>
  );
}

// Looks that a page repeats for every value have a name in `filters.css`: in the HTML they would be most of the form.
const Face = ({ value: { name, count } }: { value: FilterValue }) => (
  <span className="choice-face">
    <bdi>{name}</bdi>
    {count > 0 && <span className="tabular text-xs font-normal">({formatNumber(count)})</span>}
  </span>
);

const ColorFace = ({ value: { name, count, look } }: { value: FilterValue }) => (
  <>
    <span className={classNames('choice-color', count === 0 && 'sold-out opacity-60')}>
      {look && <Swatch color={look} className="size-7.5" />}
    </span>
    <span aria-hidden className="choice-hint">
      <bdi>{name}</bdi> {count > 0 ? `(${formatNumber(count)})` : '– אין כרגע'}
    </span>
  </>
);
