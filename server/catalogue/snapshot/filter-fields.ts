import { filterDefinitions } from '#domain/catalogue/filters.ts';

/** How a filter is shown. Stores may name, divide or add to these in `store.json`. */
export type FieldDefinition = {
  key: string;
  name: string;
  unit?: string | undefined;
  /**
   * Upper bounds of ranges, ascending: `[125, 250]` is up to 125, 125–250 and more. Each bound belongs to the lower
   * range.
   */
  ranges?: number[] | undefined;
};

/** The registered filters with the store's names, units and ranges, then those that the store adds. */
export function definitionsOf(storeFields: FieldDefinition[]): FieldDefinition[] {
  const byKey = new Map(storeFields.map((field) => [field.key, field]));
  const added = storeFields.filter(({ key }) => !Object.hasOwn(filterDefinitions, key));
  const registered = Object.entries(filterDefinitions).map(([key, { name, unit, ranges }]) => ({
    key,
    name,
    unit,
    ranges,
    ...byKey.get(key),
  }));
  return [...registered, ...added];
}

const MAX_SINGLE_VALUES = 12;
const MAX_RANGES = 7;

/** Bounds at round figures for a field of more numbers than anyone wants to tick one by one; none for other fields. */
export function automaticRanges(values: string[]): number[] | undefined {
  const numbers = new Set(values.map(Number));
  if (numbers.size <= MAX_SINGLE_VALUES || ![...numbers].every(Number.isFinite)) return undefined;
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  const step = roundStep((most - least) / MAX_RANGES);
  const bounds: number[] = [];
  for (let bound = Math.floor(least / step) * step + step; bound < most; bound += step) bounds.push(bound);
  return bounds;
}

/** The next of 1, 2, 5, 10, 20, … */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5].find((step) => step * power >= least) ?? 10);
}

/** The value's place among the ranges, as it stands in addresses: `-125`, `125-250`, `1000-`. */
export function rangeOf(ranges: number[], number: number): string {
  const at = ranges.findIndex((bound) => number <= bound);
  if (at < 0) return `${ranges.at(-1)}-`;
  return `${at === 0 ? '' : ranges[at - 1]}-${ranges[at]}`;
}

/** `עד 125`, `מעל 125 עד 250`, `מעל 1,000`: a bound belongs to one range alone, and values need not be whole. */
export function rangeName(range: string, format: (value: number) => string): string {
  const [low = '', high = ''] = range.split('-');
  if (low === '') return `עד ${format(Number(high))}`;
  if (high === '') return `מעל ${format(Number(low))}`;
  return `מעל ${format(Number(low))} עד ${format(Number(high))}`;
}
