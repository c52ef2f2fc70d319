import type { StoreSettings } from '#contract/store-settings.ts';
import type { outbox } from '#db/schema/index.ts';
import { USUAL_WEBHOOK_EVENTS } from '#domain/people/webhook-events.ts';
import { keyedHash } from '../../platform/keyed-hash.ts';

/**
 * Signing key of a store's webhooks (Standard Webhooks: `whsec_` and base64). `version` counts how often the office has
 * asked for another one.
 */
export const webhookKey = (secret: string, storeUid: string, version: number): string => {
  const name = version === 0 ? storeUid : `${storeUid}:${version}`;
  return `whsec_${Buffer.from(keyedHash(secret, `webhook:${name}`), 'base64url').toString('base64')}`;
};

/**
 * The outbox row of what a lead or a visit tells; `null` for a store without such a webhook. Orders and stock:
 * `db/triggers/webhooks.sql`.
 */
export function webhookRow(
  storeUid: string,
  settings: StoreSettings,
  type: string,
  now: Date,
  data: object,
): typeof outbox.$inferInsert | null {
  const { lead_webhook: url, webhook_events: events = USUAL_WEBHOOK_EVENTS } = settings;
  return url && events.includes('lead') ? messageOf({ storeUid, url, type, now, data }) : null;
}

type Told = { storeUid: string; url: string; type: string; now: Date; data: object };

export const messageOf = ({ storeUid, url, type, now, data }: Told): typeof outbox.$inferInsert => ({
  storeUid,
  about: type,
  channel: 'webhook',
  recipient: url,
  body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
  createdAt: now,
  nextAttemptAt: now,
});
