import http from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { type Reply, request } from '../support/http.ts';
import { orderPhone, type Piece, shopper } from '../support/purchase.ts';

export type What = 'page' | 'list' | 'cart' | 'order';
/** The last name of those who order only to see whether it works. */
export const WATCHER = 'צופה';
type Seen = { what: What; outcome: string; ms: number; at: number };

/**
 * Visitors who look at pages and lists, price a cart and place an order, each on a connection of its own and again and
 * again. Everything is asked once: what fails is written down, and not tried again.
 */
export async function watchShop(port: number, goods: Piece) {
  let all: Seen[] = [];
  let stopped = false;
  const pages = ['/', '/category', `/product/raam-barak-500`, '/blog'];
  const shop = shopper(port, goods.store);
  const order = await shop.orderBody(goods);
  const customer = { ...order.customer, last_name: WATCHER };
  let asked = 0;
  /**
   * A connection for each: nginx closes those that it keeps idle when it is reloaded, and a request that crosses that
   * is sent again by a browser, but not by Node. In a run with kept connections that was one of 1,126 requests.
   */
  const agent = new http.Agent({ keepAlive: false });

  const asks: Record<What, () => Promise<Reply>> = {
    page: () => request(port, { agent, path: pages[asked++ % pages.length] ?? '/', headers: { accept: 'text/html' } }),
    list: () =>
      request(port, { agent, path: `/api/products/get-products?price_max=${10_000 + (asked++ % 50) * 1_000}` }),
    cart: () => shop.post('/api/sales/calc-cart', { cart: [{ id: goods.variant, quantity: 1 }] }),
    order: () => shop.place({ ...order, customer: { ...customer, phone: orderPhone() } }),
  };

  const visit = async (what: What, every: number): Promise<void> => {
    while (!stopped) {
      const at = Date.now();
      const outcome = await asks[what]().then(outcomeOf, (error: Error) => error.message);
      all.push({ what, outcome, ms: Date.now() - at, at });
      await wait(every);
    }
  };
  const visits = [visit('page', 30), visit('page', 30), visit('list', 60), visit('cart', 60), visit('order', 300)];

  const failures = (what?: What) => all.filter((one) => one.outcome !== '200' && (!what || one.what === what));
  return {
    reset() {
      all = [];
    },
    outcomes: (what: What) => all.filter((one) => one.what === what).map(({ outcome }) => outcome),
    failures,
    /** Seconds until everything that is asked is answered well for a whole second. */
    async untilAllWell(withinMs: number): Promise<number> {
      const began = Date.now();
      for (;;) {
        await wait(100);
        const last = Math.max(began, ...failures().map(({ at, ms }) => at + ms));
        const since = all.filter(({ at }) => at > last);
        if (Date.now() - last > 1_500 && new Set(since.map(({ what }) => what)).size === 4)
          return (last - began) / 1_000;
        if (Date.now() - began > withinMs) return Number.POSITIVE_INFINITY;
      }
    },
    /** What shoppers saw, as a table for people. */
    seen(): string {
      const kinds: What[] = ['page', 'list', 'cart', 'order'];
      return kinds
        .map((kind) => {
          const own = all.filter(({ what }) => what === kind);
          const counts = new Map<string, number>();
          for (const { outcome } of own) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
          const times = own.map(({ ms }) => ms).sort((a, b) => a - b);
          const told = [...counts].map(([outcome, count]) => `${outcome}: ${count}`).join(', ');
          return `  ${kind.padEnd(6)} ${told}   median ${times[times.length >> 1] ?? 0} ms, longest ${times.at(-1) ?? 0} ms`;
        })
        .join('\n');
    },
    async stop() {
      stopped = true;
      await Promise.all(visits);
    },
  };
}

/** `200`; otherwise the status and the code of the refusal, or that it was a page in Hebrew. */
function outcomeOf(reply: Reply): string {
  if (reply.status === 200) return '200';
  const code = /"error_code":"(\w+)"/.exec(reply.text)?.[1];
  if (code) return `${reply.status} ${code}`;
  return `${reply.status} ${/lang="he"/.test(reply.text) ? 'page' : reply.text.slice(0, 80)}`;
}
