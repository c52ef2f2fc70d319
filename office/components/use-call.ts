import { createContext, useContext, useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { ActionReply } from '../load.ts';

/**
 * Told of the code of every refused form of the page. The shell asks for the sign-in over the page where a session has ended;
 * one's own account asks for a proof.
 */
export const OnRefusal = createContext<(code: string) => void>(() => {});

/** A fetcher for a page's calls: a refusal is passed to `OnRefusal`, so that nothing typed is lost with a session. */
export function useCall() {
  const fetcher = useFetcher<ActionReply>();
  const onRefusal = useContext(OnRefusal);
  const reply = fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply && !reply.ok && reply.code) onRefusal(reply.code);
  }, [reply]);
  return fetcher;
}
