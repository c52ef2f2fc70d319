export type PartsQuery = {
  make?: string | null;
  model?: string | null;
  year?: number | null;
  number?: string | null;
  page?: number;
};

const withQuery = (path: string, values: Record<string, string | number | null | undefined>): string => {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) if (value) params.set(name, String(value));
  return params.size > 0 ? `${path}?${params}` : path;
};

/** A model implies its make, so a vehicle's URL doesn't repeat it. */
export const sparePartsPath = ({ make, model, year, number, page = 1 }: PartsQuery = {}): string =>
  withQuery('/spare-parts', { make: model ? null : make, model, year, number, page: page > 1 ? page : null });

export const assemblyPath = (
  slug: string,
  { model, year, callout }: { model?: string | null; year?: number | null; callout?: number | null } = {},
): string => withQuery(`/spare-parts/${encodeURIComponent(slug)}`, { model, year, callout });

const text = (value: string | null, limit: number): string => (value ?? '').replaceAll('\0', '').trim().slice(0, limit);

const whole = (value: string | null): number | null => (value && /^\d{1,9}$/.test(value) ? Number(value) : null);

/** Lenient: invalid values of a shared or damaged link are ignored. */
export const readPartsQuery = (params: URLSearchParams) => ({
  make: text(params.get('make'), 60),
  model: text(params.get('model'), 120).toLowerCase(),
  year: whole(params.get('year')),
  number: text(params.get('number'), 64),
  page: Math.min(100_000, Math.max(1, whole(params.get('page')) ?? 1)),
  callout: whole(params.get('callout')),
});
