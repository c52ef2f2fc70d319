import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import type { RootData } from '~/root.tsx';
import { setStore } from './ask-cart.ts';
import { KEYS } from './cart-storage.ts';
import * as store from './cart-store.ts';

/** Loads the cart at page mount and keeps the tabs of a store in step. */
export function CartProvider({ children }: { children: ReactNode }) {
  // Not on a page that has failed.
  const uuid = useRouteLoaderData<RootData>('root')?.store.uuid;
  useEffect(() => setStore(uuid), [uuid]);
  useEffect(() => {
    store.load();
    const onStorage = (event: StorageEvent) => {
      if (event.key === null || event.key === KEYS.items || event.key === KEYS.summary) store.load();
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

/** The cart, and what can be done to it. Every change tells the shopper by toast what the server objected to; a coupon's field does so itself. */
export function useCart() {
  const cart = useSyncExternalStore(store.subscribe, store.getCart, store.getServerCart);
  const toast = useToast();

  const actions = useMemo(() => {
    /** Each entry of `errors` shows a danger toast with its code. `false` when anything was objected to. */
    async function tell(change: () => Promise<store.CartErrors>, failure?: string): Promise<boolean> {
      try {
        const errors = await change();
        for (const error of errors) toast({ kind: 'danger', title: error.message, code: error.error_code });
        return errors.length === 0;
      } catch (error) {
        toast({ kind: 'danger', title: failure ?? messageOf(error) });
        return false;
      }
    }
    return {
      add: (id: string, quantity = 1, configuration?: string | null) =>
        tell(() => store.addLine({ id, quantity, configuration })),
      setQuantity: (id: string, quantity: number, configuration?: string | null) =>
        tell(async () => store.setQuantity({ id, quantity, configuration }), 'אירעה שגיאה בשינוי הכמות'),
      remove: (id: string, configuration?: string | null) => tell(() => store.removeLine({ id, configuration })),
      addCoupon: store.addCoupon,
      removeCoupon: (code: string) => tell(() => store.removeCoupon(code)),
      setDelivery: (id: string) => tell(() => store.setDelivery(id)),
      setPlace: (place: store.Place) => tell(() => store.setPlace(place)),
      recalculate: () => tell(() => store.recalculate()),
      reset: store.reset,
    };
  }, [toast]);

  return { ...cart, count: cart.items.reduce((sum, item) => sum + item.quantity, 0), ...actions };
}
