import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

const EVERY_MS = 1_000;

/** Reads the page again while a job works on what it shows. */
export function useRefreshing(isWorking: boolean): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!isWorking || state !== 'idle') return;
    const timer = setTimeout(() => void revalidate(), EVERY_MS);
    return () => clearTimeout(timer);
  }, [isWorking, state, revalidate]);
}
