import { useContext, useEffect } from 'react';
import { useFetcher } from 'react-router';
import type { FoundVariant } from '#server/office/editing/find-variants.ts';
import { OnRefusal } from '../../../components/use-call.ts';

export type VariantsReply = { found: FoundVariant[]; code?: string };

/** Asks `/variants` beside a form; where the session has ended, the sign-in opens over the form. */
export function useVariants() {
  const fetcher = useFetcher<VariantsReply>();
  const onRefusal = useContext(OnRefusal);
  const reply = fetcher.data;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each reply
  useEffect(() => {
    if (reply?.code) onRefusal(reply.code);
  }, [reply]);
  return fetcher;
}
