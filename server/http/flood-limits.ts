import type { FastifyInstance, FastifyRequest } from 'fastify';
import { formatWait } from '#domain/calendar/wait.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../platform/errors.ts';
import { isLoopback, networkKey } from '../platform/ip-address.ts';
import { CALLS_A_MINUTE, REQUESTS_A_MINUTE } from '../platform/limit-policies.ts';
import type { Standing } from '../platform/limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Rules that this request was counted under, for the reply's headers. */
    limits: Standing[];
  }
}

const MINUTE_MS = 60_000;
const MAX_COUNTED = 50_000;
/** The same for everybody, sent from memory or disk. */
const FILES = /^\/(?:assets|media|icons)\//;

/** Counts by key and minute, in this process. */
export function minuteCounter(): (policy: string, key: string, most: number, at: number) => Standing {
  const counts = new Map<string, { count: number; until: number }>();
  return (policy, key, most, at) => {
    const current = counts.get(key);
    // A window that would begin in the future (the database's clock was set back) is discarded.
    const goesOn = current && current.until > at && current.until - at <= MINUTE_MS;
    const counted = goesOn ? current : { count: 0, until: at + MINUTE_MS };
    counted.count += 1;
    if (counted !== current) {
      counts.delete(key);
      if (counts.size >= MAX_COUNTED) counts.delete(counts.keys().next().value as string);
      counts.set(key, counted);
    }
    const reset = Math.max(1, Math.ceil((counted.until - at) / 1_000));
    return { name: policy, most, window: 60, remaining: most - counted.count, reset };
  };
}

/** @throws RATE_LIMITED where one of them is used up; the reply's headers tell which */
export function refuseFlood(
  request: FastifyRequest,
  standings: Standing[],
  { refusals }: Deps['metrics'],
  by = 'ip',
): void {
  const over = standings.filter(({ remaining }) => remaining < 0).sort((a, b) => b.reset - a.reset)[0];
  if (!over) return;
  refusals.inc({ policy: over.name, by });
  request.limits = [{ ...over, remaining: 0 }];
  const message = `התקבלו מכאן בקשות רבות מדי. אפשר לנסות שוב בעוד ${formatWait(over.reset)}`;
  throw refuse('RATE_LIMITED', { message, retryAfter: over.reset });
}

/**
 * Protects the process from floods: requests per IP address and minute, in total and per expensive route. Counted per
 * process, so that a flood costs no query; several processes allow as many times more. Loopback is not limited. Also
 * writes the `RateLimit` headers of any limit.
 */
export function limits(app: FastifyInstance, { now, metrics }: Deps): void {
  const count = minuteCounter();
  app.decorateRequest('limits');
  app.addHook('onRequest', async (request: FastifyRequest) => {
    request.limits = [];
    // The head of a page or file costs what it costs whole.
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const route = `${method} ${request.routeOptions.url}`;
    const most = CALLS_A_MINUTE[route];
    const isFile = request.routeOptions.url !== '*' && FILES.test(request.url) && !most;
    if (isLoopback(request.ip) || isFile) return;
    const network = networkKey(request.ip);
    const at = now().getTime();
    const standings = [
      count('requests', network, REQUESTS_A_MINUTE, at),
      ...(most ? [count('calls', `${network} ${route}`, most, at)] : []),
    ];
    request.limits = standings.slice(1);
    refuseFlood(request, standings, metrics);
  });

  app.addHook('onSend', async (request, reply) => {
    const standings = request.limits ?? [];
    // Shared caches must not receive one caller's limits.
    if (standings.length === 0 || /\bpublic\b/.test(String(reply.getHeader('cache-control') ?? ''))) return;
    reply.header(
      'ratelimit-policy',
      standings.map(({ name, most, window }) => `"${name}";q=${most};w=${window}`).join(', '),
    );
    reply.header(
      'ratelimit',
      standings.map(({ name, remaining, reset }) => `"${name}";r=${remaining};t=${reset}`).join(', '),
    );
  });
}
