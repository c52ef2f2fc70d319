import { createContext, useContext, useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { ActionReply, FoundReply } from '../load.ts';

/**
 * Told of the code of every refused form of the page. The shell asks for the sign-in over the page where a session has ended;
 * one's own account asks for a proof.
 */
export const OnRefusal = createContext<(code: string) => void>(() => {});

/** A fetcher for a page's calls: a refusal is passed to `OnRefusal`, so that nothing typed is lost with a session. */
export function useCall() {
  const fetcher = useFetcher<ActionReply>();
  usePassedOn(fetcher.data);
  return fetcher;
}

/** The same for a search beside a form (`loadFound`). */
export function useFound<T>() {
  const fetcher = useFetcher<FoundReply<T>>();
  usePassedOn(fetcher.data as FoundReply<T> | undefined);
  return fetcher;
}

function usePassedOn(reply: { code?: string | undefined } | undefined): void {
  const onRefusal = useContext(OnRefusal);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.code) onRefusal(reply.code);
  }, [reply]);
}
