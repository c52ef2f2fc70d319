import { useCallback, useSyncExternalStore } from 'react';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';
import type { CartErrors } from './basket.ts';
import type { BasketStore, Change } from './basket-store.ts';

/** What has been shown: one answer may be that of several changes. */
const shown = new WeakSet<object>();

/**
 * A basket, and `change`, which shows in toasts what the server objected to. It resolves to whether that was nothing. `failure`: what
 * a toast says where the server could not be asked.
 */
export function useBasket(basket: BasketStore) {
  const state = useSyncExternalStore(basket.subscribe, basket.get, basket.getInitial);
  const toast = useToast();
  const change = useCallback(
    async (patch?: Change, failure?: string): Promise<boolean> => {
      const answer: CartErrors | Error = await basket.change(patch).catch((error) => error);
      const errors =
        answer instanceof Error ? [{ message: failure ?? messageOf(answer), error_code: undefined }] : answer;
      if (!shown.has(answer))
        for (const { message, error_code } of errors) toast({ kind: 'danger', title: message, code: error_code });
      shown.add(answer);
      return errors.length === 0;
    },
    [basket, toast],
  );
  return { ...state, change };
}
