import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { useToast } from '#ui/toasts.tsx';
import { messageOf } from '~/api.ts';

/** Runs one change at a time and shows its errors. `busy` names the running one. */
export function useChange() {
  const [busy, setBusy] = useState<string | null>(null);
  const { revalidate } = useRevalidator();
  const toast = useToast();

  async function change(name: string, work: () => Promise<unknown>, done?: string): Promise<boolean> {
    if (busy !== null) return false;
    setBusy(name);
    try {
      await work();
      await revalidate();
      if (done) toast({ kind: 'success', title: done });
      return true;
    } catch (error) {
      toast({ kind: 'danger', title: messageOf(error) });
      return false;
    } finally {
      setBusy(null);
    }
  }

  return { busy, change };
}
