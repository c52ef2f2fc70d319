import { useNavigation } from 'react-router';
import { useSlow } from '~/ui/use-slow.ts';
import type { View } from '../product/product-grid.tsx';
import { readListing, type Sort } from './listing.ts';

/** Where the listing is going: whether it takes long enough for skeletons, and the view and order that were just chosen. */
export function usePendingListing(): { slow: boolean; view: View | null; sort: Sort | null } {
  const { location } = useNavigation();
  const pending = location?.pathname.startsWith('/category') ? location.pathname + location.search : null;
  const slow = useSlow(pending);
  if (!pending || !location) return { slow, view: null, sort: null };
  const { view, sort } = readListing(new URLSearchParams(location.search));
  return { slow, view, sort };
}
