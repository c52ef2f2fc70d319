import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';

/**
 * Makes changes one after another, in the order of the presses, and shows their errors. `busy`: their names, until they
 * are made.
 */
export function useChange() {
  const [busy, setBusy] = useState<string[]>([]);
  const last = useRef(Promise.resolve());
  const { revalidate } = useRevalidator();
  const toast = useToast();

  async function make(work: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await work();
      await revalidate();
      if (done) toast({ kind: 'success', title: done });
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
    } finally {
      setBusy(([, ...waiting]) => waiting);
    }
  }

  function change(name: string, work: () => Promise<unknown>, done?: string): Promise<void> {
    setBusy((names) => [...names, name]);
    last.current = last.current.then(() => make(work, done));
    return last.current;
  }

  return { busy, change };
}
