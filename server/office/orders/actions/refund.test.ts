import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../../tests/support/purchase.ts';
import { resolveInterrupted } from '../../approvals/decide.ts';
import type { OrderPage } from '../read-order.ts';

const REFUND_REFUSED = '4580000000000091';
const REFUND_UNANSWERED = '4580000000000109';

let site: TestApp;
let owner: string;
let manager: string;
let accountant: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
  manager = await signInAs(site, 'manager');
  accountant = await signInAs(site, 'accountant');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const stockOf = async (variant: string) =>
  (await query('select stock from variants where uuid = $1', [variant]))[0].stock;

/** A paid order of two pieces at a price that divides badly. */
async function paidPair(options: { price?: number; card?: string } = {}) {
  const goods = await piece(site.connection.pool, { stock: 5 });
  if (options.price) {
    await query('update variants set price_agorot = $2 where uuid = $1', [goods.variant, options.price]);
  }
  const purchase = await shopper(site.port).order(goods, { quantity: 2 });
  await pay(site.port, purchase.page, options.card ?? CARDS.approved);
  const page = await show(purchase.order.uuid);
  return { uuid: purchase.order.uuid, goods, line: page.lines[0]?.uuid ?? '', total: page.order.totalAgorot };
}
const show = async (uuid: string) => (await readPage<OrderPage>(site, owner, `/orders/${uuid}`)).data;

type Asked = { quantity?: number; amount?: number; sent?: number; restock?: boolean; total: number; reason?: string };
const refund = (cookie: string, { uuid, line }: { uuid: string; line: string }, refundInput: Asked) => {
  const { quantity = 0, amount, sent, restock, total, reason = 'לא מתאים' } = refundInput;
  const lines = [{ line, quantity, sent, ...(amount && { amount: amount / 100 }), ...(restock && { restock: 'on' }) }];
  return act(site, cookie, `/orders/${uuid}`, 'refund', { lines, total: total / 100, reason });
};

describe('by line', () => {
  test('one of two goes back to stock, the other does not; a later whole refund returns nothing twice', async () => {
    const order = await paidPair();
    expect(await stockOf(order.goods.variant)).toBe(3);
    const one = order.total / 2;
    const first = await refund(owner, order, { quantity: 1, restock: true, total: one });
    expect(first).toMatchObject({ status: 200, data: { ok: true } });
    expect(await stockOf(order.goods.variant)).toBe(4);
    const page = await show(order.uuid);
    expect(page.lines[0]).toMatchObject({ refunded: 1, refundedAgorot: one, stockTaken: 1 });
    expect(page.refunds[0]).toMatchObject({ status: 'done', actor: 'staff:noa@demo.example', reason: 'לא מתאים' });
    expect(page.refunds[0]?.lines[0]?.restockedAt).not.toBeNull();
    expect(page.documents.map(({ kind, totalAgorot }) => [kind, totalAgorot])).toEqual([
      ['tax_invoice_receipt', order.total],
      ['credit_invoice', one],
    ]);
    expect(page.order).toMatchObject({ status: 'accepted', paymentStatus: 'partly_refunded' });

    await refund(owner, order, { total: one });
    expect(await stockOf(order.goods.variant)).toBe(5);
    expect((await show(order.uuid)).order).toMatchObject({
      status: 'refunded',
      paymentStatus: 'refunded',
      stockHeld: false,
    });
  });

  test('the timeline says which pieces came back to stock, who asked and who agreed; the page what one may give back alone', async () => {
    const order = await paidPair();
    const asMine = async (cookie: string) =>
      (await readPage<OrderPage>(site, cookie, `/orders/${order.uuid}`)).data.refundLeftAgorot;
    expect(await asMine(owner)).toBeNull();
    expect(await asMine(accountant)).toBe(500_000);
    expect((await refund(accountant, order, { total: 100_000 })).data.ok).toBe(true);
    expect(await asMine(accountant)).toBe(400_000);
    expect(await asMine(manager)).toBe(2_000_000);
    await refund(accountant, order, {
      quantity: 1,
      restock: true,
      total: order.total / 2 - 100_000,
      amount: order.total / 2 - 100_000,
    });
    const [{ uuid: approval }] = await query(`select uuid from approvals where entity_uid = $1`, [order.uuid]);
    expect((await act(site, owner, '/approvals', 'approve', { approval })).data.ok).toBe(true);
    const timelineTexts = (await show(order.uuid)).timeline.map(({ title, by, text }) => `${by}: ${title} ${text}`);
    const name = (await show(order.uuid)).lines[0]?.name;
    expect(timelineTexts.filter((line) => line.includes('נשלח לאישור: זיכוי'))).toEqual([
      expect.stringMatching(/^רותי אדלר/),
    ]);
    expect(timelineTexts.filter((line) => line.includes('אושר: זיכוי'))).toEqual([expect.stringMatching(/^נועה ברק/)]);
    expect(timelineTexts.filter((line) => line.includes('חזרו למלאי'))).toEqual([
      expect.stringContaining(`חזרו למלאי: ${name}`),
    ]);
  });

  test('damaged pieces stay out of stock, when the rest goes back too', async () => {
    const order = await paidPair();
    await refund(owner, order, { quantity: 1, total: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(3);
    await refund(owner, order, { quantity: 1, restock: true, total: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(4);
  });

  test('never more pieces or money than the line has left', async () => {
    const order = await paidPair();
    const one = order.total / 2;
    const dear = await refund(owner, order, { quantity: 1, amount: one + 1, total: one + 1 });
    expect(dear.status).toBe(422);
    expect(
      (await refund(owner, order, { quantity: 1, amount: one - 500, restock: true, total: one - 500 })).status,
    ).toBe(200);
    expect((await refund(owner, order, { quantity: 2, total: one })).status).toBe(422);
    expect((await refund(owner, order, { total: order.total })).status).toBe(422);
    expect((await show(order.uuid)).sums).toMatchObject({ back: one - 500 });
    expect(await stockOf(order.goods.variant)).toBe(4);
  });

  test('the sum is never less than its lines, whose pieces would go back for less', async () => {
    const order = await paidPair();
    const one = order.total / 2;
    expect((await refund(owner, order, { quantity: 1, restock: true, total: 100 })).status).toBe(422);
    expect((await refund(owner, order, { quantity: 1, amount: one - 500, total: one - 600 })).status).toBe(422);
    expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
    expect(await stockOf(order.goods.variant)).toBe(3);
  });

  test('two people refund the same piece at once: it goes back once', async () => {
    const order = await paidPair();
    const one = order.total / 2;
    const tries = await Promise.all(
      [owner, owner, owner].map((who) => refund(who, order, { quantity: 2, restock: true, total: one * 2 })),
    );
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await stockOf(order.goods.variant)).toBe(5);
    expect((await show(order.uuid)).sums).toMatchObject({ back: order.total, left: 0 });
  });

  test('what the gateway refuses changes no stock, and may be tried again', async () => {
    const order = await paidPair({ card: REFUND_REFUSED });
    const reply = await refund(owner, order, { quantity: 1, restock: true, total: order.total / 2 });
    expect(reply).toMatchObject({ status: 422, data: { message: 'חברת האשראי סירבה, ולא הוחזר כסף' } });
    expect(await stockOf(order.goods.variant)).toBe(3);
    expect((await show(order.uuid)).lines[0]).toMatchObject({ refunded: 0 });
  });

  test('of a sent piece: cancelling returns only what is here, its own refund the piece that came back', async () => {
    const order = await paidPair();
    const lines = [{ line: order.line, quantity: 1 }];
    await act(site, owner, `/orders/${order.uuid}`, 'ship', { lines, carrier: 'בלדר', tracking: 'AB123' });
    await act(site, owner, `/orders/${order.uuid}`, 'cancel', { reason: 'הלקוח התחרט' });
    expect(await stockOf(order.goods.variant)).toBe(4);
    await refund(owner, order, { quantity: 1, sent: 1, restock: true, total: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(5);
    await refund(owner, order, { quantity: 1, restock: true, total: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(5);
  });

  /** Two pieces, of which one was sent. */
  async function halfSent() {
    const order = await paidPair();
    const ship = (quantity: number) =>
      act(site, owner, `/orders/${order.uuid}`, 'ship', { lines: [{ line: order.line, quantity }], carrier: 'בלדר' });
    await ship(1);
    return {
      ...order,
      one: order.total / 2,
      ship,
      cancel: () => act(site, owner, `/orders/${order.uuid}`, 'cancel', { reason: 'הלקוח התחרט' }),
    };
  }

  test('of a sent and an unsent piece it is asked which one comes back', async () => {
    const order = await halfSent();
    const unsaid = await refund(owner, order, { quantity: 1, restock: true, total: order.one });
    expect(unsaid.status).toBe(422);
    expect(unsaid.data.details).toContain('כמה מהמוחזרות נשלחו');
    expect((await refund(owner, order, { quantity: 1, sent: 2, total: order.one })).status).toBe(422);
    expect((await refund(owner, order, { quantity: 2, sent: 2, total: order.total })).status).toBe(422);
    expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
    expect((await refund(owner, order, { quantity: 2, restock: true, total: order.total })).status).toBe(200);
    expect(await stockOf(order.goods.variant)).toBe(5);
  });

  test('the sent one came back: the piece in stock can still be sent', async () => {
    const order = await halfSent();
    await refund(owner, order, { quantity: 1, sent: 1, restock: true, total: order.one });
    expect(await stockOf(order.goods.variant)).toBe(4);
    expect((await show(order.uuid)).lines[0]).toMatchObject({
      refunded: 1,
      refundedSent: 1,
      shipped: 1,
      stockTaken: 1,
    });
    expect((await order.ship(2)).status).toBe(422);
    expect((await order.ship(1)).status).toBe(200);
    expect((await show(order.uuid)).order.status).toBe('delivery_in_process');
  });

  test('the sent one came back: a cancellation returns the piece in stock', async () => {
    const order = await halfSent();
    await refund(owner, order, { quantity: 1, sent: 1, restock: true, total: order.one });
    expect((await order.cancel()).status).toBe(200);
    expect(await stockOf(order.goods.variant)).toBe(5);
  });

  test('the unsent one goes back: nothing is left to send, and a cancellation returns nothing', async () => {
    const order = await halfSent();
    await refund(owner, order, { quantity: 1, sent: 0, restock: true, total: order.one });
    expect(await stockOf(order.goods.variant)).toBe(4);
    expect((await order.ship(1)).status).toBe(422);
    expect((await order.cancel()).status).toBe(200);
    expect(await stockOf(order.goods.variant)).toBe(4);
  });
});

describe('four eyes', () => {
  const approvalsOf = (uuid: string) =>
    query('select * from approvals where entity_uid = $1 order by created_at', [uuid]);
  const decide = (who: string, approval: string, call = 'approve') => act(site, who, '/approvals', call, { approval });

  test('above the limit it waits; who asked can’t approve, the second does it once with the frozen sums', async () => {
    const order = await paidPair({ price: 700_000 });
    const askReply = await refund(accountant, order, { quantity: 1, restock: true, total: order.total / 2 });
    expect(askReply.data).toMatchObject({ ok: true, message: 'הפעולה נשלחה לאישור של אדם נוסף' });
    expect(await stockOf(order.goods.variant)).toBe(3);
    const [waiting] = await approvalsOf(order.uuid);
    expect(waiting).toMatchObject({ call: 'orders.refund', status: 'waiting', amount_agorot: String(order.total / 2) });
    expect((await decide(accountant, waiting.uuid)).status).toBe(403);

    const tries = await Promise.all([manager, owner, manager].map((who) => decide(who, waiting.uuid)));
    expect(tries.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect((await show(order.uuid)).sums).toMatchObject({ back: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(4);
    expect((await approvalsOf(order.uuid))[0]).toMatchObject({ status: 'approved' });
  });

  const decideReview = (who: string, uuid: string, review: string, outcome: string) =>
    act(site, who, `/orders/${uuid}`, 'review', { review, outcome, reason: 'לפי ספרי הסליקה' });

  test('a payment in doubt goes back within the limit of refunds alone, and by who may refund', async () => {
    const { uuid } = await paidPair({ price: 1_500_000, card: CARDS.wrongSum });
    const [{ uuid: review }] = await query('select uuid from payments where order_uid = $1', [uuid]);
    const askReply = await decideReview(accountant, uuid, review, 'refund');
    expect(askReply.data.message).toBe('הפעולה נשלחה לאישור של אדם נוסף');
    expect((await show(uuid)).reviews).toHaveLength(1);
    const [waiting] = await approvalsOf(uuid);
    await query(`update roles set permissions = array_remove(permissions, 'orders.refund') where key = 'accountant'`);
    expect((await decideReview(accountant, uuid, review, 'refund')).status).toBe(403);
    await query(`update roles set permissions = permissions || '{orders.refund}' where key = 'accountant'`);
    expect((await decide(manager, waiting.uuid)).data.message).toBe('הסכום גבוה גם מהמותר לכם');
    expect((await decide(owner, waiting.uuid)).status).toBe(200);
    expect((await show(uuid)).reviews).toEqual([]);
    expect(await query('select status from payments where order_uid = $1', [uuid])).toEqual([{ status: 'refunded' }]);
  });

  test('a lost refund that is declared undone is no way to give the limit twice', async () => {
    const order = await paidPair({ price: 700_000, card: REFUND_UNANSWERED });
    await refund(accountant, order, { total: 400_000 });
    const [lost] = (await show(order.uuid)).reviews;
    const askReply = await decideReview(accountant, order.uuid, lost?.uuid ?? '', 'not-done');
    expect(askReply.data.message).toBe('הפעולה נשלחה לאישור של אדם נוסף');
    expect((await show(order.uuid)).reviews).toHaveLength(1);
    expect((await decideReview(owner, order.uuid, lost?.uuid ?? '', 'not-done')).status).toBe(200);
    expect((await show(order.uuid)).reviews).toEqual([]);
  });

  test('small refunds of one person add up to the limit', async () => {
    const order = await paidPair({ price: 700_000 });
    expect((await refund(accountant, order, { total: 400_000 })).data.message).not.toContain('לאישור');
    expect((await refund(accountant, order, { total: 150_000 })).data.message).toContain('לאישור');
  });

  test('a second person whose own limit is too low can’t approve; declined and withdrawn change nothing', async () => {
    const order = await paidPair({ price: 1_500_000 });
    await refund(accountant, order, { total: order.total });
    const [first] = await approvalsOf(order.uuid);
    expect((await decide(manager, first.uuid)).data.message).toBe('הסכום גבוה גם מהמותר לכם');
    expect((await decide(owner, first.uuid, 'decline')).status).toBe(200);
    expect((await decide(owner, first.uuid)).status).toBe(422);
    await refund(accountant, order, { total: order.total });
    const [, second] = await approvalsOf(order.uuid);
    expect((await decide(owner, second.uuid, 'withdraw')).status).toBe(404);
    expect((await decide(accountant, second.uuid, 'withdraw')).status).toBe(200);
    expect((await approvalsOf(order.uuid)).map(({ status }) => status)).toEqual(['declined', 'withdrawn']);
    expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
  });

  test('asked for again, it waits once', async () => {
    const order = await paidPair({ price: 700_000 });
    await Promise.all([1, 2, 3].map(() => refund(accountant, order, { total: order.total })));
    expect(await approvalsOf(order.uuid)).toHaveLength(1);
    await refund(accountant, order, { total: order.total - 100 });
    expect(await approvalsOf(order.uuid)).toHaveLength(2);
  });

  /** As a process leaves it that dies after it has claimed the request. */
  async function leftBehind(order: { uuid: string }, minutes: number): Promise<{ uuid: string; operation: string }> {
    const [waiting] = await approvalsOf(order.uuid);
    const [row] = await query(
      `update approvals set status = 'carrying_out', operation_uid = gen_random_uuid(), decided_by_uid = requested_by_uid,
         decided_at = now() - make_interval(mins => $2) where uuid = $1 returning uuid, operation_uid as operation`,
      [waiting.uuid, minutes],
    );
    return row;
  }

  test('one whose process died before anything was written waits again, and is done once', async () => {
    const order = await paidPair({ price: 700_000 });
    await refund(accountant, order, { quantity: 1, restock: true, total: order.total / 2 });
    const { uuid } = await leftBehind(order, 4);
    await resolveInterrupted(site.deps);
    expect((await approvalsOf(order.uuid))[0].status).toBe('carrying_out');
    expect((await decide(owner, uuid)).status).toBe(422);
    await query(`update approvals set decided_at = decided_at - interval '2 minutes' where uuid = $1`, [uuid]);
    await resolveInterrupted(site.deps);
    expect((await approvalsOf(order.uuid))[0]).toMatchObject({ status: 'waiting', decided_by_uid: null });
    expect((await decide(owner, uuid)).status).toBe(200);
    expect((await show(order.uuid)).sums).toMatchObject({ back: order.total / 2 });
    const [done] = await approvalsOf(order.uuid);
    expect(done).toMatchObject({ status: 'approved', input: {} });
    // The log has what was carried out under the operation that the approval names.
    const names = `select a.command from audit_log a where a.uuid = $1`;
    expect((await query(names, [done.operation_uid]))[0].command).toContain('orders.refund');
  });

  test('one whose process died after something was written is not done again, and says so', async () => {
    const order = await paidPair({ price: 700_000 });
    await refund(accountant, order, { total: order.total });
    const { uuid, operation } = await leftBehind(order, 6);
    await query(
      `insert into audit_log (uuid, actor, actor_kind, command) values ($1, 'staff:x', 'staff', 'orders.refund')`,
      [operation],
    );
    await resolveInterrupted(site.deps);
    const [row] = await approvalsOf(order.uuid);
    expect(row).toMatchObject({ status: 'approved', input: {} });
    expect(row.decision_note).toContain('לא תיעשה פעם נוספת');
    expect((await decide(owner, uuid)).status).toBe(422);
    expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
  });

  test('of who has left, or lost the permission in the store, nothing is approved', async () => {
    const order = await paidPair({ price: 700_000 });
    await refund(accountant, order, { total: order.total });
    const [waiting] = await approvalsOf(order.uuid);
    const who = waiting.requested_by_uid;
    await query(`update staff set status = 'disabled' where uuid = $1`, [who]);
    expect((await decide(owner, waiting.uuid)).data.message).toContain('כבר לא רשאי');
    await query(`update staff set status = 'active' where uuid = $1`, [who]);
    const move = (where: string) =>
      query(
        `update staff_roles set store_uid = (select uuid from stores where ${where} limit 1) where staff_uid = $1`,
        [who],
      );
    await move(`key <> 'raam'`);
    expect((await decide(owner, waiting.uuid)).status).toBe(422);
    expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
    await move('false');
    expect((await decide(owner, waiting.uuid)).status).toBe(200);
  });

  test('what is no longer possible fails with the reason and changes nothing', async () => {
    const order = await paidPair({ price: 700_000 });
    await refund(accountant, order, { quantity: 2, restock: true, total: order.total });
    await refund(owner, order, { quantity: 1, total: order.total / 2 });
    const [waiting] = await approvalsOf(order.uuid);
    expect((await decide(owner, waiting.uuid)).status).toBe(422);
    const [failed] = await approvalsOf(order.uuid);
    expect(failed).toMatchObject({ status: 'failed' });
    expect(failed.decision_note).toContain('אפשר לזכות עוד 1 בלבד');
    expect((await show(order.uuid)).sums).toMatchObject({ back: order.total / 2 });
    expect(await stockOf(order.goods.variant)).toBe(3);
  });
});

test('without the permission, of another store, or without a reason nothing goes back', async () => {
  const order = await paidPair();
  expect((await refund(await signInAs(site, 'warehouse'), order, { total: 100 })).status).toBe(403);
  expect((await refund(owner, order, { total: 100, reason: '' })).data.errors).toEqual([
    { path: 'reason', message: 'כתבו סיבה' },
  ]);
  await query(
    `update staff_roles set store_uid = (select uuid from stores where key <> 'raam' order by key limit 1)
     where staff_uid = (select uuid from staff where email = 'tamar@demo.example')`,
  );
  expect((await refund(await signInAs(site, 'service'), order, { total: 100 })).status).toBe(404);
  expect((await show(order.uuid)).sums).toMatchObject({ back: 0 });
});
