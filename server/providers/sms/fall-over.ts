import { type Sms, type SmsProvider, type SmsReceipt, SmsRefused, SmsUnknown } from './sms.ts';

/** Who failed a moment ago is asked last for so long, or every message would wait for it anew. */
const REST_MS = 60_000;
const restsUntil = new WeakMap<SmsProvider, number>();

/** `SmsUnknown`, with the provider that is to be asked what became of the message. */
export class SmsLost extends SmsUnknown {
  readonly provider: string;
  constructor(provider: string, message: string) {
    super(message);
    this.provider = provider;
  }
}

/**
 * Gives a message to the first provider that takes it. What may have been taken is not given to the next one, as it would be
 * sent and paid for twice; but for a code, which is of no use later.
 * @throws SmsRefused, SmsLost, or the last provider's error
 */
export async function sendByFirst(providers: SmsProvider[], sms: Sms, now: Date): Promise<SmsReceipt> {
  const isResting = (provider: SmsProvider) => (restsUntil.get(provider) ?? 0) > now.getTime();
  const inOrder = [...providers.filter((one) => !isResting(one)), ...providers.filter(isResting)];
  let lost: SmsLost | undefined;
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
      lost = new SmsLost(provider.name, failures.join('; '));
      if (!sms.urgent) throw lost;
    }
  }
  throw lost ?? new Error(failures.join('; '));
}
