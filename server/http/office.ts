import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Db } from '#db/client.ts';
import type { Deps, OfficeContext, StaffMember } from '../context.ts';
import type { Environment } from '../platform/environment.ts';
import { refuse } from '../platform/errors.ts';
import { staffOfKey } from '../staff/api-keys.ts';
import { staffOfSession } from '../staff/sessions.ts';
import { storeKey } from '../stores/stores.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** On the office's host; `null` on all others. */
    office: OfficeContext | null;
  }
  interface FastifyContextConfig {
    /** Answers on the office's host, and only there. */
    office?: boolean;
    /** Of these, what programs call with a key (`http/office-api.ts`): no cookie counts there. */
    officeApi?: boolean;
  }
}

/** `__Host-`: only this host, only whole, only secure (browsers take `*.localhost` for that). */
const OFFICE_COOKIE = '__Host-office';
const DEVICE_COOKIE = '__Host-office-device';

/** The demo's office is `office.<anything>`; in live mode it has the host that OFFICE_HOST names, or there is none. */
export function isOfficeHost({ MODE, OFFICE_HOST }: Environment, host: string): boolean {
  if (OFFICE_HOST) return host.toLowerCase().replace(/:\d+$/, '') === OFFICE_HOST;
  return MODE === 'demo' && storeKey(host) === 'office';
}

/** On both kinds of host: pictures and health checks. */
const SHARED = /^\/(?:media\/|healthz$|readyz$)/;
const FILES = /^\/assets\/office\//;

/**
 * The office's host answers the office and nothing of the shops', and the other way round: another origin, so that a
 * fault in a shop's page can't act here. `db`: writes as the person who acts (`connect` with `actor: 'each'`).
 */
export function office(app: FastifyInstance, deps: Deps, db: Db): void {
  const isAllowed = allowedIps(deps.env.OFFICE_ALLOWED_IPS);
  app.decorateRequest('office', null);
  app.addHook('onRequest', async (request, reply) => {
    const { url, routeOptions } = request;
    const isFile = FILES.test(url);
    if (!isOfficeHost(deps.env, request.host)) {
      if (isFile || routeOptions.config?.office) throw refuse('NOT_FOUND');
      return;
    }
    reply.header('x-robots-tag', 'noindex, nofollow');
    if (!isAllowed(request.ip)) throw refuse('NOT_FOUND');
    if (isFile || SHARED.test(url)) return;
    if (!routeOptions.config?.office) throw refuse('NOT_FOUND');
    const isApi = routeOptions.config.officeApi === true;
    // Browsers name the origin of every write; who names none isn't one.
    if (!isApi && !/^(?:GET|HEAD|OPTIONS)$/.test(request.method) && !request.headers.origin)
      throw refuse('FORBIDDEN_ORIGIN');
    request.office = contextOf(request, deps, db);
    request.office.staff = await callerOf(request, request.office, isApi);
  });
}

/** Without ranges, every address is. */
function allowedIps(ranges: string[]): (ip: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) {
    const [ip = '', bits] = range.split('/');
    const family = isIPv6(ip) ? 'ipv6' : 'ipv4';
    if (bits) list.addSubnet(ip, Number(bits), family);
    else list.addAddress(ip, family);
  }
  return (ip) => ranges.length === 0 || list.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4');
}

const bearerOf = ({ headers }: FastifyRequest): string | undefined =>
  /^Bearer ([\w-]{20,100})$/i.exec(headers.authorization ?? '')?.[1];

/** A person by their cookie; a program by its key, and by nothing else. */
async function callerOf(request: FastifyRequest, ctx: OfficeContext, isApi: boolean): Promise<StaffMember | null> {
  if (isApi) {
    const key = bearerOf(request);
    return key ? staffOfKey(ctx, key) : null;
  }
  const token = request.cookies[OFFICE_COOKIE];
  return token ? staffOfSession(ctx, token) : null;
}

function contextOf(request: FastifyRequest, deps: Deps, db: Db): OfficeContext {
  return {
    ...deps,
    db,
    reader: db,
    requestId: request.id,
    origin: `${request.protocol}://${request.host}`,
    ipAddress: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    device: request.cookies[DEVICE_COOKIE] ?? '',
    log: request.log,
    staff: null,
    source: request.url
      .replace(/\?.*$/, '')
      .replace(/\.data$/, '')
      .slice(0, 200),
  };
}
