import type { Environment } from '../../platform/environment.ts';
import type { MailProvider } from './mail.ts';
import { smtpMail } from './smtp.ts';

/** Sends nothing: messages stay in the table `outbox`, shown by `npm run store -- outbox list`. */
const outboxMail: MailProvider = {
  name: 'outbox',
  deliver: async () => {},
  check: async () => 'no server: mail is kept in the outbox',
};

export const mailProvider = ({ SMTP_URL }: Pick<Environment, 'SMTP_URL'>): MailProvider =>
  SMTP_URL ? smtpMail(SMTP_URL) : outboxMail;
