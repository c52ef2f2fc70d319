import type { TestApp } from './app.ts';
import { caller, newPhone, provePhone } from './customers.ts';
import { type Piece, shopper } from './purchase.ts';

export const honda = { make: 'הונדה יפן', model: 'CB500X', year: 2021 };
export const condition = { km: 9_000, hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' };

type Offered = { phone?: string; proved?: boolean; host?: string } & Record<string, unknown>;

/** A vehicle that its owner offers; with a code for the phone, unless it shall not be proved. */
export async function offered(
  site: TestApp,
  { phone = newPhone(), proved = true, host = 'raam.localhost', ...more }: Offered = {},
) {
  const { pool } = site.connection;
  const who = caller(site, { host });
  const body = { ...honda, ...condition, name: 'דנה לוי', phone, email: 'dana@example.com', ...more };
  const reply = await who.post('/api/trade-ins/create', body);
  if (reply.status !== 200) throw new Error(`trade-ins/create: ${reply.status} ${reply.text}`);
  const { secret } = reply.json<{ secret: string }>();
  await pool.query('delete from outbox');
  if (proved) {
    const { ticket } = await provePhone(site, who, phone);
    const { status } = await who.post('/api/trade-ins/prove-phone', { secret, ticket });
    if (status !== 200) throw new Error(`trade-ins/prove-phone: ${status}`);
  }
  await pool.query('delete from outbox');
  const { rows } = await pool.query('select uuid from trade_ins where phone = $1 order by created_at desc', [
    `+972${phone.slice(1)}`,
  ]);
  return { secret, phone, uuid: String(rows[0]?.uuid) };
}

export const buyer = (phone: string) => ({ first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' });

/** An order for the goods with an offer, as the purchase sends it. */
export async function buyWith(
  site: TestApp,
  goods: Piece,
  { secret, phone }: { secret: string; phone: string },
  more: Parameters<ReturnType<typeof shopper>['orderBody']>[1] = {},
) {
  const shop = shopper(site.app.server, goods.store);
  const body = await shop.orderBody(goods, {
    customer: buyer(phone),
    trade_in: { secret, product_uid: goods.product },
    ...more,
  });
  return { body, reply: await shop.place(body) };
}
