import type { SignedInReply } from '#contract/customers/customers.ts';
import { outbox } from '#db/schema/index.ts';
import { and, desc, eq } from '#db/sql.ts';
import type { TestApp } from './app.ts';
import type { Reply } from './http.ts';

let phones = 0;

/** A mobile number that no other test of this file has. */
export const newPhone = (): string => `05200${String(++phones).padStart(5, '0')}`;

/** A caller with a network address of its own, for an app that trusts one proxy (`TRUST_PROXY: '1'`). */
export function caller(site: TestApp, { host = 'raam.localhost', address = newAddress() } = {}) {
  const headers = { 'x-forwarded-for': address };
  const otp = { ...headers, 'x-rate-limit': 'otp' };
  const post = (path: string, body?: unknown, extra: Record<string, string> = {}): Promise<Reply> =>
    site.call({ host, method: 'POST', path, body, headers: { ...headers, ...extra } });
  const get = (path: string, extra: Record<string, string> = {}): Promise<Reply> =>
    site.call({ host, path, headers: { ...headers, ...extra } });
  return {
    host,
    address,
    get,
    post,
    delete: (path: string, extra: Record<string, string> = {}): Promise<Reply> =>
      site.call({ host, method: 'DELETE', path, headers: { ...headers, ...extra } }),
    askCode: (phone: string, extra: Record<string, string> = {}): Promise<Reply> =>
      get(`/api/customers/get-otp-code?phone=${encodeURIComponent(phone)}`, { ...otp, ...extra }),
    verify: (phone: string, code: string, extra: Record<string, string> = {}): Promise<Reply> =>
      get(`/api/customers/login-verify-otp-code?phone=${encodeURIComponent(phone)}&code=${code}`, { ...otp, ...extra }),
  };
}

export type Caller = ReturnType<typeof caller>;

let addresses = 0;
const newAddress = (): string => `198.51.${Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;

/** The newest message to a phone, as the operator's command shows it. */
export async function lastSms(site: TestApp, phone: string): Promise<string> {
  const [row] = await site.deps.db
    .select({ body: outbox.body })
    .from(outbox)
    .where(and(eq(outbox.channel, 'sms'), eq(outbox.recipient, `+972${phone.slice(1)}`)))
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  return row?.body ?? '';
}

export const lastCode = async (site: TestApp, phone: string): Promise<string> =>
  /\d{6}/.exec(await lastSms(site, phone))?.[0] ?? '';

/** Asks for a code and gives it back right. */
export async function provePhone(
  site: TestApp,
  who: Caller,
  phone: string,
): Promise<{ ticket: string; registered: boolean; buyer: { first_name: string } | null }> {
  const asked = await who.askCode(phone);
  if (asked.status !== 200) throw new Error(asked.text);
  return (await who.verify(phone, await lastCode(site, phone))).json();
}

/** What `orders/create` is given by a guest who has proved the phone, as it has to be where nothing is paid online. */
export async function provedGuest(site: TestApp, phone = newPhone(), host = 'raam.localhost') {
  const { ticket } = await provePhone(site, caller(site, { host }), phone);
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: `dana.${phone}@example.com` };
  return { customer, phone_ticket: ticket };
}

/** A new customer, signed in. */
export async function signUp(site: TestApp, who: Caller = caller(site), phone = newPhone()) {
  const { ticket } = await provePhone(site, who, phone);
  const reply = await who.post('/api/customers/create-customer', { ticket, first_name: 'נועה', last_name: 'לוי' });
  if (reply.status !== 200) throw new Error(reply.text);
  const { token, customer } = reply.json<SignedInReply>();
  return { who, phone, token, customer, bearer: { authorization: `Bearer ${token}` } };
}

/** The newest mail to an address. */
export async function lastMail(site: TestApp, email: string): Promise<{ subject: string; body: string }> {
  const [row] = await site.deps.db
    .select({ subject: outbox.subject, body: outbox.body })
    .from(outbox)
    .where(and(eq(outbox.channel, 'email'), eq(outbox.recipient, email)))
    .orderBy(desc(outbox.createdAt))
    .limit(1);
  return row ?? { subject: '', body: '' };
}

/** A new customer with an e-mail address and a password, signed in. */
export async function signUpByPassword(site: TestApp, email: string, password: string) {
  const who = caller(site);
  const phone = newPhone();
  const { ticket } = await provePhone(site, who, phone);
  const body = { ticket, first_name: 'נועה', last_name: 'לוי', email, password };
  const reply = await who.post('/api/customers/create-customer', body);
  if (reply.status !== 200) throw new Error(reply.text);
  const { token, customer } = reply.json<SignedInReply>();
  return { who, phone, email, token, customer, bearer: { authorization: `Bearer ${token}` } };
}
