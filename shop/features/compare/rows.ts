import type { Product } from '#contract/catalogue/products.ts';
import { formatExactPrice } from '#domain/text/format.ts';

type CompareRow = { name: string; values: (string | null)[]; differs: boolean };
export type CompareGroup = { name: string; rows: CompareRow[] };

type Line = { group: string; name: string; value: string };

/** Specifications of all products row by row, in the first product's sequence. `null`: not specified. */
export function compareGroups(products: Product[]): CompareGroup[] {
  const groups = new Map<string, Map<string, (string | null)[]>>();
  products.forEach((product, column) => {
    for (const { group, name, value } of linesOf(product)) {
      const rows = groups.get(group) ?? new Map<string, (string | null)[]>();
      groups.set(group, rows);
      const values = rows.get(name) ?? products.map(() => null);
      rows.set(name, values);
      values[column] = values[column] ? `${values[column]}, ${value}` : value;
    }
  });
  return [...groups].map(([name, rows]) => ({
    name,
    rows: [...rows].map(([row, values]) => ({ name: row, values, differs: new Set(values).size > 1 })),
  }));
}

export const onlyDifferences = (groups: CompareGroup[]): CompareGroup[] =>
  groups
    .map((group) => ({ ...group, rows: group.rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0);

const licence: Record<string, string> = { none: 'לא נדרש' };

function linesOf(product: Product): Line[] {
  const main: [string, string | null | undefined][] = [
    ['שנת דגם', product.year?.toString()],
    ['דרגת רישיון', product.licence_class && (licence[product.licence_class] ?? product.licence_class)],
    ['צבעים', colors(product)],
    ['אחריות', product.warranty],
    ['דמי שריון', deposit(product)],
    ['דרגת זיהום אוויר', product.pollution_group?.toString()],
    ['רמת אבזור בטיחותי', product.safety_level?.toString()],
  ];
  return [
    ...main.flatMap(([name, value]) => (value ? [{ group: 'בקצרה', name, value }] : [])),
    ...product.specifications.flatMap((group) =>
      group.values.map(({ name, value, unit }) => ({
        group: group.name,
        name,
        value: unit ? `${value} ${unit}` : value,
      })),
    ),
    ...product.safety_systems.map(({ name, standard }) => ({
      group: 'מערכות בטיחות',
      name,
      value: standard ? 'כלול' : 'בתוספת תשלום',
    })),
  ];
}

/** As cards have it: never more than the price, and none of what can't be ordered. */
function deposit({ deposit, price, variants }: Product): string | null {
  if (deposit === null || price === null || !variants.some(({ available }) => available)) return null;
  return formatExactPrice(Math.min(deposit, price));
}

/** By name, in the sequence of names: equal counts aren't equal colours. */
const colors = ({ variant_colors }: Product): string =>
  [...new Set(variant_colors.map(({ value_name }) => value_name))].sort().join(', ');
