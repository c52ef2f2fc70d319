import type { CollectionFilter, FilterValue } from '#contract/collections.ts';
import { joinValues, splitValues } from '#domain/filter-values.ts';
import { formatItems, formatNumber } from '#domain/format.ts';
import { classNames } from '~/ui/class-names.ts';
import { Swatch } from '~/ui/swatch.tsx';
import type { Filters } from './listing.ts';

type Props = { filter: CollectionFilter; wanted: Filters; onToggle: (value: string) => void };

/** Check boxes in the look of buttons or colour samples. What would give nothing is shown, and cannot be chosen. */
export function FilterValues({ filter, wanted, onToggle }: Props) {
  const chosen = splitValues(wanted[filter.key] ?? '');
  const colors = filter.kind === 'COLOR';
  return (
    <ul className={classNames('flex flex-wrap', colors ? '-mx-1.5 gap-y-0.5' : 'gap-2')}>
      {filter.values.map((value) => {
        const checked = chosen.includes(value.value);
        const offered = value.count > 0;
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
                disabled={!offered && !checked}
                onChange={() => onToggle(value.value)}
                aria-label={`${value.name}, ${offered ? formatItems(value.count) : 'אין כרגע'}`}
                className="peer absolute inset-0 z-1 cursor-pointer opacity-0 disabled:cursor-not-allowed"
              />
              {colors ? <ColorFace value={value} /> : <Face value={value} />}
            </label>
          </li>
        );
      })}
    </ul>
  );
}

const focus = 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action-ink';

const Face = ({ value: { name, count } }: { value: FilterValue }) => (
  <span
    className={classNames(
      'flex min-h-11 items-center gap-1.5 rounded-md bg-ground-2 px-3.5 text-sm font-medium transition-colors group-hover/choice:bg-ground-3',
      'peer-checked:bg-ink peer-checked:text-ground peer-disabled:bg-ground-2 peer-disabled:text-ink-3 peer-disabled:line-through',
      focus,
    )}
  >
    <bdi>{name}</bdi>
    {count > 0 && <span className="tabular text-xs">{formatNumber(count)}</span>}
  </span>
);

const ColorFace = ({ value: { name, count, look } }: { value: FilterValue }) => (
  <>
    <span
      className={classNames(
        'relative grid size-9 place-items-center overflow-hidden rounded-full ring-2 ring-transparent transition-shadow group-hover/choice:ring-line-strong peer-checked:ring-ink',
        count === 0 && 'sold-out opacity-60',
        focus,
      )}
    >
      {look && <Swatch color={look} className="size-7.5" />}
    </span>
    <span
      aria-hidden
      className="pointer-events-none absolute bottom-full z-10 rounded-sm bg-ink px-2 py-1 text-xs whitespace-nowrap text-ground opacity-0 transition-opacity group-hover/choice:opacity-100 peer-focus-visible:opacity-100"
    >
      <bdi>{name}</bdi> {count > 0 ? `(${formatNumber(count)})` : '– אין כרגע'}
    </span>
  </>
);
