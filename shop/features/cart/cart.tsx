import { type ReactNode, useCallback, useEffect, useSyncExternalStore } from 'react';
import { useRouteLoaderData } from 'react-router';
import { productPath } from '#domain/text/links.ts';
import { createListeners } from '#ui/hooks/listeners.ts';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import type { RootData } from '~/root.tsx';
import { onStored } from '../../browser-storage.ts';
import { type CartErrors, type Line, withLine } from './basket.ts';
import { type BasketStore, type Change, setStore } from './basket-store.ts';
import { cart } from './cart-store.ts';

/**
 * Loads the cart at page mount and keeps the tabs of a store in step, also with a page that Back shows as it was left.
 */
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

/** `hide` removes the toasts that show the errors. */
type Outcome = {
  errors: {
    message: string;
    /** The line or the coupon that it is about. */
    id?: CartErrors[number]['id'];
    error_code?: CartErrors[number]['error_code'];
    replaced_by?: CartErrors[number]['replaced_by'];
  }[];
  hide: () => void;
};

/** One answer may be that of several changes, and is shown once. */
const outcomes = new WeakMap<object, Outcome>();

/**
 * A basket, and two ways to change it, which show in toasts what the server objected to: `change` resolves to whether
 * the change was made, `tryChange` to the objections. `id`: the line that is changed; what is news of another line or
 * of a coupon doesn't undo that. `failure`: what a toast says where the server could not be asked.
 */
export function useBasket(basket: BasketStore) {
  const state = useSyncExternalStore(basket.subscribe, basket.get, basket.getInitial);
  const toast = useToast();
  const tryChange = useCallback(
    async (patch?: Change, failure?: string): Promise<Outcome> => {
      const answer: CartErrors | Error = await basket.change(patch).catch((error) => error);
      const earlierOutcome = outcomes.get(answer);
      if (earlierOutcome) return earlierOutcome;
      const errors = answer instanceof Error ? [{ message: failure ?? messageOf(answer) }] : answer;
      const closers = errors.map(({ message, error_code, replaced_by: next }: Outcome['errors'][number]) =>
        toast({
          kind: 'danger',
          title: message,
          code: error_code,
          ...(next && { action: { label: 'למחליף', onPress: () => location.assign(productPath(next.slug.name)) } }),
        }),
      );
      const hide = () => {
        for (const close of closers) close();
      };
      const outcome = { errors, hide };
      outcomes.set(answer, outcome);
      return outcome;
    },
    [basket, toast],
  );
  const change = useCallback(
    async (patch?: Change, id?: string, failure?: string): Promise<boolean> =>
      (await tryChange(patch, failure)).errors.every(
        ({ error_code: code, id: about }) => code === 'PRICE_CHANGED' || (code && about !== id),
      ),
    [tryChange],
  );
  return { ...state, change, tryChange };
}
