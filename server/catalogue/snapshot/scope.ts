import { type Bits, both, counter, size, union } from '../engine/places.ts';
import type { Catalogue } from './catalogue.ts';
import { type Evaluation, evaluate } from './evaluate.ts';
import { notFilters } from './fields.ts';

/** What there is among some products before anything is chosen. */
export type Scope = {
  evaluation: Evaluation;
  /** Of its vehicles, which are all that is financed. Agorot. */
  prices: { min: number; max: number } | null;
  /** For each field and option, how many products have each value; those of variants that are sold out too. */
  occurs: Map<string, Uint32Array>;
  /** Those that occur, in the order in which they are shown; filled when first asked for. */
  inOrder: Map<string, number[]>;
  /** Fields and options that tell the products apart, in the order of the definitions. */
  useful: string[];
};

/** A filter of more values than this is none, nor is one that says nothing of nine products in ten. */
const MOST_VALUES = 40;
const LEAST_SHARE = 0.1;

export function scopeOf(catalogue: Catalogue, members: Bits, kind?: string): Scope {
  const { fields, options, definitions, uuids } = catalogue;
  const named = definitions.map(({ key }) => key);
  const keys = [...new Set([...named, ...options.keys(), ...fields.keys()])].filter((key) => !notFilters.has(key));
  const evaluation = evaluate(catalogue, members, { kind, values: new Map() }, keys);
  const { found, total } = evaluation;
  const count = counter(found);
  const occurs = new Map<string, Uint32Array>();
  const useful: string[] = [];
  for (const key of keys) {
    if (key === 'price' || key === 'monthly_max') useful.push(key);
    const column = fields.get(key) ?? options.get(key);
    if (!column) continue;
    const seen = count(column.places);
    const values = seen.filter((products) => products > 0).length;
    occurs.set(key, seen);
    if (values < 2 || values > MOST_VALUES) continue;
    const having = size(both(found, union(uuids.length, column.places)));
    if (having >= total * LEAST_SHARE) useful.push(key);
  }
  const { prices } = evaluate(catalogue, found, { kind: 'VEHICLE', values: new Map() });
  return { evaluation, prices, occurs, inOrder: new Map(), useful };
}
