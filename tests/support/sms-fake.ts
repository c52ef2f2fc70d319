import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';

type Json = Record<string, unknown>;
export type FakeSms = { provider: '019' | 'twilio'; id: string; to: string; from: string; text: string; at: Date };
/**
 * `lost`: taken, and the answer never arrives. `dropped`: the connection breaks before it is taken. `slow`: neither
 * taken nor answered. A number is a status of HTTP; `status` one of 019's own; `text` a body that is no answer.
 */
type Fault = 'lost' | 'dropped' | 'slow' | number | { status: number } | { text: string };

const ACCOUNT = { username: 'shop', token: 'token of 019', sid: `AC${'a'.repeat(32)}`, secret: 'secret of Twilio' };

/** 019 SMS and Twilio with phones that only keep what they get, and answers as both vendors document them. */
export async function smsFake() {
  const sent: FakeSms[] = [];
  const calls: { path: string; body: unknown }[] = [];
  const faults = new Map<'019' | 'twilio', Fault>();
  const blocked = new Set<string>();
  /** By phone: what becomes of its messages, in the provider's own words; without one they are on their way. */
  const ends = new Map<string, number | string>();
  /**
   * `nested`: 019's other way of answering, in which all stands under the name of the call, numbers are text, and one
   * report is no list.
   */
  const settings = { credit: 100, nested: false, now: () => new Date() };

  function take(provider: FakeSms['provider'], id: string, to: string, from: string, text: string): FakeSms {
    const sms = { provider, id, to: `+972${to.replace(/^(\+972|0)/, '')}`, from, text, at: settings.now() };
    sent.push(sms);
    return sms;
  }

  function nest(text: string, { dlr, ...flat }: Json): Json {
    if (!settings.nested) return dlr ? { dlr } : flat;
    const name = Object.keys(JSON.parse(text))[0] ?? '';
    const { transactions, ...rest } = Object(dlr ?? flat) as Json;
    const reports = (transactions as Json[] | undefined)?.map(textual);
    const one = reports?.length === 1 ? reports[0] : reports;
    return { [name]: { ...textual(rest), ...(reports && { transactions: { transaction: one } }) } };
  }

  function answer019(path: string, authorization: string | undefined, text: string): Json {
    let body: Json;
    try {
      body = JSON.parse(text);
    } catch {
      return { status: 1, message: 'There was a problem parsing your XML' };
    }
    const [name = '', content] = Object.entries(body)[0] ?? [];
    const { user, ...rest } = Object(content) as Json & { user?: { username?: string } };
    if (authorization !== `Bearer ${ACCOUNT.token}` || user?.username !== ACCOUNT.username)
      return { status: 3, message: 'Username or password is incorrect and API token is invalid' };
    if (name === 'balance') return { status: 0, message: 'balance', balance: String(settings.credit) };
    if (name === 'dlr') return { dlr: reports(rest) };
    if (name !== 'sms') return { status: 2, message: 'missing field' };
    return sendBy019(path, rest);
  }

  function sendBy019(path: string, { source, destinations, message }: Json): Json {
    const [phone] = [(destinations as { phone?: unknown })?.phone].flat() as { $?: { id?: string }; _?: string }[];
    const to = String(phone?._ ?? phone);
    if (!/^[A-Za-z0-9]{1,11}$/.test(String(source))) return { status: 2, message: 'source is not valid' };
    if (!message || String(message).length > 1005) return { status: 2, message: 'message is not valid' };
    if (!/^0?5\d{8}$/.test(to)) return { status: 9, message: 'too short or too long' };
    if (blocked.has(to)) return { status: 8, message: 'All numbers are on a blocked list' };
    if (settings.credit <= 0) return { status: 4, message: 'Not enough credit' };
    if (path.endsWith('/test')) return { status: 0, message: 'SMS will be sent' };
    settings.credit -= 1;
    take('019', String(phone?.$?.id ?? ''), to, String(source), String(message));
    return { status: 0, message: 'SMS will be sent', shipment_id: 'x1' };
  }

  /** Only what has an end, or is on its way: an id that was never sent is not in the list. */
  function reports({ transactions, from, to }: Json): Json {
    const days = (dateOf(String(to)) - dateOf(String(from))) / 86_400_000;
    if (!(days >= 0 && days <= 7)) return { status: 2, message: 'the range is up to 1 week' };
    const ids = [(transactions as { external_id?: unknown }).external_id].flat().map(String);
    const found = sent.filter(({ provider, id }) => provider === '019' && ids.includes(id));
    return {
      status: 0,
      transactions: found.map(({ id, to }) => ({
        external_id: id,
        status: ends.get(to) ?? -1,
        he_message: ends.get(to) === 102 ? 'הגיע ליעד' : 'בדרך',
      })),
    };
  }

  function answerTwilio(method: string, url: URL, authorization: string | undefined, text: string): [number, Json] {
    const expected = `Basic ${Buffer.from(`${ACCOUNT.sid}:${ACCOUNT.secret}`).toString('base64')}`;
    if (authorization !== expected) return [401, { code: 20003, message: 'Authenticate', status: 401 }];
    const base = `/2010-04-01/Accounts/${ACCOUNT.sid}`;
    if (url.pathname === `${base}.json`) return [200, { sid: ACCOUNT.sid, status: 'active' }];
    if (method === 'POST' && url.pathname === `${base}/Messages.json`) {
      const form = new URLSearchParams(text);
      const to = form.get('To') ?? '';
      if (!/^\+972\d{9}$/.test(to)) return [400, { code: 21211, message: "Invalid 'To' Phone Number", status: 400 }];
      if (blocked.has(to))
        return [400, { code: 21610, message: 'Attempt to send to unsubscribed recipient', status: 400 }];
      return [
        201,
        resource(
          take('twilio', `SM${randomBytes(16).toString('hex')}`, to, form.get('From') ?? '', form.get('Body') ?? ''),
        ),
      ];
    }
    const own = sent.filter(({ provider }) => provider === 'twilio');
    if (url.pathname === `${base}/Messages.json`) return [200, { messages: search(own, url.searchParams) }];
    const one = own.find(({ id }) => url.pathname === `${base}/Messages/${id}.json`);
    return one ? [200, resource(one)] : [404, { code: 20404, message: 'not found', status: 404 }];
  }

  function search(own: FakeSms[], query: URLSearchParams): Json[] {
    const since = new Date(query.get('DateSent>') ?? 0);
    return own.filter((one) => one.to === query.get('To') && one.at >= since).map(resource);
  }

  const resource = (sms: FakeSms): Json => ({
    sid: sms.id,
    to: sms.to,
    body: sms.text,
    status: ends.get(sms.to) ?? 'queued',
    error_code: ends.get(sms.to) === 'undelivered' ? 30003 : null,
  });

  function answer(
    { method = 'GET', headers }: http.IncomingMessage,
    url: URL,
    text: string,
    fault?: Fault,
  ): [number, unknown] {
    if (typeof fault === 'object')
      return [200, 'text' in fault ? fault.text : nest(text, { status: fault.status, message: 'as told' })];
    return url.pathname.startsWith('/api')
      ? [200, nest(text, answer019(url.pathname, headers.authorization, text))]
      : answerTwilio(method, url, headers.authorization, text);
  }

  const server = http.createServer((incoming, outgoing) => handle(incoming, outgoing).catch(() => outgoing.destroy()));
  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const text = (await incoming.setEncoding('utf8').toArray()).join('');
    const url = new URL(incoming.url ?? '/', 'http://fake');
    const provider = url.pathname.startsWith('/api') ? '019' : 'twilio';
    calls.push({ path: url.pathname, body: text });
    const isSend = incoming.method === 'POST' && (provider === 'twilio' || text.startsWith('{"sms"'));
    const fault = isSend ? faults.get(provider) : undefined;
    if (fault === 'slow') return;
    if (fault === 'dropped') return void incoming.socket.destroy();
    if (typeof fault === 'number') return void outgoing.writeHead(fault).end('oops');
    const [status, body] = answer(incoming, url, text, fault);
    if (fault === 'lost') return void incoming.socket.destroy();
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end(typeof body === 'string' ? body : JSON.stringify(body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    sent,
    calls,
    settings,
    blocked,
    ends,
    /** Until it is taken away again, messages given to this provider end so. */
    fault: (provider: '019' | 'twilio', fault: Fault | null) =>
      fault === null ? faults.delete(provider) : faults.set(provider, fault),
    url: `${origin}/api`,
    /** For the environment of an application under test. */
    env: {
      SMS_PROVIDERS: '019,twilio',
      SMS_019_URL: `${origin}/api`,
      SMS_019_USERNAME: ACCOUNT.username,
      SMS_019_TOKEN: ACCOUNT.token,
      TWILIO_URL: origin,
      TWILIO_ACCOUNT_SID: ACCOUNT.sid,
      TWILIO_AUTH_TOKEN: ACCOUNT.secret,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const textual = (values: Json): Json =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** `dd/mm/yy hh:mm` */
const dateOf = (text: string): number => {
  const [, day, month, year, hour, minute] = /^(\d\d)\/(\d\d)\/(\d\d) (\d\d):(\d\d)$/.exec(text) ?? [];
  return Date.UTC(2000 + Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
};

export type SmsFake = Awaited<ReturnType<typeof smsFake>>;
