import { afterAll, beforeAll, expect, test } from 'vitest';
import { payLinkSecret } from '#server/checkout/order-secret.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { caller, lastCode, newPhone, signUp } from '../support/customers.ts';
import { piece, shopper } from '../support/purchase.ts';
import { browser, codesOf, half, isIn, member, newLink, PASSWORD, secretShown } from '../support/staff.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true, env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const rotate = () => Object.assign(site.deps, { secret: 'another secret of the tests, also long enough' });

test('a new SECRET ends what “Rotating secrets” of docs/operating.md names, and nothing else', async () => {
  const shop = shopper(site.port);
  const account = await signUp(site);
  const order = (await shop.place(await shop.orderBody(await piece(site.connection.pool)))).json<{
    secret: string;
    order: { uuid: string; number: string };
  }>();
  const payLink = () => payLinkSecret(site.deps.secret, order.order);
  const status = {
    account: async () => (await account.who.get('/api/customers/get-by-token', account.bearer)).status,
    order: async () => (await shop.ask(order.secret)).status,
    payLink: async (secret: string) => (await shop.post('/api/receipts/check-payment-link', { secret })).status,
  };
  const [stranger, phone, oldLink] = [caller(site), newPhone(), payLink()];
  await stranger.askCode(phone);
  const { email, uuid, code, recoveryCodes, browser: own } = await member(site);
  expect([await status.account(), await status.order(), await status.payLink(oldLink)]).toEqual([200, 200, 200]);

  rotate();
  expect([await status.account(), await status.order(), await isIn(own)]).toEqual([200, 200, true]);
  expect([await status.payLink(oldLink), await status.payLink(payLink())]).toEqual([404, 200]);
  expect((await stranger.verify(phone, await lastCode(site, phone))).status).toBe(422);

  // Of staff with an authenticator app neither its codes nor the recovery codes are good; a new link lets them choose
  // anew.
  for (const one of [code(1), recoveryCodes[0] ?? '']) {
    const next = browser(site);
    const { half: ticket } = await half(next, email);
    expect((await next.post('/sign-in', { step: 'code', half: ticket, code: one })).status).toBe(422);
  }
  const next = browser(site);
  const ticket = await newLink(site, uuid);
  const newCode = codesOf(site, secretShown((await next.get(`/join?ticket=${ticket}`)).text));
  expect((await next.post('/join', { ticket, password: PASSWORD, code: newCode() })).status).toBe(200);
  expect(await isIn(next)).toBe(true);
});
