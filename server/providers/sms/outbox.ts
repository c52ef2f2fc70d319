import { outbox } from '#db/schema/index.ts';
import type { SmsProvider } from './sms.ts';

/** Sends nothing: messages stay in the database, where `npm run store -- outbox list` shows them. */
export function outboxSms(now: () => Date): SmsProvider {
  return {
    name: 'outbox',
    async send(tx, { storeUid, phone, text }) {
      const at = now();
      await tx
        .insert(outbox)
        .values({ storeUid, channel: 'sms', recipient: phone, body: text, createdAt: at, sentAt: at, attempts: 1 });
    },
  };
}
