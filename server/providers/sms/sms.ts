/** One message to one phone. */
export type Sms = {
  /** Our name for this attempt, never used for another one: a provider that takes names is asked about it by this. */
  reference: string;
  /** E.164 */
  phone: string;
  text: string;
  /** Whom the phone shows as sender: Latin letters and digits, eleven at most. */
  sender: string;
  /** A one-time code: worth little in a minute, so that an answer is not waited for long. */
  urgent: boolean;
};

/** Who took a message, and the name by which they know it. */
export type SmsReceipt = { provider: string; reference: string };

/** `pending`: the provider has it, and does not know the end yet. `note` is the provider's own word. */
export type DeliveryReport = {
  state: 'pending' | 'delivered' | 'undelivered';
  note: string;
  reference: string;
};

/** A message that a provider is asked about. */
export type SmsInQuestion = { uuid: string; reference: string; phone: string; text: string; sentAt: Date };

export type SmsProvider = {
  name: string;
  /**
   * Hands one message to the network.
   * @throws SmsRefused when it will never be taken, SmsUnknown when nobody knows whether it was, anything else when it was not
   */
  deliver: (sms: Sms) => Promise<SmsReceipt>;
  /** What became of messages, by their uuid; one that the provider does not know is left out. @throws when it can't be asked */
  reports: (messages: SmsInQuestion[]) => Promise<Map<string, DeliveryReport>>;
  /** A call that sends and costs nothing. @returns what the account says of itself. @throws when nothing could be sent now */
  check: () => Promise<string>;
};

/** This phone is not to get this message, from whomever: it doesn't exist, or its owner has asked for quiet. */
export class SmsRefused extends Error {}

/** The message may have been taken: the connection ended before an answer came. */
export class SmsUnknown extends Error {}
