import { useMemo } from 'react';
import { useLocation, useNavigation } from 'react-router';
import { useSlow } from '#ui/hooks/use-slow.ts';
import { type Listing, readListing } from './listing.ts';

/**
 * What was asked for last: the list that is shown, or the one on its way. Whatever is chosen next builds on it, so that
 * nothing chosen meanwhile is lost. `slow`: it takes long enough for skeletons.
 */
export function useLatestListing(shown: Listing): { slow: boolean; latest: Listing } {
  const { location } = useNavigation();
  const { pathname } = useLocation();
  const slow = useSlow(location?.pathname.startsWith('/category') ? location.pathname + location.search : null);
  const latest = useMemo(
    () => (location?.pathname === pathname ? readListing(new URLSearchParams(location.search)) : shown),
    [location, pathname, shown],
  );
  return { slow, latest };
}
