import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { Environment } from '../../../platform/environment.ts';
import { keyedHash } from '../../../platform/keyed-hash.ts';

/** For the gateway, which knows nothing of the server but this file. */
export { sameSecret } from '../../../platform/keyed-hash.ts';

/** Reserved first label of the gateway's host. */
export const LABEL = 'pay';
export const API_HOST = `${LABEL}.localhost`;
export const gatewayOrigin = (env: Pick<Environment, 'PORT'>): string => `http://${API_HOST}:${env.PORT}`;

/** Only shops may frame the pages; forms lead back to the gateway and, by its redirect, to the page's shop. */
export const contentSecurityPolicy = (env: Pick<Environment, 'PORT'>, shop = ''): string =>
  [
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; img-src data:; base-uri 'none'",
    `form-action 'self' ${shop}`,
    `frame-ancestors 'self' http://*.localhost:${env.PORT} ${shop}`,
  ].join('; ');

/** Secrets shared by shop and gateway: the API key, and the key that signs webhooks. */
export const apiKey = (secret: string): string => keyedHash(secret, 'sandbox:api');
const webhookKey = (secret: string): string => keyedHash(secret, 'sandbox:webhook');

export const SIGNATURE_HEADER = 'x-sandbox-signature';
/** An older or newer webhook is a replay. */
const TOLERANCE_SECONDS = 300;

const digest = (secret: string, seconds: number, body: string): Buffer =>
  createHmac('sha256', webhookKey(secret)).update(`${seconds}.${body}`).digest();

/** `t=<seconds>,v1=<HMAC-SHA256 over "seconds.body">` */
// lint-allow wall-clock: a gateway stamps what it sends by its own time
export function signature(secret: string, body: string, seconds = Math.floor(Date.now() / 1000)): string {
  return `t=${seconds},v1=${digest(secret, seconds, body).toString('hex')}`;
}

export function isSigned(secret: string, body: string, header: string | undefined): boolean {
  const parts = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!parts?.[1] || !parts[2]) return false;
  const seconds = Number(parts[1]);
  // lint-allow wall-clock: for the same reason as above
  if (Math.abs(Date.now() / 1000 - seconds) > TOLERANCE_SECONDS) return false;
  return timingSafeEqual(digest(secret, seconds, body), Buffer.from(parts[2], 'hex'));
}

type Call = { host: string; method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string };

const agent = new http.Agent({ keepAlive: true });

/**
 * One request to this very server. Shop and gateway share a process, and names below `localhost` don't resolve
 * everywhere, so the connection goes to the listening address with the name in the Host header.
 */
export function callSelf(
  env: Pick<Environment, 'HOST' | 'PORT'>,
  call: Call,
): Promise<{ status: number; text: string }> {
  const host = ({ '0.0.0.0': '127.0.0.1', '::': '::1' } as Record<string, string>)[env.HOST] ?? env.HOST;
  const headers = {
    ...call.headers,
    host: call.host,
    ...(call.body !== undefined && {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(call.body)),
    }),
  };
  return new Promise((resolve, reject) => {
    const sent = http.request(
      {
        host,
        port: env.PORT,
        method: call.method,
        path: call.path,
        headers,
        agent,
        signal: AbortSignal.timeout(10_000),
      },
      (reply) => {
        let text = '';
        reply.setEncoding('utf8');
        reply.on('data', (part: string) => (text += part));
        reply.on('error', reject);
        reply.on('end', () => resolve({ status: reply.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(call.body);
  });
}
