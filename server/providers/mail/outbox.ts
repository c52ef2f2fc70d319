import type { MailProvider } from './mail.ts';

/** Sends nothing: messages stay in the table `outbox`, where `npm run store -- outbox list` shows them. */
export const outboxMail: MailProvider = {
  name: 'outbox',
  deliver: async () => {},
  check: async () => 'no server: mail is kept in the outbox',
};
