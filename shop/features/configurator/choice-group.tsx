import { Check, Info } from 'lucide-react';
import { type ChangeEvent, type InputHTMLAttributes, useId } from 'react';
import type { Configurator, ConfiguratorChoice } from '#contract/catalogue/configurator.ts';
import { isolateRuns, prose } from '#domain/text/format.ts';
import { Difference } from '#ui/difference.tsx';
import { classNames } from '#ui/hooks/class-names.ts';
import { Fold } from '#ui/narrow/fold.tsx';
import { Picture } from '#ui/picture.tsx';
import { Swatch } from '#ui/swatch.tsx';

type Props = {
  group: Configurator['groups'][number];
  chosen: string[];
  hint: (key: string) => string | null;
  soldOut: (choice: ConfiguratorChoice) => boolean;
  onPick: (choice: ConfiguratorChoice, on: boolean) => void;
};

/** One step: colours as swatches, all else as rows with name, price and conflicts. Native radios and checkboxes. */
export function ChoiceGroup({ group, chosen, hint, soldOut, onPick }: Props) {
  const name = useId();
  const colors = group.choices.every(({ color }) => color !== null);
  const current = group.choices.filter(({ key }) => chosen.includes(key));
  const type = group.multiple ? 'checkbox' : 'radio';
  return (
    <fieldset className="min-w-0">
      <legend className="mb-3 flex w-full flex-wrap items-baseline gap-x-3 max-lg:sr-only">
        <span className="text-xl font-bold">{group.name}</span>
        <span className="text-sm text-ink-2">{group.multiple ? 'אפשר לבחור כמה' : colors && current[0]?.name}</span>
      </legend>
      <Fold
        until="lg"
        className="max-lg:border-b max-lg:border-line"
        title={
          <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 py-2">
            <span className="text-lg font-bold">{group.name}</span>
            <span className="text-sm font-normal text-ink-2">
              {current.length > 0
                ? isolateRuns(current.map(({ name: chosenName }) => chosenName).join(', '))
                : 'לא נבחר'}
            </span>
          </span>
        }
      >
        <div
          className={colors ? 'flex flex-wrap gap-x-2' : 'swipe-row lg:grid lg:gap-2'}
          data-pictured={group.choices.some(({ image }) => image) || undefined}
        >
          {group.choices.map((choice) => {
            const input = {
              type,
              name: group.multiple ? undefined : name,
              value: choice.key,
              checked: chosen.includes(choice.key),
              onChange: (event: ChangeEvent<HTMLInputElement>) => onPick(choice, event.target.checked),
            };
            const out = soldOut(choice);
            return colors ? (
              <ColorOption key={choice.key} choice={choice} soldOut={out} input={input} />
            ) : (
              <RowOption
                key={choice.key}
                choice={choice}
                soldOut={out}
                multiple={group.multiple}
                hint={chosen.includes(choice.key) ? null : hint(choice.key)}
                input={input}
              />
            );
          })}
        </div>
      </Fold>
    </fieldset>
  );
}

/** The transparent input covers its whole label. */
const over = 'peer absolute inset-0 size-full cursor-pointer appearance-none rounded-[inherit] opacity-0';
const focus = 'peer-focus-visible:outline-3 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-action-ink';
type OptionProps = { choice: ConfiguratorChoice; soldOut: boolean; input: InputHTMLAttributes<HTMLInputElement> };

function ColorOption({ choice, soldOut, input }: OptionProps) {
  return (
    <label title={choice.name} className="relative flex w-18 flex-col items-center gap-1 rounded-md py-1 text-center">
      <input {...input} className={over} />
      <span
        className={classNames(
          'relative grid size-14 place-items-center rounded-full transition-shadow peer-checked:shadow-[inset_0_0_0_2px_var(--ink)]',
          focus,
        )}
      >
        {choice.color && <Swatch color={choice.color} className="size-11" />}
        {soldOut && (
          <span
            aria-hidden
            className="absolute inset-x-1 top-1/2 h-0.5 -rotate-45 rounded bg-ink shadow-[0_0_0_1.5px_white]"
          />
        )}
      </span>
      <span className="text-xs leading-tight text-ink-2 peer-checked:font-semibold peer-checked:text-ink">
        {choice.name}
      </span>
      {choice.price !== 0 && <Difference value={choice.price} className="text-xs" />}
      {soldOut && <span className="text-xs text-ink-3">אזל</span>}
    </label>
  );
}

function RowOption({
  choice,
  soldOut,
  input,
  hint,
  multiple,
}: OptionProps & { hint: string | null; multiple: boolean }) {
  return (
    <label className="swipe-card relative flex max-xs:grid max-xs:grid-cols-[auto_minmax(0,1fr)] max-xs:gap-y-1 min-h-16 xs:in-data-pictured:min-h-23 items-center gap-3 rounded-lg bg-ground-2 px-4 py-3 transition-colors hover:bg-ground-3 has-checked:bg-ground has-checked:shadow-[inset_0_0_0_2px_var(--ink)]">
      <input {...input} className={over} />
      <span
        aria-hidden
        className={classNames(
          'grid size-6 shrink-0 place-items-center bg-ground text-ground shadow-[inset_0_0_0_1.5px_var(--line-strong)] peer-checked:bg-ink peer-checked:shadow-none',
          multiple ? 'rounded-sm' : 'rounded-full',
          focus,
        )}
      >
        <Check className="size-4" strokeWidth={3} />
      </span>
      <span className="grid min-w-0 grow gap-0.5">
        <span className="font-semibold">{isolateRuns(choice.name)}</span>
        {choice.text && <span className="text-sm text-ink-2">{prose(choice.text)}</span>}
        {hint && (
          <span className="flex items-start gap-1.5 text-sm text-ink-3">
            <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
            {prose(hint)}
          </span>
        )}
        {soldOut && <span className="text-sm text-ink-3">אזל מהמלאי כרגע</span>}
      </span>
      {choice.image && (
        <Picture
          image={choice.image}
          alt=""
          sizes="88px"
          className="hidden aspect-4/3 w-22 shrink-0 object-contain xs:block"
        />
      )}
      <span className="min-w-16 shrink-0 text-end max-xs:col-start-2 max-xs:text-start">
        <Difference value={choice.price} className="text-sm font-semibold" />
      </span>
    </label>
  );
}
