import type { MailProvider } from './mail.ts';

/** Sends nothing: messages stay in the table `outbox`, shown by `npm run store -- outbox list`. */
export const outboxMail: MailProvider = {
  name: 'outbox',
  deliver: async () => {},
  check: async () => 'no server: mail is kept in the outbox',
};
