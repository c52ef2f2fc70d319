import type { Environment } from '../../platform/environment.ts';
import { cardcomProvider } from './cardcom/provider.ts';
import type { PaymentProviders } from './provider.ts';
import { sandboxProvider } from './sandbox/client.ts';

/** Gateways of this installation. The sandbox takes no money, so live mode refuses it. */
export function paymentProviders(options: { env: Environment; secret: string }): PaymentProviders {
  const { env } = options;
  const { CARDCOM_TERMINAL: number, CARDCOM_API_NAME: apiName, CARDCOM_API_PASSWORD: apiPassword } = env;
  return {
    ...(env.MODE === 'demo' && { sandbox: sandboxProvider(options) }),
    ...(number &&
      apiName &&
      apiPassword && {
        cardcom: cardcomProvider({
          url: env.CARDCOM_URL.replace(/\/$/, ''),
          number,
          apiName,
          apiPassword,
          timeoutMs: 15_000,
          documents: env.CARDCOM_DOCUMENTS === 'on',
        }),
      }),
  };
}
