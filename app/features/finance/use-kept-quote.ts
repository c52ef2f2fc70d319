import { useEffect, useState } from 'react';
import { call, messageOf } from '~/api.ts';
import { askFor, type Offer } from './offer.ts';

export type Keeping =
  | { name: 'off' }
  | { name: 'keeping' }
  | { name: 'kept'; uid: string }
  | { name: 'failed'; message: string };

/** The calculator is moved in many small steps; the last of them is kept. */
const REST_MS = 500;

/** Has the server keep the offer while `wanted`; `again` counts the presses of 'try again'. */
export function useKeptQuote(wanted: boolean, variant: string, offer: Offer | null, again: number): Keeping {
  const [state, setState] = useState<Keeping>({ name: 'off' });
  const asked = wanted && offer ? JSON.stringify({ variant_id: variant, ...askFor(offer) }) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks anew for the same
  useEffect(() => {
    if (asked === null) return setState({ name: 'off' });
    const leaving = new AbortController();
    setState({ name: 'keeping' });
    const timer = setTimeout(async () => {
      try {
        const { uid } = await call('POST /api/finance/quote', { body: JSON.parse(asked) }, { signal: leaving.signal });
        if (uid) setState({ name: 'kept', uid });
      } catch (error) {
        if (!leaving.signal.aborted) setState({ name: 'failed', message: messageOf(error) });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [asked, again]);

  return state;
}
