import type { SmsProvider } from './sms.ts';

/** Sends nothing: messages stay in the table `outbox`, where `npm run store -- outbox list` shows them. */
export const outboxSms: SmsProvider = { name: 'outbox', deliver: async () => {} };
