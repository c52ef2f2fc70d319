import { useId } from 'react';
import type { Variant } from '#contract/products.ts';
import { classNames } from '~/ui/class-names.ts';
import { Swatch } from '~/ui/swatch.tsx';
import { labelOf } from '../cart/variant-values.tsx';
import { type Option, optionsOf, pick } from './variant-options.ts';

type Props = { variants: Variant[]; current: Variant | null; onPick: (variant: Variant) => void; small?: boolean };

/** Colours as swatches, sizes as tiles: native radio buttons, so that the arrow keys move among them. */
export function VariantPicker({ variants, current, onPick, small = false }: Props) {
  const options = optionsOf(variants, current).filter((option) => option.values.length > 1 || option.values[0]?.value_type !== 'TEXT');
  return options.map((option) => (
    <Choices
      key={option.type}
      option={option}
      chosen={current?.types.find(({ type }) => type === option.type)?.value_name}
      small={small}
      onChoose={(value_name) => {
        const variant = pick(variants, current, { type: option.type, value_name });
        if (variant) onPick(variant);
      }}
    />
  ));
}

type ChoicesProps = { option: Option; chosen?: string; small: boolean; onChoose: (value: string) => void };

function Choices({ option, chosen, small, onChoose }: ChoicesProps) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className={classNames('mb-2', small && 'text-sm')}>
        <span className="text-ink-3">{labelOf(option.type)}: </span>
        <bdi className="font-semibold">{chosen}</bdi>
      </legend>
      <div className="-m-1 flex flex-wrap">
        {option.values.map((value) => (
          <label key={value.value_name} title={value.value_name} className="relative grid min-h-11 min-w-11 place-items-center p-1">
            <input
              type="radio"
              name={name}
              value={value.value_name}
              checked={value.value_name === chosen}
              onChange={() => onChoose(value.value_name)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md opacity-0"
            />
            {value.value_type === 'TEXT' ? (
              <span className={classNames(tile, !value.available && 'text-ink-3 line-through')}>
                <bdi>{value.value_name}</bdi>
              </span>
            ) : (
              <span className={classNames(ring, !value.available && 'opacity-40')}>
                <Swatch color={value} className={small ? 'size-6' : 'size-8'} />
                <span className="sr-only">{value.value_name}</span>
              </span>
            )}
            {!value.available && <span className="sr-only"> (אזל)</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const focus = 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action-ink';
const ring = classNames('grid place-items-center rounded-full p-1 peer-checked:shadow-[inset_0_0_0_2px_var(--ink)]', focus);
const tile = classNames(
  'grid min-h-10 min-w-11 place-items-center rounded-md px-3 text-sm font-medium shadow-[inset_0_0_0_1px_var(--line-strong)]',
  'peer-checked:bg-ink peer-checked:text-ground peer-checked:shadow-none',
  focus,
);
