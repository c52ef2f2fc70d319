import { useCallback, useEffect, useState } from 'react';
import type { Suggestions } from '#contract/catalogue/search.ts';
import { call, messageOf } from '~/api.ts';
import { stableSuggestions } from './stable-suggestions.ts';

/** Milliseconds; pauses between words are longer than between letters. */
const PAUSE_MS = 140;

type State = { suggestions: Suggestions | null; busy: boolean; error: string | null };

/** The store's suggestions for a text, shortly after the last letter. The previous result stays while loading. */
export function useSuggestions(text: string, enabled: boolean): State & { retry: () => void } {
  const [state, setState] = useState<State>({ suggestions: null, busy: true, error: null });
  const [tries, setTries] = useState(0);
  const retry = useCallback(() => setTries((count) => count + 1), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks the same again
  useEffect(() => {
    if (!enabled) return;
    const asking = new AbortController();
    setState((state) => ({ ...state, busy: true }));
    const timer = setTimeout(
      () =>
        call('GET /api/products/search-suggestions', { query: { search: text } }, { signal: asking.signal }).then(
          (answer) => {
            // An answer that had come already when the next letter was typed is as late as any other.
            if (asking.signal.aborted) return;
            setState(({ suggestions }) => ({
              suggestions: stableSuggestions(suggestions, answer),
              busy: false,
              error: null,
            }));
          },
          (error: Error) => {
            if (!asking.signal.aborted) setState({ suggestions: null, busy: false, error: messageOf(error) });
          },
        ),
      text === '' ? 0 : PAUSE_MS,
    );
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [text, enabled, tries]);

  useEffect(() => {
    if (!state.error) return;
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [state.error, retry]);

  return { ...state, retry };
}
