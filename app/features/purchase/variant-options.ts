import type { Variant, VariantValue } from '#contract/products.ts';

export type Option = { type: string; values: (VariantValue & { available: boolean })[] };

const valueOf = (variant: Variant, type: string): string | undefined => variant.types.find((value) => value.type === type)?.value_name;

/** Colours, sizes and the like of which a variant is made, each value once; `available` beside the other values of `current`. */
export function optionsOf(variants: Variant[], current: Variant | null): Option[] {
  const types = [...new Set(variants.flatMap((variant) => variant.types.map(({ type }) => type)))];
  return types.map((type) => {
    const values = new Map<string, VariantValue>();
    for (const variant of variants) {
      const value = variant.types.find((candidate) => candidate.type === type);
      if (value && !values.has(value.value_name)) values.set(value.value_name, value);
    }
    return { type, values: [...values.values()].map((value) => ({ ...value, available: pick(variants, current, value)?.available ?? false })) };
  });
}

/** The variant with this value that differs least from the current one; one that can be bought if there is any. */
export function pick(variants: Variant[], current: Variant | null, { type, value_name }: Pick<VariantValue, 'type' | 'value_name'>): Variant | null {
  const likeness = (variant: Variant) =>
    (variant.available ? 0.5 : 0) + variant.types.filter((value) => current && valueOf(current, value.type) === value.value_name).length;
  const candidates = variants.filter((variant) => valueOf(variant, type) === value_name);
  return candidates.toSorted((a, b) => likeness(b) - likeness(a))[0] ?? null;
}
