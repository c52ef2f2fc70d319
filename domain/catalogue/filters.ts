// The filters of the catalogue. URLs, the API's query, the key of a cached page and what a chip takes out follow from these
// tables.

/** Filters as a URL says them, by parameter: `color` → `אדום,שחור`, `price_max` → `50000`. */
export type Filters = Record<string, string>;

/** A number in a URL. `of`: the filter that it belongs to; beside a parameter of that name it means nothing without it. */
export type NumberParameter = { of: string; min?: number; max: number; integer?: true };

/** Parameters of filters by numbers: shekels, percent, payments. */
export const numberParameters = {
  price_min: { of: 'price', max: 1e9 },
  price_max: { of: 'price', max: 1e9 },
  /** Shekels a month under the store's loan, with this part of the price paid down and so many payments. */
  monthly_max: { of: 'monthly_max', max: 1e7 },
  down_percent: { of: 'monthly_max', max: 100 },
  months: { of: 'monthly_max', min: 1, max: 1_000, integer: true },
} as const satisfies Record<string, NumberParameter>;

/** Filters by values: the parameter has the filter's name, and holds one value or several, of which a product has one. */
export const valueFilters = ['brand', 'color', 'size', 'licence_class', 'year'] as const;

/** Filters by values that an operator makes: of a product's meta values, and of its variants' options. */
const ownFilter = /^(meta\.[a-z][a-z0-9_]{0,60}|option\.[^\p{Cc}]{1,60})$/u;

export type NumberParameterName = keyof typeof numberParameters;
export type ValueFilter = (typeof valueFilters)[number];

export const numberParameter = (name: string): NumberParameter | undefined =>
  Object.hasOwn(numberParameters, name) ? numberParameters[name as NumberParameterName] : undefined;

export const isValueFilter = (name: string): boolean =>
  valueFilters.includes(name as ValueFilter) || ownFilter.test(name);

/** The filter that an operator names: `price`, `color`, `option.<type>`; a meta value's key may stand without `meta.`. */
export const filterNamed = (name: string): string =>
  Object.values(numberParameters).some(({ of }) => of === name) || isValueFilter(name) ? name : `meta.${name}`;

export const isFilterParameter = (name: string): boolean => numberParameter(name) !== undefined || isValueFilter(name);

/** The parameters that say one filter. */
export const parametersOf = (filter: string): string[] =>
  isValueFilter(filter)
    ? [filter]
    : Object.entries(numberParameters).flatMap(([name, { of }]) => (of === filter ? [name] : []));

/** Each value is a chip with a link that holds all the others, so that they cost by the square. */
const MOST_VALUES = 24;
/** Characters of one filter's values. */
export const LONGEST_VALUES = 1_000;

/**
 * The filters of a URL, leniently: what makes no sense in a shared or damaged link is left out, and a number out of bounds is
 * the bound. Whatever is left, the API takes too.
 */
export function readFilters(params: URLSearchParams): Filters {
  const filters: Filters = {};
  let room = MOST_VALUES;
  for (const name of new Set(params.keys())) {
    if (room === 0) break;
    const number = numberParameter(name);
    const text = readText(params, name).slice(0, LONGEST_VALUES);
    const values = isValueFilter(name) ? splitValues(text) : [];
    const value = number ? readNumber(text, number) : values.length > room ? joinValues(values.slice(0, room)) : text;
    if (number ? value : values.length > 0) filters[name] = value;
    room = Math.max(room - values.length, 0);
  }
  for (const name of Object.keys(filters)) {
    const { of } = numberParameter(name) ?? {};
    if (of && numberParameter(of) && !filters[of]) delete filters[name];
  }
  return filters;
}

/** One parameter of a URL; named several times, it holds all of its values. */
export const readText = (params: URLSearchParams, name: string): string =>
  params.getAll(name).join(',').replaceAll('\0', '').trim();

/** `''` for what is no number. */
function readNumber(text: string, { min = 0, max, integer }: NumberParameter): string {
  if (!/^\d{1,9}(\.\d{1,2})?$/.test(text) || (integer && text.includes('.'))) return '';
  return String(Math.min(Math.max(Number(text), min), max));
}

/** Several values of one filter in a URL: `color=אדום,שחור`. A comma inside a value is escaped as `%2C`. */
export const joinValues = (values: string[]): string =>
  values.map((value) => value.replaceAll('%', '%25').replaceAll(',', '%2C')).join(',');

export const splitValues = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((value) => value.replaceAll('%2C', ',').replaceAll('%25', '%').trim())
      .filter(Boolean),
  ),
];
