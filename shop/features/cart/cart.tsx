import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { RootData } from '~/root.tsx';
import { withLine } from './basket.ts';
import { setStore } from './basket-store.ts';
import { KEYS } from './cart-storage.ts';
import { cart } from './cart-store.ts';
import { useBasket } from './use-basket.ts';

/** Loads the cart at page mount and keeps the tabs of a store in step. */
export function CartProvider({ children }: { children: ReactNode }) {
  // Not on a page that has failed.
  const uuid = useRouteLoaderData<RootData>('root')?.store.uuid;
  useEffect(() => setStore(uuid), [uuid]);
  useEffect(() => {
    cart.load();
    const onStorage = (event: StorageEvent) => {
      if (event.key === null || event.key === KEYS.items || event.key === KEYS.summary) cart.load();
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  return children;
}

let drawerOpen = false;
const drawerListeners = new Set<() => void>();

function setOpen(open: boolean): void {
  drawerOpen = open;
  for (const listener of drawerListeners) listener();
}

function subscribeToDrawer(listener: () => void): () => void {
  drawerListeners.add(listener);
  return () => drawerListeners.delete(listener);
}

/**
 * No context: when the value of one changes, React throws away what the server has sent of every part below that is not
 * hydrated yet.
 */
export function useCartDrawer() {
  const open = useSyncExternalStore(
    subscribeToDrawer,
    () => drawerOpen,
    () => false,
  );
  return { open, setOpen };
}

export function useCart() {
  const { items, change, ...basket } = useBasket(cart);
  return {
    ...basket,
    items,
    change,
    count: items.reduce((sum, item) => sum + item.quantity, 0),
    add: (id: string, quantity = 1, configuration?: string | null) =>
      change(({ lines }) => ({ lines: withLine(lines, { id, quantity, configuration }) }), id),
  };
}
