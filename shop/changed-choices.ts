import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';

/** What the shopper has put together of a product on this page, while its address named these choices. `extras`: names of what was added to it. */
type Changed = { product: string; choices: string[]; variant: string; extras: string[]; search: string };

export let changed: Changed | null = null;
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

/** The choices that an address names. Financing that is kept there meanwhile is none of them. */
export function chosenBy(search: string): string {
  const query = new URLSearchParams(search);
  return ['variant', 'choose', 'config'].map((key) => query.get(key)).join();
}

/** `null` where the address says what the page shows: a configuration that was saved since, or another colour. */
export function useChangedChoices(product: string | undefined): Changed | null {
  const { search } = useLocation();
  const current = useSyncExternalStore(
    watch,
    () => changed,
    () => null,
  );
  return current && current.product === product && chosenBy(current.search) === chosenBy(search) ? current : null;
}
