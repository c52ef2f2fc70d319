import type { Db } from '#db/client.ts';

export type Sms = { storeUid: string; /** E.164 */ phone: string; text: string };

export type SmsProvider = {
  name: string;
  /**
   * Takes a message over within the caller's transaction. It only writes: a provider that speaks to the outside world
   * sends from what was written, after the commit.
   */
  send: (tx: Db, sms: Sms) => Promise<void>;
};
