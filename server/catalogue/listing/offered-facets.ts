import type { CollectionFilter, FilterValue, MonthlyTerms } from '#contract/catalogue/collections.ts';
import { filterDefinition } from '#domain/catalogue/filters.ts';
import { toShekels } from '#domain/money/money.ts';
import { formatNumber } from '#domain/text/format.ts';
import type { FacetScope, FilterResult } from '../engine/filter.ts';
import { type Catalogue, optionType } from '../snapshot/catalogue.ts';
import { type FieldDefinition, rangeName } from '../snapshot/filter-fields.ts';

export type About = {
  catalogue: Catalogue;
  scope: FacetScope;
  result: FilterResult;
  /** The filters to be offered, in order. */
  keys: string[];
  selected: Map<string, string[]>;
  brandNames: Map<string, string>;
  monthly: { terms: MonthlyTerms; least: number; most: number } | null;
};

/** The filters as they are shown, with values and counts. */
export const facetsOf = (about: About): CollectionFilter[] => about.keys.flatMap((key) => toFilter(about, key) ?? []);

function toFilter(about: About, key: string): CollectionFilter | null {
  const { catalogue, result } = about;
  const { kind, name } = filterDefinition(key);
  const definition: FieldDefinition = catalogue.definitions.find((field) => field.key === key) ?? { key, name };
  const filter = {
    key,
    kind,
    name: definition.name,
    unit: definition.unit ?? '',
    values: [],
    min: null,
    max: null,
    monthly: null,
  };
  if (kind === 'PRICE') {
    const { priceRange: prices } = result;
    return { ...filter, min: prices && toShekels(prices.min), max: prices && toShekels(prices.max) };
  }
  if (kind === 'MONTHLY') {
    if (!about.monthly) return null;
    const { terms, least, most } = about.monthly;
    return { ...filter, min: toShekels(least), max: toShekels(most), monthly: terms };
  }
  const values = valuesOf(about, definition);
  if (values.length === 0) return null;
  return { ...filter, values };
}

function valuesOf({ catalogue, scope, result, selected, brandNames }: About, { key }: FieldDefinition) {
  const scopeCounts = scope.counts.get(key);
  const source = catalogue.fields.get(key) ?? catalogue.options.get(key);
  if (!scopeCounts || !source) return [];
  const counts = result.facetCounts.get(key);
  const chosenValues = new Set(selected.get(key));
  const ids = scope.displayOrder.get(key) ?? inOrder(key, source.values, scopeCounts, [...brandNames.keys()]);
  scope.displayOrder.set(key, ids);
  // One that is chosen is always offered, so that it can be taken back, also where nothing here has it.
  const chosenIds = [...chosenValues].flatMap((value) => source.ids.get(value) ?? []);
  return [...new Set([...ids, ...chosenIds])].map((id): FilterValue => {
    const value = source.values[id] as string;
    const swatch = catalogue.swatches.get(`${optionType(key)}:${value}`);
    return {
      value,
      name: nameOf(key, value, source.isRanged === true, brandNames),
      count: counts?.[id] ?? 0,
      selected: chosenValues.has(value),
      look:
        filterDefinition(key).kind === 'COLOR' && swatch
          ? { value: swatch.value, value_type: swatch.value_type }
          : null,
    };
  });
}

/** The values that occur, by their numbers, as they are shown: sorted once for all requests. */
function inOrder(key: string, values: string[], scopeCounts: Uint32Array, brands: string[]): number[] {
  const ids = values.flatMap((_, id) => (scopeCounts[id] ? id : []));
  return ids.sort((a, b) => compare(key, values[a] as string, values[b] as string, brands));
}

function nameOf(key: string, value: string, ranged: boolean, brandNames: Map<string, string>): string {
  if (key === 'brand') return brandNames.get(value) ?? value;
  const { labels, isYear } = filterDefinition(key);
  if (labels && Object.hasOwn(labels, value)) return labels[value] as string;
  return ranged ? rangeName(value, isYear ? String : formatNumber) : value;
}

// lint-allow intl: it compares and formats nothing
const hebrew = new Intl.Collator('he', { numeric: true });

/** Where a year or a range of them begins: `-2000` has no beginning. */
const firstYear = (value: string): number => (value.startsWith('-') ? 0 : Number.parseInt(value, 10) || 0);

function compare(key: string, a: string, b: string, brands: string[]): number {
  const { sortOrder = key === 'brand' ? brands : [], isYear } = filterDefinition(key);
  if (isYear) return firstYear(b) - firstYear(a) || a.localeCompare(b);
  const position = (value: string): number => (sortOrder.includes(value) ? sortOrder.indexOf(value) : sortOrder.length);
  return position(a) - position(b) || (Number.parseFloat(a) || 0) - (Number.parseFloat(b) || 0) || hebrew.compare(a, b);
}
