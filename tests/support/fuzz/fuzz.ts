import http from 'node:http';
import { errorReply } from '#contract/common.ts';
import { SECRET, type TestApp } from '../app.ts';
import { ROOT } from '../template.ts';
import { type FuzzRequest, type OpenApi, requestsOf } from './requests.ts';
import { fuzzWorld, MARKERS } from './world.ts';

type Finding = { what: string; request: string; reply: string };
export type FuzzReport = {
  requests: number;
  calls: number;
  statuses: Record<string, number>;
  slowestMs: number;
  findings: Finding[];
};

const PATIENCE_MS = 20_000;
/** What only the server's inside says. No hostile text that is sent has any of it, so that an echo is none. */
const INSIDE =
  /\n\s+at \S+ \(|\.[mc]?[jt]sx?:\d+:\d+|node_modules|node:internal|Failed query|DrizzleQuery|syntax error at|violates |invalid input syntax|relation \\?"|ECONN|ENOENT|EACCES|\$argon2|password_hash|gate_?hash|postgres(?:ql)?:\/\//i;
/** 503 is an answer only where the outside world is asked. */
const OUTSIDE = ['SOCIAL_UNAVAILABLE', 'PAYMENT_PROVIDER_DOWN'];

/**
 * Asks every call of the OpenAPI document with values that are right, at their limits, of other types and hostile.
 * Found is whatever answers 5xx, tells of the server's inside or of another's data, answers in no known form, or not in
 * time.
 */
export async function fuzz(
  site: TestApp,
  options: { perCall: number; seed: number; concurrency?: number; say?: (line: string) => void },
): Promise<FuzzReport> {
  const document = (await site.call({ path: '/api/openapi.json' })).json<OpenApi>();
  const world = await fuzzWorld(site);
  const queue = requestsOf(document, world.pools, world.examples, options);
  const report: FuzzReport = {
    requests: 0,
    calls: new Set(queue.map(({ call }) => call)).size,
    statuses: {},
    slowestMs: 0,
    findings: [],
  };
  const agent = new http.Agent({ keepAlive: true });
  let { token } = await world.attacker();
  let renewing: Promise<void> | null = null;

  const worker = async () => {
    for (let request = queue.pop(); request; request = queue.pop()) {
      await renewing;
      const reply = await send(site.port, agent, request, token, report.requests++);
      note(report, request, reply);
      if (reply.status === 200 && /logout|delete-account|change-password|reset-password/.test(request.call)) {
        renewing ??= world.attacker().then((next) => {
          token = next.token;
          renewing = null;
        });
      }
      if (report.requests % 5_000 === 0) options.say?.(`${report.requests} requests, ${queue.length} to go`);
    }
  };
  await Promise.all(Array.from({ length: options.concurrency ?? 16 }, worker));
  agent.destroy();
  return report;
}

type Answer = { status: number; text: string; ms: number; failed?: string };

function send(
  port: number,
  agent: http.Agent | false,
  request: FuzzRequest,
  token: string,
  number: number,
): Promise<Answer> {
  const began = performance.now();
  const { method, path, body, who } = request;
  const credential = who === 'forged' ? request.credential : token;
  const cookie = [request.headers.cookie, who === 'cookie' && `auth._token.local=${token}`].filter(Boolean).join('; ');
  const headers: http.OutgoingHttpHeaders = {
    host: `raam.localhost:${port}`,
    // A visitor's address for ten requests each: limits are met, and don't hide everything else.
    'x-forwarded-for': `203.0.${Math.floor(number / 2_500) % 250}.${Math.floor(number / 10) % 250}`,
    ...request.headers,
    ...(cookie && { cookie }),
    ...((who === 'bearer' || who === 'forged') && { authorization: `Bearer ${credential}` }),
    ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
  };
  return new Promise((resolve) => {
    const done = (status: number, text: string, failed?: string) =>
      resolve({ status, text, ms: performance.now() - began, ...(failed && { failed }) });
    let answered = false;
    const sent = http.request({ host: '127.0.0.1', port, method, path, headers, agent, timeout: PATIENCE_MS });
    sent.on('timeout', () => {
      done(0, '', 'no answer in time');
      sent.destroy();
    });
    sent.on('error', (error: NodeJS.ErrnoException) => {
      // A body beyond the limit is answered before it is there, and the connection may be gone before that is read.
      const cut = Buffer.byteLength(body ?? '') > 1024 * 1024 && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
      if (answered) return;
      // The server closed a kept connection just as it was used again: HTTP has the client ask once more.
      if (!cut && sent.reusedSocket && error.code === 'ECONNRESET')
        return resolve(send(port, false, request, token, number));
      done(cut ? 413 : 0, '', cut ? undefined : error.message);
    });
    sent.on('response', (reply) => {
      answered = true;
      const parts: Buffer[] = [];
      const end = () => done(reply.statusCode ?? 0, Buffer.concat(parts).toString());
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('end', end);
      reply.on('error', end);
    });
    sent.end(body);
  });
}

function note(report: FuzzReport, request: FuzzRequest, reply: Answer): void {
  const what = verdict(request, reply);
  report.statuses[reply.status] = (report.statuses[reply.status] ?? 0) + 1;
  report.slowestMs = Math.max(report.slowestMs, reply.ms);
  if (!what || report.findings.length >= 200) return;
  const body = Buffer.isBuffer(request.body) ? request.body.toString('base64') : (request.body ?? '');
  const { kind, method, path, who, headers } = request;
  report.findings.push({
    what,
    request: `${kind} ${method} ${path.slice(0, 600)} as ${who} ${JSON.stringify(headers).slice(0, 300)} ${body.slice(0, 600)}`,
    reply: `${reply.status} ${reply.text.slice(0, 300)}`,
  });
}

/** What is wrong with the answer, or `null`. */
function verdict(request: FuzzRequest, { status, text, failed }: Answer): string | null {
  if (failed) return failed;
  const leak = INSIDE.exec(text)?.[0] ?? [SECRET, ROOT, ...MARKERS].find((word) => text.includes(word));
  // Its own document tells of fields by their names.
  if (leak) return `tells “${leak}”`;
  if (status < 400) return null;
  // HEAD and what Node refuses by itself (a request line or headers beyond its limits) have no body.
  if (status === 431 || (text === '' && status === 413)) return null;
  const parsed = errorReply.safeParse(parse(text));
  if (status >= 500 && !(status === 503 && OUTSIDE.includes(parsed.data?.error_code ?? ''))) return `answers ${status}`;
  if (!parsed.success && /^\/(?:api|customer)\//.test(request.path)) return 'answers an error in no known form';
  return null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
