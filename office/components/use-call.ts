import { createContext, useContext, useEffect, useState } from 'react';
import { useFetcher } from 'react-router';
import { fetchJson } from '../fetch-json.ts';
import type { ActionReply } from '../load.ts';

/**
 * Told of the code of every refused form of the page. The shell asks for the sign-in over the page where a session has
 * ended; one's own account asks for a proof.
 */
export const OnRefusal = createContext<(code: string) => void>(() => {});

/** How often somebody has signed in over the page: what was asked without a session is asked again. */
export const SignIns = createContext(0);

/** A fetcher for a page's calls: a refusal is passed to `OnRefusal`, so that nothing typed is lost with a session. */
export function useCall() {
  const fetcher = useFetcher<ActionReply>();
  const onRefusal = useContext(OnRefusal);
  const reply = fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.code) onRefusal(reply.code);
  }, [reply]);
  return fetcher;
}

export const SEARCH_UNANSWERED = 'החיפוש לא נענה. בדקו את החיבור והקלידו שוב.';

/** Milliseconds after the last letter. */
const PAUSE_MS = 250;

/**
 * What a search finds at this path, `{ found }`; without a path nothing is asked. No fetcher: React Router puts the
 * error page in the place of the page whose search fails, with all that was typed in it. `found` stays that of the
 * letters before until the next answer.
 */
export function useFound<T>(path: string | null, pauseMs = PAUSE_MS) {
  const [answer, setAnswer] = useState<{ path: string; found: T[]; isLost: boolean }>();
  const onRefusal = useContext(OnRefusal);
  const signIns = useContext(SignIns);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again after signing in
  useEffect(() => {
    if (path === null) return setAnswer(undefined);
    const late = new AbortController();
    const timer = setTimeout(async () => {
      const reply = await fetchJson<{ found: T[] }>(path, late.signal, () => onRefusal('UNAUTHORIZED'));
      if (late.signal.aborted) return;
      setAnswer((before) => ({ path, found: reply?.found ?? before?.found ?? [], isLost: reply === null }));
    }, pauseMs);
    return () => {
      late.abort();
      clearTimeout(timer);
    };
  }, [path, pauseMs, signIns]);
  const isAnswered = path !== null && answer?.path === path;
  return {
    found: path === null ? [] : (answer?.found ?? []),
    /** For the letters that are typed by now. */
    state: !isAnswered ? ('asking' as const) : answer.isLost ? ('lost' as const) : ('answered' as const),
  };
}
