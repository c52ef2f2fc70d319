import type { Environment } from '../../platform/environment.ts';
import { cardcomProvider } from './cardcom/provider.ts';
import { payplusProvider } from './payplus/provider.ts';
import type { PaymentProvider, PaymentProviders } from './provider.ts';
import { sandboxProvider } from './sandbox/client.ts';

const TIMEOUT_MS = 15_000;

/**
 * Gateways of this installation: the first terminal of each by the gateway's name, further ones as `payplus:north`. The
 * sandbox takes no money, so live mode refuses it.
 */
export function paymentProviders(options: { env: Environment; secret: string }): PaymentProviders {
  const { env } = options;
  const { CARDCOM_TERMINAL: number, CARDCOM_API_NAME: apiName, CARDCOM_API_PASSWORD: apiPassword } = env;
  const { PAYPLUS_API_KEY: apiKey, PAYPLUS_SECRET_KEY: secretKey, PAYPLUS_PAGE_UID: pageUid } = env;
  const cardcom = (terminal: { number: number; apiName: string; apiPassword: string }) =>
    cardcomProvider({
      ...terminal,
      url: env.CARDCOM_URL.replace(/\/$/, ''),
      timeoutMs: TIMEOUT_MS,
      documents: env.CARDCOM_DOCUMENTS === 'on',
    });
  const payplus = (terminal: { apiKey: string; secretKey: string; pageUid: string }) =>
    payplusProvider({
      ...terminal,
      url: env.PAYPLUS_URL,
      timeoutMs: TIMEOUT_MS,
      documents: env.PAYPLUS_DOCUMENTS === 'on',
    });
  const further = Object.entries(env.PAYMENT_TERMINALS).map(([name, settings]): [string, PaymentProvider] => [
    `${settings.provider}:${name}`,
    settings.provider === 'cardcom'
      ? cardcom({ number: settings.terminal, apiName: settings.api_name, apiPassword: settings.api_password })
      : payplus({ apiKey: settings.api_key, secretKey: settings.secret_key, pageUid: settings.page_uid }),
  ]);
  return {
    ...(env.MODE === 'demo' && { sandbox: sandboxProvider(options) }),
    ...(number && apiName && apiPassword && { cardcom: cardcom({ number, apiName, apiPassword }) }),
    ...(apiKey && secretKey && pageUid && { payplus: payplus({ apiKey, secretKey, pageUid }) }),
    ...Object.fromEntries(further),
  };
}
