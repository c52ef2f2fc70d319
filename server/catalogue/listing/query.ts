import type { ProductsFilter } from '#contract/catalogue/products.ts';
import { joinValues, splitValues } from '#domain/catalogue/filters.ts';
import type { RequestContext } from '../../context.ts';
import { refuse } from '../../platform/errors.ts';
import { getCatalogue } from '../snapshot/catalogue.ts';

const named = ['brand', 'color', 'size', 'licence_class', 'year'] as const;
const own = /^(meta\.[a-z][a-z0-9_]{0,60}|option\.[^\p{Cc}]{1,60})$/u;
const LONGEST = 1_000;

/** The values asked for, by filter. @throws BAD_REQUEST when an operator's own filter has no text for a value */
export function valuesOf(filter: ProductsFilter): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const key of [...named, ...Object.keys(filter).filter((name) => own.test(name))]) {
    const given = filter[key];
    if (given === undefined) continue;
    const texts = Array.isArray(given) ? given : [given];
    if (!texts.every((text) => typeof text === 'string' && text.length <= LONGEST)) {
      throw refuse('BAD_REQUEST', { fields: [{ path: key, message: 'הערך אינו תקין' }] });
    }
    const list = splitValues((texts as string[]).join(','));
    if (list.length > 0) values.set(key, list);
  }
  return values;
}

export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);

type Asked = { search: string; filters: Record<string, string> };

const numeric = new Set(['price_min', 'price_max', 'monthly_max', 'down_percent', 'months']);

/** A page's address as the query that calls take. */
export function toQuery({ search, filters }: Asked, collection: string | undefined): ProductsFilter {
  const entries = Object.entries(filters).map(([key, text]) => [key, numeric.has(key) ? Number(text) : text]);
  return { collection, search: search || undefined, ...Object.fromEntries(entries) };
}

/** For pages, which are lenient: values that no product of the store has are as if they were not there. */
export async function knownFilters(
  ctx: RequestContext,
  filters: Record<string, string>,
): Promise<Record<string, string>> {
  const { fields, options } = await getCatalogue(ctx);
  const known = Object.entries(filters).flatMap(([key, text]) => {
    if (numeric.has(key)) return [[key, text]];
    const ids = (fields.get(key) ?? options.get(key))?.ids;
    const values = splitValues(text).filter((value) => ids?.has(value));
    return values.length > 0 ? [[key, joinValues(values)]] : [];
  });
  return Object.fromEntries(known);
}
