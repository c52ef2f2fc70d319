import { afterAll, beforeAll, expect, test } from 'vitest';
import { israelMoment } from '#domain/calendar/israel-moment.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { freePort } from '../../../tests/support/site.ts';
import type { Command } from '../../command.ts';
import { inDoubtListCommand, inDoubtResolveCommand } from './in-doubt.ts';
import { captureCommand, paymentLinkCommand, refundCommand } from './payments.ts';

let site: TestApp;
let shop: ReturnType<typeof shopper>;
beforeAll(async () => {
  site = await startApp();
  shop = shopper(site.port);
});
afterAll(() => site.close());

const said: string[] = [];
const run = (command: Command, args: string[], options: Record<string, string | boolean> = {}) =>
  runCommand(site, command, args, options, { say: (text) => said.push(text) });
const audited = async (command: string) =>
  (await site.connection.pool.query('select actor, details from audit_log where command = $1', [command])).rows;

test('orders refund gives a part back, then the rest, and refuses more', async () => {
  const { order, page, secret } = await shop.order(await piece(site.connection.pool));
  await expect(run(refundCommand, [order.number])).rejects.toThrow('Nothing was paid');
  await pay(site.port, page, CARDS.approved);
  for (const amount of ['0', 'abc', '1.234', '-5'])
    await expect(run(refundCommand, [order.number], { amount })).rejects.toThrow('--amount is a sum');
  const part = await run(refundCommand, [order.number.toLowerCase()], { amount: '1,000.50', reason: 'scratched' });
  expect(part).toMatchObject({ failed: false, json: { amount: 1000.5, status: 'done' } });
  expect(said.join('\n')).toContain('1000.50');
  const repeated = run(refundCommand, [order.number], { amount: '1000.50' });
  await expect(repeated).rejects.toThrow('with --again as much goes back once more');
  expect((await run(refundCommand, [order.number], { amount: '1000.50', again: true })).failed).toBe(false);
  await run(refundCommand, [order.number]);
  expect((await shop.find(secret)).status).toBe('refunded');
  await expect(run(refundCommand, [order.number])).rejects.toThrow('all of it went back');
  await expect(run(refundCommand, ['0000-0000'])).rejects.toThrow('There is no order');
  await expect(run(captureCommand, [order.number])).rejects.toThrow('No sum is held');
  const rows = await audited('orders refund');
  expect(rows.map((row) => row.details.amount)).toEqual([1000.5, 1000.5, order.total_order_price - 2001]);
  expect(rows[0].actor).toMatch(/^operator:/);
});

test('orders payment-link holds the goods and pays the order, and only one that waits', async () => {
  const { order, secret, page } = await shop.order(await piece(site.connection.pool));
  const { json } = await run(paymentLinkCommand, [order.number], { hours: '48', send: true });
  const { link, good_until } = json as { link: string; good_until: Date };
  expect(said.at(-1)).toContain(israelMoment(good_until));
  expect(link).toMatch(/^http:\/\/raam\.localhost:/);
  const held = Date.parse((await shop.find(secret)).hold_until ?? '');
  expect(held).toBeGreaterThan(Date.now() + 47 * 3_600_000);
  expect((await site.call({ path: new URL(link).pathname })).status).toBe(200);
  const { rows } = await site.connection.pool.query(
    `select channel, body, content from outbox where order_uid = $1 and about = 'order payment_link' order by channel`,
    [order.uuid],
  );
  expect(rows.map((row) => row.channel)).toEqual(['email', 'sms']);
  expect(rows[0].content.button).toEqual({ label: 'לתשלום', url: link });
  expect(rows[1].body).toMatch(new RegExp(`: ${link}$`));
  expect(JSON.stringify(await audited('orders payment-link'))).not.toContain('/pay/');
  await expect(run(paymentLinkCommand, [order.number], { hours: '73' })).rejects.toThrow('--hours');
  // One that is being cancelled has a hold that has ended.
  const until = (await site.connection.pool.query('select hold_until from orders where uuid = $1', [order.uuid]))
    .rows[0];
  const ended = `update orders set hold_until = now() - interval '1 second' where uuid = $1`;
  await site.connection.pool.query(ended, [order.uuid]);
  await expect(run(paymentLinkCommand, [order.number], {})).rejects.toThrow('waits for a payment');
  await site.connection.pool.query('update orders set hold_until = $2 where uuid = $1', [order.uuid, until.hold_until]);
  await pay(site.port, page, CARDS.approved);
  await expect(run(paymentLinkCommand, [order.number])).rejects.toThrow('is no order that waits');
});

test('reviews list and resolve: a wrong sum is given back', async () => {
  expect((await run(inDoubtListCommand, [])).json).toEqual([]);
  const { order, page, secret } = await shop.order(await piece(site.connection.pool));
  await pay(site.port, page, CARDS.wrongSum);
  const { json } = await run(inDoubtListCommand, []);
  const [doubt] = json as { uuid: string; order: string; amount: number; taken: number }[];
  expect(doubt).toMatchObject({
    order: order.number,
    amount: order.total_order_price,
    taken: order.total_order_price - 1,
  });
  await expect(run(inDoubtResolveCommand, [doubt?.uuid ?? '', 'done'])).rejects.toThrow('accept, refund, close');
  // What can't be recorded isn't decided: no refund is asked for.
  const { pool } = site.connection;
  await pool.query(`alter table audit_log add constraint full_book check (command <> 'reviews resolve')`);
  await expect(run(inDoubtResolveCommand, [doubt?.uuid ?? '', 'refund'])).rejects.toThrow();
  await pool.query('alter table audit_log drop constraint full_book');
  const planned = await pool.query('select from refunds where payment_uid = $1', [doubt?.uuid]);
  expect([planned.rowCount, (await run(inDoubtListCommand, [])).json]).toMatchObject([0, [{ uuid: doubt?.uuid }]]);
  await run(inDoubtResolveCommand, [doubt?.uuid ?? '', 'refund'], { reason: 'wrong sum' });
  expect((await shop.find(secret)).status).toBe('refunded');
  expect((await run(inDoubtListCommand, [])).json).toEqual([]);
  expect(await audited('reviews resolve')).toMatchObject([{ details: { outcome: 'refund', note: 'wrong sum' } }]);
});

test('reviews resolve says of a refund that the gateway was not reached for that it is asked for again', async () => {
  const { order, page } = await shop.order(await piece(site.connection.pool));
  await pay(site.port, page, CARDS.wrongSum);
  const { json } = await run(inDoubtListCommand, []);
  const doubt = (json as { uuid: string; order: string }[]).find((one) => one.order === order.number);
  const env = { ...site.deps.env, PORT: await freePort() };
  const say = (text: string) => said.push(text);
  const reply = await runCommand(site, inDoubtResolveCommand, [doubt?.uuid ?? '', 'refund'], {}, { say, env });
  expect(reply).toMatchObject({ failed: true, json: { refund: 'due' } });
  expect(said.slice(-2).join()).toContain('asks again in a minute');
});
