import { useEffect, useState } from 'react';
import { call, messageOf } from '~/api.ts';
import { askFor, type Offer } from './offer.ts';

export type Keeping =
  | { name: 'off' }
  | { name: 'keeping' }
  /** `configuration`: code of the financed configuration, where it can be ordered. */
  | { name: 'kept'; uid: string; configuration: string | null }
  | { name: 'failed'; message: string };

/** The calculator changes in many small steps; only the last one is stored. */
const REST_MS = 500;

type Goods = {
  product: string;
  variant: string;
  configured: { choices: string[]; variant: string } | null;
};
type Asked = { goods: Goods; terms: ReturnType<typeof askFor> };

/** The server identifies a configuration by its code, which it issues for a valid one. */
async function keepQuote({ goods, terms }: Asked, signal: AbortSignal) {
  const { product, variant, configured } = goods;
  const created =
    configured &&
    (await call(
      'POST /api/variants/configure',
      { body: { product_uid: product, choices: configured.choices, save: true } },
      { signal },
    ));
  const { uid } = await call(
    'POST /api/finance/quote',
    { body: { variant_id: configured?.variant ?? variant, configuration: created?.code ?? null, ...terms } },
    { signal },
  );
  return { uid, configuration: created?.available ? created.code : null };
}

/** Has the server store the offer while `enabled`; `tries` counts the presses of 'try again'. */
export function useKeptQuote(enabled: boolean, goods: Goods, offer: Offer | null, tries: number): Keeping {
  const [state, setState] = useState<Keeping>({ name: 'off' });
  const quoteRequest = enabled && offer ? JSON.stringify({ goods, terms: askFor(offer) } satisfies Asked) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks anew for the same
  useEffect(() => {
    if (quoteRequest === null) return setState({ name: 'off' });
    const leaving = new AbortController();
    setState({ name: 'keeping' });
    const timer = setTimeout(async () => {
      try {
        const keptQuote = await keepQuote(JSON.parse(quoteRequest), leaving.signal);
        if (keptQuote.uid) setState({ name: 'kept', uid: keptQuote.uid, configuration: keptQuote.configuration });
      } catch (error) {
        if (!leaving.signal.aborted) setState({ name: 'failed', message: messageOf(error) });
      }
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [quoteRequest, tries]);

  return state;
}
