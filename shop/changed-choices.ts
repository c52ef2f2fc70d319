import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** What the shopper has put together of a product on this page, while its address was this one. `extras`: names of what was added to it. */
type Changed = { product: string; choices: string[]; variant: string; extras: string[]; search: string };

let changed: Changed | null = null;
const watchers = new Set<() => void>();

/** The configurator says so; forms and links elsewhere on the page, which hydrate by themselves, go by it. */
export function setChangedChoices(next: Changed | null): void {
  changed = next;
  for (const tell of watchers) tell();
}

function watch(tell: () => void): () => void {
  watchers.add(tell);
  return () => {
    watchers.delete(tell);
  };
}

/** `null` where the address says what the page shows: a configuration that was saved since, or another colour. */
export function useChangedChoices(product: string | undefined): Changed | null {
  const { search } = useLocation();
  const current = useSyncExternalStore(
    watch,
    () => changed,
    () => null,
  );
  return current && current.product === product && current.search === search ? current : null;
}
