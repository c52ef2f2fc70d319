import { useId } from 'react';
import type { Variant } from '#contract/catalogue/products.ts';
import { type OptionGroup, optionGroups, optionName } from '#domain/catalogue/variants.ts';
import { classNames } from '#ui/hooks/class-names.ts';
import { SoldOutMark, Swatch } from '#ui/swatch.tsx';

type Props = { variants: Variant[]; current: Variant; onPick: (variant: Variant) => void; small?: boolean };

/** Colours as swatches, sizes as tiles: native radio buttons, so that the arrow keys move among them. */
export function VariantRadios({ variants, current, onPick, small = false }: Props) {
  return optionGroups(variants, current).map((group) => (
    <Choices
      key={group.type}
      group={group}
      small={small}
      onChoose={(sku) => {
        const variant = variants.find((candidate) => candidate.sku === sku);
        if (variant) onPick(variant);
      }}
    />
  ));
}

function Choices({ group, small, onChoose }: { group: OptionGroup; small: boolean; onChoose: (sku: string) => void }) {
  const name = useId();
  return (
    <fieldset className="grid gap-2">
      <legend className={small ? 'mb-1 text-sm' : 'mb-2'}>
        <span className="text-ink-3">{optionName(group.type)}: </span>
        <bdi className="font-semibold">{group.options.find((option) => option.chosen)?.value_name}</bdi>
      </legend>
      <div className="-m-1 flex flex-wrap">
        {group.options.map((option) => (
          <label
            key={option.value_name}
            title={option.value_name}
            className="relative grid min-h-11 min-w-11 place-items-center p-1"
          >
            <input
              type="radio"
              name={name}
              value={option.value_name}
              checked={option.chosen}
              onChange={() => onChoose(option.sku)}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none opacity-0"
            />
            {option.value_type === 'TEXT' ? (
              <span
                className={classNames(
                  tile,
                  option.value_name.length > 3 ? 'min-w-10 px-3' : 'min-w-9 px-1',
                  !option.available && 'border border-dashed border-ink-3 text-ink-3 shadow-none',
                )}
              >
                <bdi>{option.value_name}</bdi>
              </span>
            ) : (
              <span className={classNames(ring, 'relative')}>
                <Swatch color={option} className={small ? 'size-6' : 'size-8'} />
                {!option.available && <SoldOutMark />}
                <span className="sr-only">{option.value_name}</span>
              </span>
            )}
            {!option.available && <span className="sr-only"> (אזל)</span>}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const focus = 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action-ink';
const ring = classNames(
  'grid place-items-center rounded-full p-1 peer-checked:shadow-[inset_0_0_0_2px_var(--ink)]',
  focus,
);
const tile = classNames(
  'grid min-h-10 place-items-center rounded-md text-sm font-medium shadow-[inset_0_0_0_1px_var(--line-strong)]',
  'peer-checked:bg-ink peer-checked:text-ground peer-checked:shadow-none',
  focus,
);
