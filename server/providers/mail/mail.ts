export type Mail = {
  /** The outbox row: a message that had to be sent twice keeps its Message-ID, so that mailboxes show it once. */
  id: string;
  from: { name: string; address: string };
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Advertising only: where one POST ends it (RFC 8058). */
  unsubscribe?: string | undefined;
  /** Pictures that the HTML names as `cid:…`. */
  pictures: { cid: string; type: string; bytes: Buffer }[];
};

export type MailProvider = {
  name: string;
  /** Hands one message over. @throws MailRefused when it will never be taken, anything else when it is worth another try. */
  deliver: (mail: Mail) => Promise<void>;
  /** Connects, signs in and sends nothing. @returns what is there, in words. @throws when no mail could be sent now */
  check: () => Promise<string>;
};

/** The mail server said no for good (SMTP 5xx): the address doesn't exist, or the message is not wanted. */
export class MailRefused extends Error {}
