import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { request as send } from './http.ts';
import { answer, type FakePage, type FakeTransaction, PayplusBooks } from './payplus-fake/calls.ts';

type Json = Record<string, unknown>;
export type Act =
  | 'approve'
  | 'decline'
  | 'wrong-amount'
  | 'other-order'
  | 'dollars'
  | 'refund'
  | 'charged'
  | 'bit'
  | 'google-pay'
  | 'apple-pay'
  | 'abandon';
/** `lost`: carried out, and the answer never arrives. `slow`: never answered. */
type Fault = 'lost' | 'slow' | 500 | { code: number } | { text: string };

const ACCOUNT = { apiKey: 'key of the fake', secretKey: 'secret of the fake', pageUid: randomUUID() };

/**
 * PayPlus REST v1.0 with money that is only counted: pages, transactions, holds and refunds as the vendor documents
 * them. It keeps `more_info` with what it charges, and writes invoices only when it is told to (`books.writeInvoices`),
 * as they come seconds later.
 */
export async function payplusFake() {
  const books = new PayplusBooks();
  const calls: { path: string; request: Json }[] = [];
  const webhooks: { status: number }[] = [];
  const faults = new Map<string, Fault>();
  const settings = {
    pending: 'code' as 'code' | 'null',
    webhooks: true,
    signs: 'bytes' as 'bytes' | 'rewritten' | 'wrong',
  };

  async function report(ref: string): Promise<void> {
    const page = books.pages.get(ref);
    const last = page?.transactions.at(-1);
    if (!page || !last) return;
    const to = new URL(String(page.body.refURL_callback));
    const body = nested(ref, last);
    const text = settings.signs === 'rewritten' ? JSON.stringify(body, null, 1) : JSON.stringify(body);
    const secret = settings.signs === 'wrong' ? 'of somebody else' : ACCOUNT.secretKey;
    const hash = createHmac('sha256', secret).update(JSON.stringify(body)).digest('base64');
    const reply = await send(Number(to.port), {
      host: to.hostname,
      method: 'POST',
      path: to.pathname,
      body: text,
      headers: { 'content-type': 'application/json', 'user-agent': 'PayPlus', hash },
    }).catch(() => null);
    webhooks.push({ status: reply?.status ?? 0 });
  }

  /** What a card holder does on the page. */
  async function act(ref: string, what: Act): Promise<void> {
    const page = books.pages.get(ref);
    if (!page) throw new Error(`there is no page ${ref}`);
    const last = page.transactions.at(-1);
    if (what === 'abandon' || page.disabled || last?.code === '000') return;
    books.write(page, transactionOf(page, what));
    if (settings.webhooks && (what !== 'decline' || page.body.send_failure_callback === true)) await report(ref);
  }

  const server = http.createServer((incoming, outgoing) => handle(incoming, outgoing).catch(() => outgoing.destroy()));

  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const text = (await incoming.setEncoding('utf8').toArray()).join('');
    const path = /^\/api\/v1\.0\/(.+)$/.exec(incoming.url ?? '')?.[1] ?? '';
    const fault = faults.get(path);
    const request = JSON.parse(text || '{}') as Json;
    calls.push({ path, request });
    if (fault === 'slow') return;
    if (fault === 500) return void outgoing.writeHead(500).end('oops');
    if (typeof fault === 'object' && 'text' in fault) return void outgoing.writeHead(200).end(fault.text);
    const { 'api-key': key, 'secret-key': secret } = incoming.headers;
    const given =
      key !== ACCOUNT.apiKey || secret !== ACCOUNT.secretKey
        ? {
            status: 200,
            body: { results: { status: 'error', code: 1, message: 'API_KEY / SECRET_KEY ARE INCORRECT' } },
          }
        : typeof fault === 'object'
          ? { status: 200, body: { results: { status: 'rejected', code: fault.code, description: 'שגיאה' }, data: {} } }
          : answer(books, ACCOUNT.pageUid, path, request, settings.pending);
    if (fault === 'lost') return void incoming.socket.destroy();
    outgoing.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account: ACCOUNT,
    books,
    calls,
    webhooks,
    settings,
    act,
    report,
    /** Until it is taken away again, calls of this path end so. */
    fault: (path: string, fault: Fault | null) => (fault === null ? faults.delete(path) : faults.set(path, fault)),
    /** For the environment of an application under test. */
    env: {
      PAYPLUS_API_KEY: ACCOUNT.apiKey,
      PAYPLUS_SECRET_KEY: ACCOUNT.secretKey,
      PAYPLUS_PAGE_UID: ACCOUNT.pageUid,
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function transactionOf({ body }: FakePage, what: Act): Parameters<PayplusBooks['write']>[1] {
  const amount = Number(body.amount);
  const wallet = what === 'bit' || what === 'google-pay' || what === 'apple-pay';
  if (wallet && !(body.allowed_charge_methods as string[]).includes(what))
    throw new Error(`the page does not offer ${what}`);
  const hold = body.charge_method === 2 && what !== 'charged';
  return {
    type: what === 'refund' ? 'Refund' : hold ? 'Approval' : 'Charge',
    code: what === 'decline' ? '004' : '000',
    amount: what === 'wrong-amount' ? amount - 1 : amount,
    currency: what === 'dollars' ? 'USD' : 'ILS',
    method: wallet ? what : 'credit-card',
    moreInfo: what === 'other-order' ? randomUUID() : String(body.more_info),
    payments: Number(body.payments_selected ?? 1),
  };
}

/** A report, in the shape that callbacks have. */
const nested = (ref: string, one: FakeTransaction): Json => ({
  transaction_type: one.type,
  transaction: {
    uid: one.uid,
    payment_page_request_uid: ref,
    number: '1',
    status_code: one.code,
    amount: one.amount,
    currency: one.currency,
    payments: { number_of_payments: one.payments },
    approval_number: '12345',
    more_info: one.moreInfo,
    alternative_method_name: one.method === 'credit-card' ? null : one.method,
  },
  data: { card_information: { four_digits: one.method === 'bit' ? '' : '9844' }, items: [] },
});

export type PayplusFake = Awaited<ReturnType<typeof payplusFake>>;
