import type { CollectionFilter, FilterValue, MonthlyTerms } from '#contract/catalogue/collections.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatNumber } from '#domain/text/format.ts';
import { type Catalogue, optionType } from '../snapshot/catalogue.ts';
import type { Evaluation } from '../snapshot/evaluate.ts';
import { type FieldDefinition, rangeName } from '../snapshot/fields.ts';
import type { Scope } from '../snapshot/scope.ts';

export type About = {
  catalogue: Catalogue;
  scope: Scope;
  evaluation: Evaluation;
  /** The filters to be offered, in order. */
  keys: string[];
  selected: Map<string, string[]>;
  brandNames: Map<string, string>;
  monthly: { terms: MonthlyTerms; least: number; most: number } | null;
};

/** The filters as they are shown, with values and counts. */
export const offerFilters = (about: About): CollectionFilter[] =>
  about.keys.flatMap((key) => toFilter(about, key) ?? []);

function toFilter(about: About, key: string): CollectionFilter | null {
  const { catalogue, evaluation } = about;
  const definition = catalogue.definitions.find((field) => field.key === key) ?? {
    key,
    name: key.replace(/^(meta|option)\./, ''),
  };
  const filter = {
    key,
    name: definition.name,
    unit: definition.unit ?? '',
    values: [],
    min: null,
    max: null,
    monthly: null,
  };
  if (key === 'price') {
    const { prices } = evaluation;
    return { ...filter, kind: 'PRICE', min: prices && toShekels(prices.min), max: prices && toShekels(prices.max) };
  }
  if (key === 'monthly_max') {
    if (!about.monthly) return null;
    const { terms, least, most } = about.monthly;
    return { ...filter, kind: 'MONTHLY', min: toShekels(least), max: toShekels(most), monthly: terms };
  }
  const values = valuesOf(about, definition);
  if (values.length === 0) return null;
  return { ...filter, kind: key === 'color' ? 'COLOR' : 'VALUES', values };
}

function valuesOf({ catalogue, scope, evaluation, selected, brandNames }: About, { key }: FieldDefinition) {
  const occurs = scope.occurs.get(key);
  const source = catalogue.fields.get(key) ?? catalogue.options.get(key);
  if (!occurs || !source) return [];
  const counts = evaluation.counts.get(key);
  const chosen = new Set(selected.get(key));
  const ids = scope.inOrder.get(key) ?? inOrder(key, source.values, occurs, [...brandNames.keys()]);
  scope.inOrder.set(key, ids);
  return ids.map((id): FilterValue => {
    const value = source.values[id] as string;
    const look = catalogue.looks.get(`${optionType(key)}:${value}`);
    return {
      value,
      name: nameOf(key, value, source.ranged === true, brandNames),
      count: counts?.[id] ?? 0,
      selected: chosen.has(value),
      look: key === 'color' && look ? { value: look.value, value_type: look.value_type } : null,
    };
  });
}

/** The values that occur, by their numbers, as they are shown: sorted once for all requests. */
function inOrder(key: string, values: string[], occurs: Uint32Array, brands: string[]): number[] {
  const ids = values.flatMap((_, id) => (occurs[id] ? id : []));
  return ids.sort((a, b) => compare(key, values[a] as string, values[b] as string, brands));
}

function nameOf(key: string, value: string, ranged: boolean, brandNames: Map<string, string>): string {
  if (key === 'brand') return brandNames.get(value) ?? value;
  if (key === 'licence_class' && value === 'none') return 'ללא רישיון';
  return ranged ? rangeName(value, key === 'year' ? String : formatNumber) : value;
}

const sizes = ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', '3XL', '4XL'];
const licences = ['none', '1', 'A2', 'A1', 'A', 'B'];
// lint-allow intl: it compares and formats nothing
const hebrew = new Intl.Collator('he', { numeric: true });

const firstNumber = (value: string): number => Number(/\d+/.exec(value)?.[0] ?? 0);

function compare(key: string, a: string, b: string, brands: string[]): number {
  if (key === 'year') return firstNumber(b) - firstNumber(a) || a.localeCompare(b);
  const order = key === 'brand' ? brands : key === 'licence_class' ? licences : key === 'size' ? sizes : [];
  const place = (value: string): number => (order.includes(value) ? order.indexOf(value) : order.length);
  return place(a) - place(b) || (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0) || hebrew.compare(a, b);
}
