export type PartsQuery = {
  make?: string | null;
  model?: string | null;
  year?: number | null;
  /** Of the shopper's vehicle. */
  chassis?: string | null;
  number?: string | null;
  /** Slug of a category of parts, to which those of a vehicle are narrowed. */
  category?: string | null;
  page?: number;
};

const withQuery = (path: string, values: Record<string, string | number | null | undefined>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, String(value));
  return params.size > 0 ? `${path}?${params}` : path;
};

/** A model implies its make, so a vehicle's URL doesn't repeat it. */
export const sparePartsPath = ({ make, model, year, chassis, number, category, page = 1 }: PartsQuery = {}): string =>
  withQuery('/spare-parts', {
    ...{ make: model ? null : make, model, year, chassis, number, category },
    page: page > 1 ? page : null,
  });

export const assemblyPath = (
  slug: string,
  {
    model,
    year,
    chassis,
    callout,
  }: Omit<PartsQuery, 'make' | 'number' | 'category' | 'page'> & { callout?: number | null } = {},
): string => withQuery(`/spare-parts/${encodeURIComponent(slug)}`, { model, year, chassis, callout });

/** The same page with the vehicle's present slug, where the link names a former one. */
export function presentPath(url: URL, path: string, model: string): string {
  const query = new URLSearchParams(url.searchParams);
  query.set('model', model);
  return `${path}?${query}`;
}

/** The contact form with what is asked about in its message. */
export const partsQuestionPath = (about: string): string => withQuery('/contact', { type: 'sale', about });

const text = (value: string | null, limit: number): string => (value ?? '').replaceAll('\0', '').trim().slice(0, limit);

const wholeNumber = (value: string | null): number | null => (value && /^\d{1,9}$/.test(value) ? Number(value) : null);

/** Years that a garage takes. */
function modelYear(value: string | null): number | null {
  const year = wholeNumber(value);
  return year && year >= 1950 && year <= 2100 ? year : null;
}

/** Lenient: invalid values of a shared or damaged link are ignored. */
export const readPartsQuery = (params: URLSearchParams) => ({
  make: text(params.get('make'), 60),
  model: text(params.get('model'), 120).toLowerCase(),
  year: modelYear(params.get('year')),
  chassis: text(params.get('chassis'), 40),
  number: text(params.get('number'), 64),
  category: text(params.get('category'), 120),
  page: Math.min(100_000, Math.max(1, wholeNumber(params.get('page')) ?? 1)),
  callout: wholeNumber(params.get('callout')),
});
