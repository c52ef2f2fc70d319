import type { Wallet, WalletRule } from '#domain/money/wallets.ts';
import type { RequestContext } from '../../context.ts';
import { providerName } from '../../stores/gateway-name.ts';

export type PaymentOptions = {
  step_4: 'old' | 'new';
  max_payments: number;
  wallets: WalletRule[];
  /** Of these, what the gateway's page opens on; others are chosen on the page. */
  opens_on: readonly Wallet[];
};

/** How a store is paid: card payments and wallets. `step_4`: the form of the step that orders. */
export async function getPaymentOptions(ctx: RequestContext): Promise<PaymentOptions> {
  const { step_4 = 'new', max_payments = 1, wallets = [] } = ctx.store.settings.purchase ?? {};
  const opens_on = ctx.payment[providerName(ctx.store.settings)]?.opensOn ?? [];
  return { step_4, max_payments, wallets, opens_on };
}
