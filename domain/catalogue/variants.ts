type Value = { type: string; value_name: string; value: string; value_type: string };
type Variant = { id: string; sku: string; available: boolean; types: Value[] };

type VariantOption = Value & { sku: string; available: boolean; chosen: boolean };
export type OptionGroup = { type: string; options: VariantOption[] };

const variantValue = (variant: Variant, type: string): Value | undefined =>
  variant.types.find((value) => value.type === type);

/** The variant of a link (`?variant={sku}`), else the first that can be ordered, else the first. */
export function chooseVariant<V extends Variant>(variants: V[], sku: string | null): V | undefined {
  return (
    variants.find((variant) => variant.sku === sku) ?? variants.find((variant) => variant.available) ?? variants[0]
  );
}

/**
 * The sizes of a variant's colour that can be ordered. Where there are several, the shopper chooses: who buys in a
 * hurry would get the first one.
 */
export const sizesOnSale = <V extends Variant>(variants: V[], { types }: Variant): V[] =>
  variants.filter(
    (variant) =>
      variant.available &&
      variantValue(variant, 'SIZE') &&
      types.every(({ type, value_name }) => type === 'SIZE' || variantValue(variant, type)?.value_name === value_name),
  );

/**
 * Options by type in the product's order. Each leads to the variant that has it and shares the most with the current
 * choice, preferring one that can be ordered. A value of the first type (a colour) is sold out when none of its
 * variants is left; other values when the variant they lead to is, so that a size never changes unrequested. Of what is
 * made to order nothing is sold out.
 */
export function optionGroups(variants: Variant[], chosen: Variant, isMadeToOrder = false): OptionGroup[] {
  const types = [...new Set(variants.flatMap((variant) => variant.types.map((value) => value.type)))];
  return types.map((type, place) => {
    const values = new Map(
      variants.flatMap((variant) =>
        variant.types.filter((value) => value.type === type).map((value) => [value.value_name, value]),
      ),
    );
    const options = [...values.values()].map((value) => {
      const having = variants.filter((variant) => variantValue(variant, type)?.value_name === value.value_name);
      const leadsTo = closest(having, chosen);
      return {
        ...value,
        sku: leadsTo.sku,
        available: isMadeToOrder || (place === 0 ? having.some(({ available }) => available) : leadsTo.available),
        chosen: variantValue(chosen, type)?.value_name === value.value_name,
      };
    });
    return { type, options };
  });
}

function closest(candidates: Variant[], chosen: Variant): Variant {
  const score = (variant: Variant) =>
    chosen.types.filter((value) => variantValue(variant, value.type)?.value_name === value.value_name).length * 2 +
    (variant.available ? 1 : 0);
  return candidates.reduce((best, candidate) => (score(candidate) > score(best) ? candidate : best));
}

const names: Record<string, string> = { COLOR: 'צבע', SIZE: 'מידה' };

/** Shoppers' name of an option type; operators' own types already have Hebrew names. */
export const optionName = (type: string): string => names[type] ?? type;
