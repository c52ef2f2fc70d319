import { createTransport } from 'nodemailer';
import { type Mail, type MailProvider, MailRefused } from './mail.ts';

const SECONDS = 1_000;

/** A mail server by `SMTP_URL`. Connections are kept; a server that says nothing is given up after half a minute. */
export function smtpMail(url: string): MailProvider {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10 * SECONDS,
    greetingTimeout: 10 * SECONDS,
    socketTimeout: 30 * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'smtp',
    async deliver(mail: Mail) {
      try {
        await transport.sendMail({
          messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
          from: mail.from,
          to: { name: '', address: mail.to },
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: {
            'Content-Language': 'he',
            'Auto-Submitted': 'auto-generated',
            ...(mail.unsubscribe && { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
          },
          ...(mail.unsubscribe && { list: { unsubscribe: mail.unsubscribe } }),
          attachments: mail.pictures.map(({ cid, type, bytes }) => ({
            cid,
            contentType: type,
            content: bytes,
            filename: `${cid}.png`,
            contentDisposition: 'inline' as const,
          })),
        });
      } catch (error) {
        throw refusedForGood(error) ? new MailRefused((error as Error).message) : error;
      }
    },
  };
}

/** A login that fails is the operator's to mend and no fault of the message. */
function refusedForGood(error: unknown): boolean {
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return code !== 'EAUTH' && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
