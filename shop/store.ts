import { useRouteLoaderData } from 'react-router';
import type { RootData } from './root.tsx';

/** The store and its layout, as the root route loaded them; usable on every page of a store. */
export function useStore(): RootData {
  const data = useRouteLoaderData<RootData>('root');
  if (!data) throw new Error('useStore outside a store’s page');
  return data;
}
