import { type Sms, type SmsProvider, type SmsReceipt, SmsRefused, SmsUnknown } from './sms.ts';

/** A provider that has just failed is tried last for this long, or every message would wait for it. */
const REST_MS = 60_000;
const restsUntil = new WeakMap<SmsProvider, number>();

/** `SmsUnknown` with the provider to query for the message's state. */
export class SmsLost extends SmsUnknown {
  readonly provider: string;
  constructor(provider: string, message: string) {
    super(message);
    this.provider = provider;
  }
}

/**
 * Sends a message through the first provider that accepts it. A message that may have been accepted doesn't go to the
 * next provider, as it would be sent and paid for twice; a code does, as it is worthless later.
 * @throws SmsRefused, SmsLost, or the last provider's error
 */
export async function sendByFirst(providers: SmsProvider[], sms: Sms, now: Date): Promise<SmsReceipt> {
  const isResting = (provider: SmsProvider) => (restsUntil.get(provider) ?? 0) > now.getTime();
  const inOrder = [...providers.filter((one) => !isResting(one)), ...providers.filter(isResting)];
  let lostError: SmsLost | undefined;
  const failures: string[] = [];
  for (const provider of inOrder) {
    try {
      const receipt = await provider.deliver(sms);
      restsUntil.delete(provider);
      return receipt;
    } catch (error) {
      if (error instanceof SmsRefused) throw error;
      restsUntil.set(provider, now.getTime() + REST_MS);
      failures.push(`${provider.name}: ${(error as Error).message}`);
      if (!(error instanceof SmsUnknown)) continue;
      lostError = new SmsLost(provider.name, failures.join('; '));
      if (!sms.urgent) throw lostError;
    }
  }
  throw lostError ?? new Error(failures.join('; '));
}
