import type { LineChoice } from '#contract/catalogue/configurator.ts';
import type { VariantValue } from '#contract/catalogue/products.ts';
import { basePrice } from '#domain/money/money.ts';
import { isolateRuns } from '#domain/text/format.ts';
import { Difference } from '#ui/difference.tsx';
import { Price } from '#ui/price.tsx';
import { Swatch } from '#ui/swatch.tsx';
import { VariantValues } from './variant-values.tsx';

type Props = {
  types: VariantValue[];
  choices: LineChoice[];
  /** Of one piece, with all that was chosen; `null`: not to be had any more. Shekels. */
  price: number | null;
};

/** What a line is: the values of its variant, and for a configured vehicle the parts that add up to its price. */
export function LineParts({ types, choices, price }: Props) {
  if (choices.length === 0) return <VariantValues types={types} />;
  const sampleOf = (name: string) =>
    types.find(({ value_name, value_type }) => value_name === name && value_type !== 'TEXT');
  return (
    <>
      <VariantValues types={types.filter(({ value_name }) => !choices.some(({ name }) => name === value_name))} />
      <ul aria-label="ההרכבה" className="grid gap-1 text-sm text-ink-2">
        {price !== null && (
          <li className="flex justify-between gap-3">
            <span className="text-ink-3">מחיר הבסיס</span>
            <Price value={basePrice(price, choices)} className="text-ink-3" />
          </li>
        )}
        {choices.map(({ group, name, price: difference }) => {
          const sample = sampleOf(name);
          return (
            <li key={`${group}/${name}`} className="flex justify-between gap-3">
              <span className="min-w-0">
                {!name.startsWith(group) && <span className="text-ink-3">{group}: </span>}
                {sample && <Swatch color={sample} className="me-1 inline-block size-3.5 align-[-0.125em]" />}
                {isolateRuns(name)}
              </span>
              <Difference value={difference} className="shrink-0 text-ink-3" />
            </li>
          );
        })}
      </ul>
    </>
  );
}
