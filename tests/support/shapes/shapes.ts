import http from 'node:http';
import type { OpenApi } from '../fuzz/requests.ts';
import { request } from '../http.ts';
import { chance, type ShapedRequest, shapedRequests } from './requests.ts';

/** `allowedMs`: the limit, or on a machine that is slower than that, what four ordinary pages take at the same time. */
type Blocking = { ms: number; allowedMs: number; request: string };
export type ShapesReport = {
  requests: number;
  statuses: Record<string, number>;
  worst: Blocking[];
  /** Those that kept a second client waiting for longer than allowed. */
  blocking: Blocking[];
  failures: string[];
};

/** So many are sent at once; where a second client then waits too long, each is sent alone. */
const TOGETHER = 6;
/** A machine that is busy with something else stops everybody now and then; a shape that blocks does so each time. */
const AGAIN = 6;
/** A page that is made anew for each visitor, as most that is asked of the server. */
const PLAIN: ShapedRequest = { method: 'GET', path: '/category/motorbikes?view=box', headers: { accept: 'text/html' } };

/**
 * Sends requests of all shapes to a server of its own process, and looks by a second client at how long it answers
 * nobody: what `/healthz` waits for while a request is worked on. What fails with 500 is told, too.
 */
export async function shapes(
  port: number,
  options: {
    seed: number;
    limitMs: number;
    count?: number;
    requests?: ShapedRequest[];
    headers?: Record<string, string>;
    say?: (line: string) => void;
  },
): Promise<ShapesReport> {
  const document = (await request(port, { path: '/api/openapi.json' })).json<OpenApi>();
  const queue = options.requests ?? shapedRequests(document, options.seed, options.count ?? 0);
  const of = chance(options.seed);
  const agent = new http.Agent({ keepAlive: true, maxSockets: TOGETHER });
  const second = new http.Agent({ keepAlive: true, maxSockets: 1 });
  const report: ShapesReport = { requests: 0, statuses: {}, worst: [], blocking: [], failures: [] };

  async function send(one: ShapedRequest): Promise<void> {
    // Each from an address of its own: limits are met otherwise, and hide everything else.
    const from = `${1 + of.upTo(200)}.${of.upTo(255)}.${of.upTo(255)}.${1 + of.upTo(253)}`;
    const headers = { 'x-forwarded-for': from, ...options.headers, ...one.headers };
    const status = await request(port, { ...one, headers, agent }).then(
      (reply) => reply.status,
      // A body that is refused before it is there ends the connection.
      () => 0,
    );
    report.requests += 1;
    report.statuses[status] = (report.statuses[status] ?? 0) + 1;
    if (status === 500) report.failures.push(told(one));
  }

  /** The longest wait of a second client, in milliseconds, while these are worked on. */
  async function blocked(batch: ShapedRequest[]): Promise<number> {
    let done = false;
    const sent = Promise.all(batch.map(send)).then(() => {
      done = true;
    });
    let worst = 0;
    do {
      const began = performance.now();
      await request(port, { path: '/healthz', agent: second });
      worst = Math.max(worst, performance.now() - began);
    } while (!done);
    await sent;
    return worst;
  }

  async function least(one: ShapedRequest, times: number, below: number): Promise<number> {
    let ms = Number.POSITIVE_INFINITY;
    for (let time = 0; time < times && ms >= below; time++) ms = Math.min(ms, await blocked([one]));
    return ms;
  }

  async function alone(one: ShapedRequest): Promise<Blocking> {
    const ms = await least(one, AGAIN, options.limitMs);
    const allowedMs =
      ms < options.limitMs ? options.limitMs : Math.max(options.limitMs, 4 * (await least(PLAIN, 3, 0)));
    return { ms, allowedMs, request: told(one) };
  }

  for (let at = 0; at < queue.length; at += TOGETHER) {
    const batch = queue.slice(at, at + TOGETHER);
    const together = await blocked(batch);
    if (together < options.limitMs)
      keep(report, { ms: together, allowedMs: options.limitMs, request: batch.map(told).join(' + ').slice(0, 200) });
    else for (const one of batch) keep(report, await alone(one));
    if (at % 1_200 === 0) options.say?.(`${at} of ${queue.length}, worst ${report.worst[0]?.ms.toFixed(0) ?? 0} ms`);
  }
  agent.destroy();
  second.destroy();
  return report;
}

function keep(report: ShapesReport, one: Blocking): void {
  report.worst = [...report.worst, one].sort((a, b) => b.ms - a.ms).slice(0, 20);
  if (one.ms >= one.allowedMs) report.blocking.push(one);
}

const told = ({ method, path, headers, body }: ShapedRequest): string =>
  `${method} ${path.slice(0, 120)} (${path.length}) ${JSON.stringify(headers).slice(0, 120)} ${String(body ?? '').slice(0, 160)} (${body?.length ?? 0})`;
