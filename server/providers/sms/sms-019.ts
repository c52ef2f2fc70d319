import { z } from 'zod';
import { DAY_MS } from '#domain/calendar/durations.ts';
import { formatDate, formatTime } from '#domain/text/format.ts';
import { call, WAIT_MS } from './http.ts';
import { type DeliveryReport, type SmsInQuestion, type SmsProvider, SmsRefused, SmsUnknown } from './sms.ts';

export type Account019 = {
  /** URL of the API; `…/api/test` validates a message and sends nothing. */
  url: string;
  username: string;
  token: string;
};

/** The vendor sometimes nests replies under the name of the call, and sends numbers as numbers or text. */
const code = z.coerce.number().int();
const answer = z.object({ status: code, message: z.unknown().optional() });
const transaction = z.object({
  external_id: z.coerce.string(),
  status: code,
  he_message: z.string().nullish(),
  en_message: z.string().nullish(),
});

/** "All numbers are on a blocked list", "too short or too long": permanent, with any provider. */
const REFUSED = [8, 9];
/** "Process failure": a failure on the vendor's side, during processing. */
const UNKNOWN = [6];
/** Delivery reports by the vendor's table "DLR statuses": delivered, and sent without a confirmation to come. */
const DELIVERED = [0, 102];
const OPEN = [-1, 2];

/** A report spans at most a week and a thousand messages. */
const MAX_DAYS = 6;
const MAX_IDS = 1_000;

/** 019 SMS (Telzar), JSON over one URL: "Send SMS", "Get delivery reports (DLR) basic", "Get Balance". */
export function sms019(account: Account019): SmsProvider {
  const user = { username: account.username };
  async function ask(
    name: string,
    body: object,
    waitMs: number,
  ): Promise<{ status: number; message: string; body: object }> {
    const reply = await call(
      account.url,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${account.token}` },
        body: JSON.stringify({ [name]: { user, ...body } }),
      },
      waitMs,
    );
    // A wrong token is refused before the message is read.
    if (reply.status >= 400) throw new Error(`019 answered ${reply.status}`);
    const outer = Object(reply.body);
    const parsed = [outer, outer[name]].map((part) => answer.safeParse(part)).find(({ success }) => success);
    if (!parsed?.data) throw new SmsUnknown('the answer of 019 can’t be read');
    const { status, message } = parsed.data;
    const text = typeof message === 'string' ? message : JSON.stringify(message ?? '');
    return { status, message: text.slice(0, 200), body: { ...outer, ...Object(outer[name]) } };
  }

  return {
    name: '019',
    async deliver({ reference, phone, text, sender, urgent }) {
      const { status, message } = await ask(
        'sms',
        {
          source: sender,
          destinations: { phone: [{ $: { id: reference }, _: local(phone) }] },
          message: text,
        },
        urgent ? WAIT_MS.urgent : WAIT_MS.other,
      );
      if (status === 0) return { provider: '019', reference };
      const why = `019 answered ${status}: ${message}`;
      if (REFUSED.includes(status)) throw new SmsRefused(why);
      throw UNKNOWN.includes(status) ? new SmsUnknown(why) : new Error(why);
    },
    async reports(messages) {
      const reports = new Map<string, DeliveryReport>();
      for (let at = 0; at < messages.length; at += MAX_IDS) {
        const part = messages.slice(at, at + MAX_IDS);
        const uuids = new Map(part.map(({ reference, uuid }) => [reference, uuid]));
        const { status, message, body } = await ask(
          'dlr',
          { transactions: { external_id: [...uuids.keys()] }, ...span(part) },
          WAIT_MS.other,
        );
        if (status !== 0) throw new Error(`019 answered ${status} to dlr: ${message}`);
        for (const delivery of transactionsIn(body)) {
          const uuid = uuids.get(delivery.external_id);
          if (uuid) reports.set(uuid, reportOf(delivery));
        }
      }
      return reports;
    },
    async check() {
      const { status, message, body } = await ask('balance', {}, WAIT_MS.other);
      if (status !== 0) throw new Error(`019 answered ${status} to balance: ${message}`);
      const balance = z.coerce.number().safeParse((body as { balance?: unknown }).balance);
      if (balance.success && balance.data <= 0) throw new Error('the account at 019 has no credit left');
      return balance.success ? `${balance.data} messages of credit` : 'the account is known';
    },
  };
}

/** Begins before the oldest was sent, as the vendor's clock may differ. */
function span(messages: SmsInQuestion[]): { from: string; to: string } {
  const times = messages.map(({ sentAt }) => sentAt.getTime());
  const to = Math.max(...times) + 3 * DAY_MS;
  return {
    from: moment(new Date(Math.max(Math.min(...times) - 600_000, to - MAX_DAYS * DAY_MS))),
    to: moment(new Date(to)),
  };
}

function reportOf({
  external_id: reference,
  status,
  he_message,
  en_message,
}: z.infer<typeof transaction>): DeliveryReport {
  const state = DELIVERED.includes(status) ? 'delivered' : OPEN.includes(status) ? 'pending' : 'undelivered';
  return { state, note: `${status} ${he_message ?? en_message ?? ''}`.trim(), reference };
}

/** One report is an object, several are a list, with or without another layer. */
function transactionsIn(body: object): z.infer<typeof transaction>[] {
  const { transactions } = body as { transactions?: unknown };
  const inner = Object(transactions).transaction ?? transactions;
  return [inner].flat().flatMap((one) => {
    const read = transaction.safeParse(one);
    return read.success ? [read.data] : [];
  });
}

/** 05XXXXXXXX: the vendor accepts no country code. */
const local = (phone: string): string => phone.replace(/^\+972/, '0');

/** `dd/mm/yy hh:mm` in Israel. */
function moment(at: Date): string {
  const [day, month, year = ''] = formatDate(at).split('/');
  return `${day}/${month}/${year.slice(2)} ${formatTime(at)}`;
}
