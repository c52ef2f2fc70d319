import type { VariantValue } from '#contract/catalogue/products.ts';
import { optionName } from '#domain/catalogue/variants.ts';
import { Swatch } from '#ui/swatch.tsx';

/** What sets a line's variant apart: a sample and name of its colour, its size, and the like. */
export function VariantValues({ types }: { types: VariantValue[] }) {
  if (types.length === 0) return null;
  return (
    <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
      {types.map((type) => (
        <li key={type.type} className="inline-flex items-center gap-1.5">
          {type.value_type === 'TEXT' ? (
            <span className="text-ink-3">{optionName(type.type)}</span>
          ) : (
            <Swatch color={type} className="size-4" />
          )}
          <bdi>{type.value_name}</bdi>
        </li>
      ))}
    </ul>
  );
}
