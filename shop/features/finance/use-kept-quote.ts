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
  const made =
    configured &&
    (await call(
      'POST /api/variants/configure',
      { body: { product_uid: product, choices: configured.choices, save: true } },
      { signal },
    ));
  const { uid } = await call(
    'POST /api/finance/quote',
    { body: { variant_id: configured?.variant ?? variant, configuration: made?.code ?? null, ...terms } },
    { signal },
  );
  return { uid, configuration: made?.available ? made.code : null };
}

/** Has the server store the offer while `wanted`; `again` counts the presses of 'try again'. */
export function useKeptQuote(wanted: boolean, goods: Goods, offer: Offer | null, again: number): Keeping {
  const [state, setState] = useState<Keeping>({ name: 'off' });
  const asked = wanted && offer ? JSON.stringify({ goods, terms: askFor(offer) } satisfies Asked) : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `again` asks anew for the same
  useEffect(() => {
    if (asked === null) return setState({ name: 'off' });
    const leaving = new AbortController();
    setState({ name: 'keeping' });
    const timer = setTimeout(async () => {
      try {
        const kept = await keepQuote(JSON.parse(asked), leaving.signal);
        if (kept.uid) setState({ name: 'kept', uid: kept.uid, configuration: kept.configuration });
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
