import { useState } from 'react';
import { messageOf } from '~/api.ts';

type Page<T> = { items: T[]; total: number };
type State<T> = { items: T[]; total: number; page: number; busy: boolean; error: string; first: string | null };

const SIZE = 6;

/**
 * What the page came with, and what was asked for since, six at a time. `first`: id of the first one that came last,
 * which the focus goes to.
 */
export function useMore<T extends { id: string }>(
  initial: Page<T>,
  load: (query: { page: number; page_size: number }) => Promise<Page<T>>,
) {
  const [state, setState] = useState<State<T>>(() => ({ ...initial, page: 0, busy: false, error: '', first: null }));
  async function more(): Promise<void> {
    setState((before) => ({ ...before, busy: true, error: '' }));
    try {
      const page = state.page + 1;
      const next = await load({ page, page_size: SIZE });
      setState((before) => {
        // The first page of this size repeats what the page came with.
        const shownIds = new Set(before.items.map(({ id }) => id));
        const added = next.items.filter(({ id }) => !shownIds.has(id));
        const items = [...before.items, ...added];
        const total = next.items.length < SIZE ? items.length : Math.max(next.total, items.length);
        return { items, total, page, busy: false, error: '', first: added[0]?.id ?? null };
      });
    } catch (error) {
      setState((before) => ({ ...before, busy: false, error: messageOf(error) }));
    }
  }
  return { ...state, more };
}
