import type { Environment } from '../../platform/environment.ts';
import type { MailProvider } from './mail.ts';
import { outboxMail } from './outbox.ts';
import { smtpMail } from './smtp.ts';

export const mailProvider = ({ SMTP_URL }: Pick<Environment, 'SMTP_URL'>): MailProvider =>
  SMTP_URL ? smtpMail(SMTP_URL) : outboxMail;
