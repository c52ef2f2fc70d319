export type Mail = {
  /** Uuid of the outbox row: a message that is sent twice keeps its Message-ID, so that mailboxes show it once. */
  id: string;
  from: { name: string; address: string };
  to: string;
  /** Where replies go, if not to the sender. */
  replyTo?: string | undefined;
  subject: string;
  text: string;
  html: string;
  /** Of advertising and reminders: URL of the one-click unsubscribe POST (RFC 8058). */
  unsubscribe?: string | undefined;
  /** Pictures that the HTML references as `cid:…`. */
  pictures: { cid: string; type: string; bytes: Buffer }[];
};

export type MailProvider = {
  name: string;
  /**
   * Hands one message over.
   * @throws MailRefused when it will never be accepted, anything else when a retry makes sense
   */
  deliver: (mail: Mail) => Promise<void>;
  /**
   * Connects and signs in without sending.
   * @returns a description of the server
   * @throws when no mail could be sent now
   */
  check: () => Promise<string>;
};

/** The mail server refused permanently (SMTP 5xx): unknown recipient or unwanted message. */
export class MailRefused extends Error {}
