import type { outbox } from '#db/schema/index.ts';
import type { StoreSettings } from '../../context.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';

/** Signing key of a store's webhooks, as shown by `leads webhook` (Standard Webhooks: `whsec_` and base64). */
export const webhookKey = (secret: string, storeUid: string): string =>
  `whsec_${Buffer.from(keyedHash(secret, `webhook:${storeUid}`), 'base64url').toString('base64')}`;

/** The outbox row of a webhook; `null` for a store without a CRM. */
export function webhookRow(
  storeUid: string,
  settings: StoreSettings,
  type: string,
  now: Date,
  data: object,
): typeof outbox.$inferInsert | null {
  if (!settings.lead_webhook) return null;
  return {
    storeUid,
    about: type,
    channel: 'webhook',
    recipient: settings.lead_webhook,
    body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
    createdAt: now,
    nextAttemptAt: now,
  };
}
