import type { outbox } from '#db/schema/index.ts';
import type { StoreSettings } from '../../context.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';

/** The key that a store's CRM checks signatures with, as `leads webhook` shows it (Standard Webhooks: `whsec_` and base64). */
export const webhookKey = (secret: string, storeUid: string): string =>
  `whsec_${Buffer.from(keyedHash(secret, `webhook:${storeUid}`), 'base64url').toString('base64')}`;

/** What the store's CRM is to be told, as a message of the outbox; `null` for a store that has none. */
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
