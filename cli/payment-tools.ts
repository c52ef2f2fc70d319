import { toShekels } from '#domain/money/money.ts';
import type { Tools } from '#server/checkout/payments/settle.ts';
import { keptSecret } from '#server/platform/installation-key.ts';
import { documentProviders } from '#server/providers/documents/providers.ts';
import { paymentProviders } from '#server/providers/payment/providers.ts';
import type { Operation } from './command.ts';

/** Dependencies of payment rules in a command: the server's gateways, with errors on stderr. */
export function paymentTools({ db, env, dataDir, now }: Operation): Tools {
  const secret = env.SECRET ?? keptSecret(dataDir);
  const tell = (details: unknown, text?: string) => {
    const { err } = details as { err?: Error };
    process.stderr.write(`${text ?? ''}${err ? `: ${err.message}` : ''}\n`);
  };
  const log = { info: tell, warn: tell, error: tell } as Tools['log'];
  return {
    db,
    env,
    secret,
    payment: paymentProviders({ env, secret }),
    documents: documentProviders({ env }),
    now,
    log,
  };
}

export const shekelsText = (agorot: number | null): string => (agorot === null ? '' : toShekels(agorot).toFixed(2));
