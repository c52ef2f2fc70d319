import { createHmac } from 'node:crypto';
import dns from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import { isIP, isIPv6 } from 'node:net';
import { isPublicIp } from '../../platform/ip-address.ts';

export type Webhook = {
  /** Uuid of the outbox row: a message that arrives twice has the same. */
  id: string;
  url: string;
  body: string;
  /** `whsec_` and base64. */
  key: string;
};

/** Permanent failure: an address that must not be contacted, or 410 Gone. */
export class WebhookRefused extends Error {
  /** What the receiver answered. */
  readonly status: number | undefined;
  constructor(message: string, status?: number) {
    super(message);
    this.status = status;
  }
}

/** It was reached and didn't take the message. */
export class WebhookAnswered extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`the receiver answered ${status}`);
    this.status = status;
  }
}

const TIMEOUT_MS = 10_000;

/**
 * Posts JSON, signed per Standard Webhooks: `webhook-signature` is `v1,` and the base64 of HMAC-SHA256 over
 * `id.seconds.body`. The name is resolved once, every IP address must be public, and the connection goes to one of
 * them, so that DNS rebinding can't reach internal hosts; redirects aren't followed.
 * @returns the receiver's status @throws WebhookRefused, or another error when a retry makes sense
 */
export async function sendWebhook(webhook: Webhook, hosts: 'public' | 'any', now: Date): Promise<number> {
  const url = new URL(webhook.url);
  if (url.protocol !== 'https:' && hosts === 'public') throw new WebhookRefused('a webhook needs https');
  const ipAddress = await ipAddressOf(url, hosts);
  const seconds = String(Math.floor(now.getTime() / 1_000));
  const status = await post(url, ipAddress, webhook.body, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(webhook.body),
    'user-agent': 'storefront-webhook',
    'webhook-id': webhook.id,
    'webhook-timestamp': seconds,
    'webhook-signature': signature(webhook, seconds),
  });
  if (status === 410) throw new WebhookRefused('the receiver answered 410', status);
  if (status < 200 || status > 299) throw new WebhookAnswered(status);
  return status;
}

export function signature({ id, body, key }: Pick<Webhook, 'id' | 'body' | 'key'>, seconds: string): string {
  const secret = Buffer.from(key.replace(/^whsec_/, ''), 'base64');
  return `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

async function ipAddressOf(url: URL, hosts: 'public' | 'any'): Promise<string> {
  const name = url.hostname.replace(/^\[|\]$/g, '');
  const ipAddresses = isIP(name) ? [name] : (await dns.lookup(name, { all: true })).map(({ address }) => address);
  if (hosts === 'public' && !ipAddresses.every(isPublicIp))
    throw new WebhookRefused('the address is an internal one; WEBHOOK_HOSTS=any lets it through');
  const [first] = ipAddresses;
  if (!first) throw new Error('the name has no address');
  return first;
}

function post(url: URL, ipAddress: string, body: string, headers: http.OutgoingHttpHeaders): Promise<number> {
  const client = url.protocol === 'https:' ? https : http;
  const family = isIPv6(ipAddress) ? 6 : 4;
  return new Promise((done, failed) => {
    const request = client.request(url, {
      method: 'POST',
      headers,
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      lookup: (_name, options, answer) =>
        options.all ? answer(null, [{ address: ipAddress, family }]) : answer(null, ipAddress, family),
    });
    request.on('error', failed);
    request.on('response', (response) => {
      // The body is ignored.
      response.destroy();
      done(response.statusCode ?? 0);
    });
    request.end(body);
  });
}
