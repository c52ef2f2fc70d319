import { useCallback, useSyncExternalStore } from 'react';
import { productPath } from '#domain/text/links.ts';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import type { CartErrors } from './basket.ts';
import type { BasketStore, Change } from './basket-store.ts';

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
 * A basket, and two ways to change it, which show in toasts what the server objected to: `change` resolves to whether the change was made,
 * `tryChange` to the objections. `id`: the line that is changed; what is news of another line or of a coupon doesn't undo that.
 * `failure`: what a toast says where the server could not be asked.
 */
export function useBasket(basket: BasketStore) {
  const state = useSyncExternalStore(basket.subscribe, basket.get, basket.getInitial);
  const toast = useToast();
  const tryChange = useCallback(
    async (patch?: Change, failure?: string): Promise<Outcome> => {
      const answer: CartErrors | Error = await basket.change(patch).catch((error) => error);
      const known = outcomes.get(answer);
      if (known) return known;
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
