import { createTransport } from 'nodemailer';
import { type Mail, type MailProvider, MailRefused } from './mail.ts';

const SECONDS = 1_000;

/** A mail server at `SMTP_URL`. Connections are pooled; a silent server times out after half a minute. */
export function smtpMail(url: string, seconds = { connect: 10, answer: 30 }): MailProvider {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: seconds.connect * SECONDS,
    greetingTimeout: seconds.connect * SECONDS,
    socketTimeout: seconds.answer * SECONDS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'smtp',
    async check() {
      await transport.verify();
      return `${new URL(url).host} takes our login`;
    },
    async deliver(mail: Mail) {
      try {
        await transport.sendMail({
          messageId: `<${mail.id}@${mail.from.address.split('@')[1] ?? 'localhost'}>`,
          from: mail.from,
          to: { name: '', address: mail.to },
          ...(mail.replyTo && { replyTo: mail.replyTo }),
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          headers: {
            'Content-Language': 'he',
            // A person wrote what is replied to: absence notes may answer that.
            ...(!mail.replyTo && { 'Auto-Submitted': 'auto-generated' }),
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

/**
 * A refusal of the recipient or the message is permanent. Earlier refusals concern the configuration: a login or
 * sender that the server rejects is the operator's to fix and no fault of the message.
 */
function refusedForGood(error: unknown): boolean {
  const { responseCode, command } = error as { responseCode?: number; command?: string };
  const isOfMessage = command === 'RCPT TO' || command === 'DATA';
  return isOfMessage && responseCode !== undefined && responseCode >= 500 && responseCode < 600;
}
