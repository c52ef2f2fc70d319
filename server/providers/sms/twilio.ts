import { z } from 'zod';
import { call, type Reply, WAIT_MS } from './http.ts';
import { type DeliveryReport, type SmsInQuestion, type SmsProvider, SmsRefused, SmsUnknown } from './sms.ts';

export type TwilioAccount = { url: string; sid: string; token: string };

const message = z.object({
  sid: z.string(),
  status: z.string(),
  body: z.string().nullish(),
  error_code: z.number().nullish(),
});
const messages = z.object({ messages: z.array(message) });
const refusal = z.object({ code: z.number(), message: z.string() });

/** "Invalid 'To' Phone Number", "not a mobile number", "unsubscribed recipient": permanent, with any provider. */
const REFUSED = [21211, 21614, 21610];
const ENDS: Record<string, DeliveryReport['state']> = {
  delivered: 'delivered',
  read: 'delivered',
  undelivered: 'undelivered',
  failed: 'undelivered',
  canceled: 'undelivered',
};

/**
 * Twilio's "Message resource" (API 2010-04-01). It accepts no reference, so a message in doubt is found by phone, day
 * and text.
 */
export function twilio(account: TwilioAccount): SmsProvider {
  const base = `${account.url}/2010-04-01/Accounts/${account.sid}`;
  const authorization = `Basic ${Buffer.from(`${account.sid}:${account.token}`).toString('base64')}`;
  const get = (path: string) => call(`${base}${path}`, { headers: { authorization } }, WAIT_MS.other);

  async function ofSid(sid: string) {
    const reply = await get(`/Messages/${encodeURIComponent(sid)}.json`);
    return reply.status === 404 ? undefined : read(reply, message);
  }
  async function likeThis({ phone, text, sentAt }: SmsInQuestion) {
    const query = new URLSearchParams({ To: phone, 'DateSent>': day(sentAt), PageSize: '50' });
    const { messages: list } = read(await get(`/Messages.json?${query}`), messages);
    return list.find(({ body }) => body === text);
  }

  return {
    name: 'twilio',
    async deliver({ phone, text, sender, urgent }) {
      const reply = await call(
        `${base}/Messages.json`,
        {
          method: 'POST',
          headers: { authorization, 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ To: phone, From: sender, Body: text }).toString(),
        },
        urgent ? WAIT_MS.urgent : WAIT_MS.other,
      );
      if (reply.status >= 400) {
        const why = refusal.safeParse(reply.body);
        const text = `Twilio answered ${why.success ? `${why.data.code}: ${why.data.message}` : reply.status}`;
        throw why.success && REFUSED.includes(why.data.code) ? new SmsRefused(text) : new Error(text);
      }
      const accepted = message.safeParse(reply.body);
      if (!accepted.success) throw new SmsUnknown('the answer of Twilio can’t be read');
      return { provider: 'twilio', reference: accepted.data.sid };
    },
    async reports(sms) {
      const reports = new Map<string, DeliveryReport>();
      for (const sentSms of sms) {
        const twilioMessage = /^(SM|MM)[\da-f]{32}$/.test(sentSms.reference)
          ? await ofSid(sentSms.reference)
          : await likeThis(sentSms);
        if (!twilioMessage) continue;
        const note = [twilioMessage.status, twilioMessage.error_code].filter(Boolean).join(' ');
        reports.set(sentSms.uuid, {
          state: ENDS[twilioMessage.status] ?? 'pending',
          note,
          reference: twilioMessage.sid,
        });
      }
      return reports;
    },
    async check() {
      const { status } = read(await get('.json'), z.object({ status: z.string() }));
      if (status !== 'active') throw new Error(`the account at Twilio is ${status}`);
      return 'the account is active';
    },
  };
}

function read<T extends z.ZodType>(reply: Reply, schema: T): z.output<T> {
  const parsed = schema.safeParse(reply.body);
  if (reply.status === 200 && parsed.success) return parsed.data;
  throw new Error(`Twilio answered ${reply.status}`);
}

/** Twilio counts days in UTC; a message in doubt may date from a minute before midnight. */
const day = (at: Date): string => new Date(at.getTime() - 600_000).toISOString().slice(0, 10);
