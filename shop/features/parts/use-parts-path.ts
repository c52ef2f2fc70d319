import { useCallback } from 'react';
import { useSearchParams } from 'react-router';
import { type PartsQuery, sparePartsPath } from './parts-url.ts';

/** Addresses of the spare-parts page that keep the category of parts of this one. */
export function usePartsPath(): (query: PartsQuery) => string {
  const category = useSearchParams()[0].get('category');
  return useCallback((query) => sparePartsPath({ category, ...query }), [category]);
}
