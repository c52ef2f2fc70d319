import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refundOrder } from '#server/checkout/payments/refund-order.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { CARDS, pay, piece, shopper, submit } from '../../tests/support/purchase.ts';

let app: TestApp;
let shop: ReturnType<typeof shopper>;
let db: TestApp['connection']['pool'];

beforeAll(async () => {
  app = await startApp();
  shop = shopper(app.port);
  db = app.connection.pool;
});
afterAll(() => app.close());

const open = (path: string) => app.call({ host: 'pay.localhost', path });

describe('a wallet', () => {
  const walletPage = async (wallet: string | null) => {
    const body = await shop.orderBody(await piece(db));
    const made = (await shop.place({ ...body, wallet })).json<{ secret: string; payment: { url: string } }>();
    return { secret: made.secret, page: new URL(made.payment.url).pathname };
  };

  test('pays on the page that opens on it, after it has said no; the order names it, and its money goes back', async () => {
    const { secret, page } = await walletPage('google_pay');
    expect((await open(page)).text).toContain('תשלום ב־<bdi>Google Pay</bdi>');
    await submit(app.port, `${page}/wallet/google_pay`, { act: 'decline' });
    const refused = await open(page);
    expect(refused.text).toContain('התשלום ב־<bdi>Google Pay</bdi> לא אושר');
    expect(refused.text).toContain('תשלום בכרטיס אשראי');
    await submit(app.port, `${page}/wallet/google_pay`, { act: 'approve' });
    const order = await shop.find(secret);
    expect(order).toMatchObject({ payment_status: 'paid', wallet: 'Google Pay', card: { last4: '0000' } });
    const paid = `select p.wallet, d.content->'payment'->>'wallet' named from payments p
      join documents d on d.payment_uid = p.uuid where p.order_uid = $1`;
    expect((await db.query(paid, [order.uuid])).rows).toEqual([{ wallet: 'google_pay', named: 'google_pay' }]);
    const refund = { actor: 'operator:test', reason: 'test', amountAgorot: 500 };
    expect(await refundOrder({ ...app.deps, log: app.app.log }, order.uuid, refund)).toMatchObject({ status: 'done' });
  });

  test('is paid by card as well, and only what the page offers pays', async () => {
    const { secret, page } = await walletPage('google_pay');
    expect((await open(`${page}/card`)).text).toContain(`${page}/wallet/apple_pay`);
    // The vehicle costs more than Bit takes here.
    for (const wallet of ['bit', 'paypal', 'constructor']) {
      expect((await open(`${page}/wallet/${wallet}`)).status).toBe(404);
      expect((await submit(app.port, `${page}/wallet/${wallet}`, { act: 'approve' })).status).toBe(404);
    }
    await pay(app.port, page, CARDS.approved);
    expect(await shop.find(secret)).toMatchObject({ payment_status: 'paid', wallet: null });
  });
});
