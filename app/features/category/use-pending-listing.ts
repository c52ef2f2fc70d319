import { useEffect, useState } from 'react';
import { useNavigation } from 'react-router';
import type { View } from '../product/product-grid.tsx';
import { readListing, type Sort } from './listing.ts';

/** A wait shorter than this is not shown (storefront.md §9). */
const PATIENCE = 200;

/** Where the listing is going: whether it takes long enough for skeletons, and the view and order that were just chosen. */
export function usePendingListing(): { slow: boolean; view: View | null; sort: Sort | null } {
  const { location } = useNavigation();
  const pending = location?.pathname.startsWith('/category') ? location.pathname + location.search : null;
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (pending === null) return;
    const timer = setTimeout(() => setSlow(true), PATIENCE);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [pending]);
  if (!pending || !location) return { slow, view: null, sort: null };
  const { view, sort } = readListing(new URLSearchParams(location.search));
  return { slow, view, sort };
}
