import type { Catalogue, Field, Option } from './catalogue.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { notFilters } from './fields.ts';

/** What there is among some products before anything is chosen. */
export type Scope = {
  evaluation: Evaluation;
  /** Of its vehicles, which are all that is financed. Agorot. */
  prices: { min: number; max: number } | null;
  /** For each field and option, which values occur at all; those of variants that are sold out too. */
  occurs: Map<string, Uint8Array>;
  /** Fields and options that tell the products apart, in the order of the definitions. */
  useful: string[];
};

/** A filter of more values than this is none, nor is one that says nothing of nine products in ten. */
const MOST_VALUES = 40;
const LEAST_SHARE = 0.1;

export function scopeOf(catalogue: Catalogue, members: Uint32Array, kind?: string): Scope {
  const { fields, options, definitions } = catalogue;
  const named = definitions.map(({ key }) => key);
  const keys = [...new Set([...named, ...options.keys(), ...fields.keys()])].filter((key) => !notFilters.has(key));
  const evaluation = evaluate(catalogue, members, { kind, values: new Map() }, keys);
  const places = members.filter((product) => evaluation.found[product]);
  const occurs = new Map<string, Uint8Array>();
  const useful: string[] = [];
  for (const key of keys) {
    if (key === 'price' || key === 'monthly_max') useful.push(key);
    const column = fields.get(key) ?? options.get(key);
    if (!column) continue;
    const { seen, having } = look(column, 'start' in column ? column.start : catalogue.variantStart, places);
    const values = seen.reduce((sum, one) => sum + one, 0);
    occurs.set(key, seen);
    if (values >= 2 && values <= MOST_VALUES && having >= places.length * LEAST_SHARE) useful.push(key);
  }
  const { prices } = evaluate(catalogue, places, { kind: 'VEHICLE', values: new Map() });
  return { evaluation, prices, occurs, useful };
}

/** Which values the products have, and how many of them have one. */
function look({ values, of }: Field | Option, start: Uint32Array, places: Uint32Array) {
  const seen = new Uint8Array(values.length);
  let having = 0;
  for (const product of places) {
    const ids = of.subarray(start[product], start[product + 1]).filter((id) => id >= 0);
    for (const id of ids) seen[id] = 1;
    if (ids.length > 0) having++;
  }
  return { seen, having };
}
