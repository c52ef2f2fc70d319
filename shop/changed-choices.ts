import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { createListeners } from '#ui/hooks/listeners.ts';

/**
 * What the shopper has put together of a product on this page, while its address named these choices. `extras`: names
 * of what was added to it.
 */
type Changed = { product: string; choices: string[]; variant: string; extras: string[]; search: string };

let changed: Changed | null = null;
const { notify, subscribe } = createListeners();

export const changedChoices = (): Changed | null => changed;

/** The configurator says so; forms and links elsewhere on the page, which hydrate by themselves, go by it. */
export function setChangedChoices(next: Changed | null): void {
  changed = next;
  notify();
}

/** The choices that an address names. Financing that is kept there meanwhile is none of them. */
export function chosenBy(search: string): string {
  const query = new URLSearchParams(search);
  return ['variant', 'choose', 'config'].map((key) => query.get(key)).join();
}

/** `null` where the address says what the page shows: a configuration that was saved since, or another colour. */
export function useChangedChoices(product: string | undefined): Changed | null {
  const { search } = useLocation();
  const current = useSyncExternalStore(subscribe, changedChoices, () => null);
  return current && current.product === product && chosenBy(current.search) === chosenBy(search) ? current : null;
}
