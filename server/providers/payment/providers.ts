import type { Environment } from '../../environment.ts';
import type { PaymentProviders } from './provider.ts';

/** The gateways that this installation may use. */
export function paymentProviders(_options: { env: Environment; secret: string }): PaymentProviders {
  return {};
}
