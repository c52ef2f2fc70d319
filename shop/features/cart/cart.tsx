import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { createListeners } from '#ui/hooks/listeners.ts';
import type { RootData } from '~/root.tsx';
import { onStored } from '../../browser-storage.ts';
import { type Line, withLine } from './basket.ts';
import { setStore } from './basket-store.ts';
import { cart } from './cart-store.ts';
import { useBasket } from './use-basket.ts';

/** Loads the cart at page mount and keeps the tabs of a store in step, also with a page that Back shows as it was left. */
export function CartProvider({ children }: { children: ReactNode }) {
  // Not on a page that has failed.
  const uuid = useRouteLoaderData<RootData>('root')?.store.uuid;
  useEffect(() => setStore(uuid), [uuid]);
  useEffect(() => {
    cart.load();
    // Whatever the key: it has several, and while the first one is told, the others may still be the former ones.
    return onStored(cart.load);
  }, []);
  return children;
}

let drawerOpen = false;
const drawer = createListeners();

function setOpen(open: boolean): void {
  drawerOpen = open;
  drawer.notify();
}

/**
 * No context: when the value of one changes, React throws away what the server has sent of every part below that is not
 * hydrated yet.
 */
export function useCartDrawer() {
  const open = useSyncExternalStore(
    drawer.subscribe,
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
    add: (line: Line) => change(({ lines }) => ({ lines: withLine(lines, line) }), line.id),
  };
}
