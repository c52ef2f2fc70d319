import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Books, type FakePage, type Json } from './cardcom-fake/books.ts';
import { type Answer, answer, type FakeAccount, lowProfileResult } from './cardcom-fake/calls.ts';
import { request as send } from './http.ts';

export type Act =
  | 'approve'
  | 'decline'
  | 'wrong-amount'
  | 'other-order'
  | 'dollars'
  | 'refund'
  | 'terminal'
  | 'charged'
  | 'token'
  | 'abandon';
/** `lost`: carried out, and the answer never arrives. `slow`: never answered. */
type Fault = 'lost' | 'slow' | 500 | { code: number } | { text: string };
type LoggedCall = { path: string; request: Json; answer: Answer | null };

/** Minutes between the vendor's attempts to report; after the last it gives up. */
const RETRY_MINUTES = [1, 2, 2, 16, 60, 720, 720];

const ACCOUNT: FakeAccount = { terminal: 1000, apiName: 'test2025', apiPassword: 'secret of the fake' };

/**
 * CardCom API v11 with money that is only counted: pages, deals, refunds and documents as the vendor documents them,
 * and a page with a button for each end. `minute`: how many milliseconds a minute of its retry schedule takes.
 */
export async function cardcomFake({ minute = 1 } = {}) {
  const books = new Books();
  const calls: LoggedCall[] = [];
  const webhooks: { body: Json; status: number }[] = [];
  const faults = new Map<string, Fault>();
  const timers = new Set<NodeJS.Timeout>();
  const settings = { pending: 'code' as 'code' | 'null', webhooks: true, bit: true };

  async function report(page: FakePage, attempt = 0): Promise<void> {
    const to = new URL(String(page.body.WebHookUrl));
    const body = lowProfileResult(ACCOUNT, page);
    const reply = await send(Number(to.port), { host: to.hostname, method: 'POST', path: to.pathname, body }).catch(
      () => null,
    );
    webhooks.push({ body, status: reply?.status ?? 0 });
    const after = RETRY_MINUTES[attempt];
    if (reply?.status === 200 || after === undefined) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void report(page, attempt + 1);
    }, after * minute);
    timers.add(timer);
  }

  /** What a card holder does on the page. */
  async function act(guid: string, what: Act): Promise<void> {
    const page = books.pages.get(guid);
    if (!page) throw new Error(`there is no page ${guid}`);
    if (what === 'abandon') return;
    if (page.deal && (page.deal.code === 0 || page.deal.code >= 700)) return;
    // With `token` something was authorised, and nobody says what.
    if (what !== 'token') page.deal = books.charge(...dealOf(page, what));
    // A token comes back even for a plain charge, as seen live.
    if (what !== 'decline') page.token = randomUUID();
    if (what === 'other-order') page.body.ReturnValue = randomUUID();
    if (what === 'dollars' || what === 'terminal') spoilt.set(guid, what);
    if (settings.webhooks && what !== 'decline') await report(page);
  }

  const spoilt = new Map<string, Act>();

  function spoil(path: string, body: Json, given: Answer): Answer {
    const how = path === 'LowProfile/GetLpResult' ? spoilt.get(String(body.LowProfileId)) : undefined;
    if (how === 'dollars') Object.assign(given.body.TranzactionInfo as Json, { CoinId: 2 });
    // Only a terminal with Bit has such a page.
    if (path === 'LowProfile/Create' && settings.bit && given.body.Url) given.body.UrlToBit = `${given.body.Url}&bit=1`;
    if (how === 'terminal') given.body.TerminalNumber = 999;
    return given;
  }

  // A process that is killed hangs up in the middle of what it asks.
  const server = http.createServer((incoming, outgoing) => handle(incoming, outgoing).catch(() => outgoing.destroy()));

  async function handle(incoming: http.IncomingMessage, outgoing: http.ServerResponse): Promise<void> {
    const text = (await incoming.setEncoding('utf8').toArray()).join('');
    const path = incoming.url ?? '';
    const page = /^\/EA\/LPC6\/\d+\/([0-9a-f-]{36})/.exec(path)?.[1];
    if (page) return showPage(outgoing, incoming.method ?? 'GET', page, text);
    const name = /^\/api\/v11\/(.+)$/.exec(path)?.[1] ?? '';
    const fault = faults.get(name);
    const body = JSON.parse(text || '{}') as Json;
    if (fault === 'slow') return void calls.push({ path: name, request: body, answer: null });
    if (fault === 500) return void outgoing.writeHead(500).end('oops');
    if (typeof fault === 'object' && 'text' in fault) return void outgoing.writeHead(200).end(fault.text);
    const given =
      typeof fault === 'object'
        ? { status: 200, body: { ResponseCode: fault.code, Description: 'שגיאה' } }
        : spoil(name, body, answer(books, ACCOUNT, name, body, settings.pending));
    calls.push({ path: name, request: body, answer: given });
    if (fault === 'lost') return void incoming.socket.destroy();
    outgoing.writeHead(given.status, { 'content-type': 'application/json' }).end(JSON.stringify(given.body));
  }

  async function showPage(outgoing: http.ServerResponse, method: string, guid: string, text: string): Promise<void> {
    const page = books.pages.get(guid);
    if (!page) return void outgoing.writeHead(404).end();
    if (method === 'POST') {
      const what = (new URLSearchParams(text).get('act') ?? 'abandon') as Act;
      await act(guid, what);
      const to = what === 'decline' ? page.body.FailedRedirectUrl : page.body.SuccessRedirectUrl;
      return void outgoing.writeHead(302, { location: String(to) }).end();
    }
    const button = (act: Act) => `<button name="act" value="${act}">${act}</button>`;
    const buttons = (['approve', 'decline', 'abandon', 'wrong-amount'] as const).map(button).join('');
    outgoing
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><html lang="he" dir="rtl"><title>CardCom</title><form method="post">${buttons}</form></html>`,
      );
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    port: (server.address() as AddressInfo).port,
    account: ACCOUNT,
    books,
    calls,
    webhooks,
    settings,
    act,
    report: (guid: string) => report(books.pages.get(guid) as FakePage, RETRY_MINUTES.length),
    /** Until it is taken away again, calls of this path end so. */
    fault: (path: string, fault: Fault | null) => (fault === null ? faults.delete(path) : faults.set(path, fault)),
    /** For the environment of an application under test. */
    env: {
      CARDCOM_TERMINAL: String(ACCOUNT.terminal),
      CARDCOM_API_NAME: ACCOUNT.apiName,
      CARDCOM_API_PASSWORD: ACCOUNT.apiPassword,
    },
    async close() {
      timers.forEach(clearTimeout);
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function dealOf({ body }: FakePage, what: Act): Parameters<Books['charge']> {
  const amount = Number(body.Amount);
  const hold = body.Operation === 'CreateTokenOnly' && what !== 'charged';
  const code = what === 'decline' ? 4 : hold ? 701 : 0;
  const documentWanted = what === 'decline' ? undefined : body.Document;
  // What stands selected on the page; the vendor's default is one.
  const { MinNumOfPayments = 1, SelectedNumOfPayments = MinNumOfPayments } = Object(body.AdvancedDefinition);
  return [
    what === 'wrong-amount' ? amount - 1 : amount,
    { code, isRefund: what === 'refund', documentWanted, payments: Number(SelectedNumOfPayments) },
  ];
}

export type CardcomFake = Awaited<ReturnType<typeof cardcomFake>>;
