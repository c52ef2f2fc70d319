import type { Environment } from '../../environment.ts';
import type { PaymentProviders } from './provider.ts';
import { sandboxProvider } from './sandbox/client.ts';

/** The gateways that this installation may use. The sandbox takes no money, so live mode refuses it. */
export function paymentProviders(options: { env: Environment; secret: string }): PaymentProviders {
  return options.env.MODE === 'demo' ? { sandbox: sandboxProvider(options) } : {};
}
