import type { StoreSettings } from '#contract/store-settings.ts';

/** Name of the gateway, and of the terminal there, that a store's settings choose. */
export function providerName(settings: StoreSettings | undefined): string {
  const { provider = 'sandbox', terminal } = settings?.purchase ?? {};
  return terminal ? `${provider}:${terminal}` : provider;
}
