import { formatExactPrice } from '../text/format.ts';

// The filters of the catalogue, each declared here: URLs, the API's query, the key of a cached page, counts, form and
// chips follow (docs/architecture.md, "Adding a filter"). The browser reads the first tables only; `filterDefinitions`
// stay on the server.

/** Filters as a URL says them, by parameter: `color` → `אדום,שחור`, `price_max` → `50000`. */
export type Filters = Record<string, string>;

/**
 * A number in a URL. `of`: the filter that it belongs to; beside a parameter of that name it means nothing without it.
 */
export type NumberParameter = { of: string; min?: number; max: number; integer?: true };

/** Parameters of filters by numbers: shekels, percent, payments. */
export const numberParameters = {
  price_min: { of: 'price', max: 1e9 },
  price_max: { of: 'price', max: 1e9 },
  /** Shekels a month under the store's plans; those that offer this down payment and so many payments, if named. */
  monthly_max: { of: 'monthly_max', max: 1e7 },
  down_percent: { of: 'monthly_max', max: 100 },
  months: { of: 'monthly_max', min: 1, max: 1_000, integer: true },
} as const satisfies Record<string, NumberParameter>;

/**
 * Filters by values: the parameter has the filter's name, and holds one value or several, of which a product has one.
 */
export const valueFilters = ['brand', 'color', 'size', 'licence_class', 'year'] as const;

/** Filters by values that an operator makes: of a product's meta values, and of its variants' options. */
const ownFilter = /^(meta\.[a-z][a-z0-9_]{0,60}|option\.[^\p{Cc}]{1,60})$/u;

export type NumberParameterName = keyof typeof numberParameters;
export type NumberFilter = (typeof numberParameters)[NumberParameterName]['of'];
export type ValueFilter = (typeof valueFilters)[number];

export const numberParameter = (name: string): NumberParameter | undefined =>
  Object.hasOwn(numberParameters, name) ? numberParameters[name as NumberParameterName] : undefined;

export const isValueFilter = (name: string): boolean =>
  valueFilters.includes(name as ValueFilter) || ownFilter.test(name);

/**
 * The filter that an operator names: `price`, `color`, `option.<type>`; a meta value's key may stand without `meta.`.
 */
export const filterNamed = (name: string): string =>
  Object.values(numberParameters).some(({ of }) => of === name) || isValueFilter(name) ? name : `meta.${name}`;

export const isFilterParameter = (name: string): boolean => numberParameter(name) !== undefined || isValueFilter(name);

/** The parameters that say one filter. */
export const parametersOf = (filter: string): string[] =>
  isValueFilter(filter)
    ? [filter]
    : Object.entries(numberParameters).flatMap(([name, { of }]) => (of === filter ? [name] : []));

/** Each value is a chip with a link that holds all the others, so that they cost by the square. */
const MAX_VALUES = 24;
/** Characters of one filter's values. */
export const LONGEST_VALUES = 1_000;

/**
 * The filters of a URL, leniently: what makes no sense in a shared or damaged link is left out, and a number out of
 * bounds is the bound. Whatever is left, the API takes too.
 */
export function readFilters(params: URLSearchParams): Filters {
  const filters: Filters = {};
  let room = MAX_VALUES;
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

/** Ways to draw a filter; `filter-form.tsx` has a component for each. */
export const filterKinds = ['PRICE', 'MONTHLY', 'COLOR', 'VALUES'] as const;

/** Value filters that read an option of the variants, with the option's type. The others read the product itself. */
export const optionTypes = { color: 'COLOR', size: 'SIZE' } as const satisfies Partial<Record<ValueFilter, string>>;
export type ProductColumn = Exclude<ValueFilter, keyof typeof optionTypes>;

type FilterDefinition = {
  kind: (typeof filterKinds)[number];
  name: string;
  unit?: string;
  /**
   * Upper bounds of ranges, ascending: `[125, 250]` is up to 125, 125–250 and more. Each bound belongs to the lower
   * range.
   */
  ranges?: number[];
  /** These values come first, in this order; the others follow by their numbers, then by the alphabet. */
  sortOrder?: readonly string[];
  /** What a value is called, where that is not the value itself. */
  labels?: Readonly<Record<string, string>>;
  /** Years: the latest first, and without a separator of thousands. */
  isYear?: true;
  /** What the chip of a filter by numbers says. */
  chip?: (filters: Filters) => string;
};

const isolated = (text: string): string => `\u2066${text}\u2069`;
const shekels = (value = ''): string => formatExactPrice(Number(value));

/** How each filter is shown, in the order in which a category offers them that says nothing of its own. */
export const filterDefinitions: Readonly<
  Record<NumberFilter, FilterDefinition & { kind: 'PRICE' | 'MONTHLY'; chip: (filters: Filters) => string }> &
    Record<ValueFilter | `meta.${string}`, FilterDefinition>
> = {
  price: {
    kind: 'PRICE',
    name: 'מחיר',
    chip: ({ price_min: min, price_max: max }) => {
      if (min && min === max) return isolated(shekels(min));
      if (min && max) return isolated(`${shekels(min)}–${shekels(max)}`);
      return min ? `מ־${isolated(shekels(min))}` : `עד ${isolated(shekels(max))}`;
    },
  },
  monthly_max: {
    kind: 'MONTHLY',
    name: 'תשלום חודשי',
    chip: ({ monthly_max }) => `עד ${isolated(shekels(monthly_max))} לחודש`,
  },
  brand: { kind: 'VALUES', name: 'מותג' },
  'meta.use': { kind: 'VALUES', name: 'ייעוד' },
  'meta.type': { kind: 'VALUES', name: 'סוג' },
  'meta.system': { kind: 'VALUES', name: 'מערכת' },
  licence_class: {
    kind: 'VALUES',
    name: 'דרגת רישיון',
    sortOrder: ['none', '1', 'A2', 'A1', 'A', 'B'],
    labels: { none: 'ללא רישיון' },
  },
  'meta.engine_cc': { kind: 'VALUES', name: 'נפח מנוע', unit: 'סמ״ק', ranges: [125, 250, 500, 1000] },
  'meta.power_hp': { kind: 'VALUES', name: 'הספק', unit: 'כ״ס', ranges: [15, 47, 95, 150] },
  'meta.fuel': { kind: 'VALUES', name: 'הנעה' },
  color: { kind: 'COLOR', name: 'צבע' },
  size: { kind: 'VALUES', name: 'מידה', sortOrder: ['XXS', 'XS', 'S', 'M', 'L', 'XL', 'XXL', '2XL', '3XL', '4XL'] },
  'meta.seats': { kind: 'VALUES', name: 'מושבים' },
  'meta.material': { kind: 'VALUES', name: 'חומר' },
  year: { kind: 'VALUES', name: 'שנת דגם', isYear: true },
};

/** Values that are a name of one product each, which would never bring two together. */
export const notFilters: ReadonlySet<string> = new Set(['meta.part_number']);

/** An operator's own filter is called by its key, unless the store names it. */
export const filterDefinition = (filter: string): FilterDefinition =>
  Object.hasOwn(filterDefinitions, filter)
    ? filterDefinitions[filter as ValueFilter]
    : { kind: 'VALUES', name: filter.replace(/^(meta|option)\./, '') };
