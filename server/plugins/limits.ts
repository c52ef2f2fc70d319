import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressKey } from '../areas/customers/limits.ts';
import type { Deps } from '../context.ts';
import { refuse } from '../errors.ts';

/** Requests a minute from one address: what a shopper in a hurry stays far below, behind a shared address of an office, too. */
const ANY = 1_200;
/** Calls that cost more than they look like, or leave something behind. Sign-in, contact and orders have limits of their own besides. */
export const PER_MINUTE: Record<string, number> = {
  'POST /api/orders/create': 30,
  'POST /api/sales/calc-cart': 300,
  'POST /api/finance/quote': 300,
  'POST /api/variants/configure': 300,
  'POST /api/variants/subscribe-to-stock': 60,
  'POST /api/contacts': 60,
  'POST /api/mailing/subscribe': 60,
  'POST /api/bookings/create': 60,
  'POST /api/receipts/pay': 30,
  'POST /api/receipts/pay-by-payment-link': 30,
  'POST /api/receipts/get-payment-link': 30,
  'POST /api/customers/create-customer': 30,
  'POST /api/customers/login': 60,
  'POST /api/customers/login-whit-social': 30,
  'POST /customer/media/upload-customer-image': 20,
  'GET /customer/customers/download-my-data': 20,
  'GET /api/products/search-suggestions': 600,
  'GET /api/products/get-specification': 60,
};
const MINUTE_MS = 60_000;
const MOST_COUNTED = 50_000;
/** The same for everybody, and sent from memory or disk. */
const FILES = /^\/(?:assets|media|icons)\//;
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Against one address that keeps a process busy: its requests are counted per minute, all together and, for what costs more,
 * by route. Counted per process, so that the flood itself costs no query; several processes let as many times more through. This
 * machine's own address is not limited: behind a proxy that `TRUST_PROXY` doesn't tell of, all visitors have it.
 */
export function limits(app: FastifyInstance, { now }: Deps): void {
  const counts = new Map<string, { count: number; until: number }>();

  /** Seconds until the next one may come; 0 when this one may. */
  function count(key: string, most: number, at: number): number {
    const known = counts.get(key);
    // Not of a time that was still to come when the database's clock was set back.
    if (known && known.until > at && known.until - at <= MINUTE_MS) {
      known.count += 1;
      return known.count > most ? Math.ceil((known.until - at) / 1_000) : 0;
    }
    counts.delete(key);
    if (counts.size >= MOST_COUNTED) counts.delete(counts.keys().next().value as string);
    counts.set(key, { count: 1, until: at + MINUTE_MS });
    return 0;
  }

  app.addHook('onRequest', async (request: FastifyRequest) => {
    if (LOOPBACK.test(request.ip) || FILES.test(request.url)) return;
    const address = addressKey(request.ip);
    const at = now().getTime();
    const route = `${request.method} ${request.routeOptions.url}`;
    const most = PER_MINUTE[route];
    const wait = Math.max(count(address, ANY, at), most ? count(`${address} ${route}`, most, at) : 0);
    if (wait > 0) throw refuse('RATE_LIMITED', { retryAfter: wait });
  });
}
