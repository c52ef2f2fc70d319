/** One message to one phone. */
export type Sms = {
  /** Unique reference of this attempt; providers that accept references are queried by it. */
  reference: string;
  /** E.164 */
  phone: string;
  text: string;
  /** Sender shown on the phone: Latin letters and digits, at most eleven. */
  sender: string;
  /** A one-time code: it loses its value within a minute, so its timeout is short. */
  urgent: boolean;
};

/** The provider that accepted a message, and its id there. */
export type SmsReceipt = { provider: string; reference: string };

/** `pending`: accepted, final state unknown. `note` is the provider's own wording. */
export type DeliveryReport = {
  state: 'pending' | 'delivered' | 'undelivered';
  note: string;
  reference: string;
};

/** A message that a provider is queried about. */
export type SmsInQuestion = { uuid: string; reference: string; phone: string; text: string; sentAt: Date };

export type SmsProvider = {
  name: string;
  /**
   * Hands one message to the network.
   * @throws SmsRefused when it will never be accepted, SmsUnknown when the outcome is unknown, anything else when it
   * wasn't sent
   */
  deliver: (sms: Sms) => Promise<SmsReceipt>;
  /** States of messages by uuid; unknown ones are omitted. @throws when the provider is unreachable */
  reports: (messages: SmsInQuestion[]) => Promise<Map<string, DeliveryReport>>;
  /**
   * A call that sends and costs nothing.
   * @returns a description of the account
   * @throws when nothing could be sent now
   */
  check: () => Promise<string>;
};

/** Permanent, with any provider: the phone doesn't exist, or its owner has opted out. */
export class SmsRefused extends Error {}

/** The message may have been accepted: the connection ended before a reply came. */
export class SmsUnknown extends Error {}
