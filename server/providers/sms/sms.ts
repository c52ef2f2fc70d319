export type SmsProvider = {
  name: string;
  /** Hands one message to the network. @throws when that failed; it is tried again later. */
  deliver: (sms: { /** E.164 */ phone: string; text: string }) => Promise<void>;
};
