import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { CARDS, pay, piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ office: true });
});
afterAll(() => site.close());

const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query(text, values)).rows as Row[];

type Placed = { uuid: string; line: string };

/** A paid order of one line. */
async function vehicleOrder(quantity: number): Promise<Placed> {
  const purchase = await shopper(site.port).order(await piece(site.connection.pool), { quantity });
  await pay(site.port, purchase.page, CARDS.approved);
  const [row] = await query<{ line: string }>('select uuid as line from order_lines where order_uid = $1', [
    purchase.order.uuid,
  ]);
  return { uuid: purchase.order.uuid, line: row?.line ?? '' };
}

test('of two vehicles of a line the one that a refund names comes back: the buyer keeps the other, and it is sold to nobody else', async () => {
  const cookie = await signInAs(site, 'owner');
  const [pair, next] = [await vehicleOrder(2), await vehicleOrder(1)];
  const set = ({ uuid, line }: Placed, unit: number, chassis: string) =>
    act(site, cookie, `/orders/${uuid}`, 'vehicle', { line, unit, chassis });
  const [returned, keptChassis] = ['JH2SC5900XM000031', 'JH2SC5900XM000032'];
  for (const [at, chassis] of [returned, keptChassis].entries())
    expect((await set(pair, at + 1, chassis)).status).toBe(200);
  const { customer, token } = await signUp(site);
  await query(`update orders set status = 'provided', customer_uid = $2 where uuid = $1`, [pair.uuid, customer.uuid]);
  const [row] = await query<{ price: number }>('select price_agorot::float8 price from order_lines where uuid = $1', [
    pair.line,
  ]);
  const refund = (units?: number[]) => {
    const input = { lines: [{ line: pair.line, quantity: 1, units }], total: (row?.price ?? 0) / 100, reason: 'פגם' };
    return act(site, cookie, `/orders/${pair.uuid}`, 'refund', input);
  };
  expect(JSON.stringify((await refund()).data)).toContain('בחרו אילו מהם חוזרים');
  for (const units of [[3], [1, 1], [1, 2]]) expect((await refund(units)).status, `${units}`).toBe(422);
  expect((await refund([1])).status).toBe(200);
  const headers = { cookie: `auth._token.local=${token}` };
  const inGarage = async (unit: number) =>
    (await site.call({ path: `/personal-area/garage/${pair.line}.${unit}`, headers })).status;
  expect([await inGarage(1), await inGarage(2)]).toEqual([404, 200]);
  expect((await set(next, 1, keptChassis)).status).toBe(422);

  // The refund named the wrong one: whoever may refund corrects it, and takes the correction back in the same way.
  type Refunded = { uuid: string; lines: { correctable: { unit: number; number: string }[] }[] };
  type Page = { refunds: Refunded[]; timeline: { title: string }[] };
  const shown = async () => (await readPage<Page>(site, cookie, `/orders/${pair.uuid}`)).data;
  const [first] = (await shown()).refunds;
  expect(first?.lines[0]?.correctable.map(({ unit }) => unit)).toEqual([1, 2]);
  const correct = async (units: number[], by = cookie) => {
    const input = { refund: first?.uuid, line: pair.line, units, reason: 'נרשם הרכב השני' };
    return (await act(site, by, `/orders/${pair.uuid}`, 'returned', input)).status;
  };
  expect(await correct([2], await signInAs(site, 'warehouse'))).toBe(403);
  for (const units of [[], [1, 2], [3]]) expect(await correct(units), `${units}`).toBe(422);
  expect(await correct([2])).toBe(200);
  expect([await inGarage(1), await inGarage(2)]).toEqual([200, 404]);
  expect((await set(next, 1, returned)).status).toBe(422);
  expect((await shown()).timeline[0]?.title).toBe('תוקן בזיכוי: כלי הרכב שחזרו');
  const log = await query(
    `select c.before -> 'units' as before, c.after -> 'units' as after, a.command, a.reason from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'refund_lines' and c.entity_uid = $1 and c.operation = 'update' and c.after ? 'units'`,
    [first?.uuid],
  );
  expect(log).toEqual([
    { before: [1], after: [2], command: expect.stringContaining('orders.correct-returned'), reason: 'נרשם הרכב השני' },
  ]);
  expect(await correct([1])).toBe(200);
  expect((await set(next, 1, returned)).status).toBe(200);
  // The buyer doesn't keep what somebody else has bought since.
  expect(await correct([2])).toBe(422);
  // The last one need not be named.
  expect((await refund()).status).toBe(200);
  expect(await query('select units from refund_lines where order_line_uid = $1 order by units', [pair.line])).toEqual(
    [1, 2].map((unit) => ({ units: [unit] })),
  );
  expect((await shown()).refunds.flatMap(({ lines }) => lines.flatMap(({ correctable }) => correctable))).toEqual([]);
});
