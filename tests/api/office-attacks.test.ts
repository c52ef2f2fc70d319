import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../support/app.ts';
import { act, officeOf, signInAs } from '../support/office.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import { cookieOf, half, isIn, member, PASSWORD } from '../support/staff.ts';

// What docs/office-attacks.md lists and no other test tries: by HTTP, as the browser of somebody who is signed in.

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const staffOf = async (email: string) =>
  (await query('select uuid from staff where email like $1', [`${email}@%`]))[0].uuid;

async function order(store = 'raam'): Promise<{ uuid: string; line: string }> {
  const goods = await piece(site.connection.pool, { store, stock: 5 });
  const made = await shopper(site.port, `${store}.localhost`).order(goods, { quantity: 2 });
  await pay(site.port, made.page, CARDS.approved);
  const [line] = await query('select uuid from order_lines where order_uid = $1', [made.order.uuid]);
  return { uuid: made.order.uuid, line: line.uuid };
}

test('fields that a form doesn’t have change nothing; the address says what a form is about, not its fields', async () => {
  const mine = await order();
  const other = await order();
  const before = await query('select * from orders where uuid = $1', [mine.uuid]);
  const more = {
    ...{ status: 'provided', paymentStatus: 'paid', totalAgorot: 1, dueAgorot: 0, storeUid: randomUUID() },
    ...{ staffUid: randomUUID(), createdAt: '2001-01-01', doneAt: '2001-01-01', order: other.uuid, uuid: other.uuid },
  };
  expect((await act(site, owner, `/orders/${mine.uuid}`, 'note', { text: 'נבדק', ...more })).status).toBe(200);
  expect((await act(site, owner, `/orders/${mine.uuid}`, 'task', { title: 'להתקשר', ...more })).status).toBe(200);
  const me = await staffOf('noa');
  const [note] = await query(`select * from notes where text = 'נבדק'`);
  expect(note).toMatchObject({ entity_uid: mine.uuid, staff_uid: me });
  expect(note.created_at.getFullYear()).toBeGreaterThan(2020);
  const [task] = await query(`select * from tasks where title = 'להתקשר'`);
  expect(task).toMatchObject({ entity_uid: mine.uuid, created_by_uid: me, done_at: null });
  expect(await query('select * from orders where uuid = $1', [mine.uuid])).toEqual(before);
});

test('names of JavaScript’s own objects in a form reach nothing', async () => {
  const { uuid } = await order();
  for (const name of [
    '__proto__.polluted',
    'constructor.prototype.polluted',
    'a.__proto__.polluted',
    '__proto__[polluted]',
  ])
    await act(site, owner, `/orders/${uuid}`, 'note', { text: 'שלום', [name]: 'yes' });
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

test('rows of another thing that a form names are refused: a line, a task, a file, a shipment', async () => {
  const mine = await order();
  const other = await order();
  const post = (call: string, input: object, who = owner) => act(site, who, `/orders/${mine.uuid}`, call, { ...input });
  const line = { line: other.line, quantity: 1 };
  expect((await post('refund', { lines: [line], total: 1, reason: 'לא מתאים' })).status).toBe(422);
  expect((await post('ship', { lines: [line], carrier: 'בלדר' })).status).toBe(422);
  await act(site, owner, `/orders/${other.uuid}`, 'task', { title: 'של אחרת' });
  const [task] = await query(`select uuid from tasks where title = 'של אחרת'`);
  expect((await post('closeTask', { task: task.uuid })).status).toBe(422);
  expect((await post('deliver', { shipment: randomUUID() })).status).toBe(422);
  expect(await query('select 1 from refund_lines union all select 1 from shipment_lines')).toEqual([]);
  expect(await query(`select 1 from tasks where done_at is not null`)).toEqual([]);
  // Of a store that the person doesn't know, nobody learns even that.
  const foreign = await order('sela');
  const warehouse = await signInAs(site, 'warehouse');
  for (const call of ['ship', 'advance', 'note', 'refund'])
    expect([403, 404]).toContain((await act(site, warehouse, `/orders/${foreign.uuid}`, call, { text: 'x' })).status);
});

test('no cell of the bookkeeper’s file is a formula', async () => {
  const { uuid } = await order();
  await query(`alter table documents disable trigger user;`);
  for (const text of ['=cmd|calc', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1']) {
    await query(
      `update documents set content = jsonb_set(content, '{customer,name}', to_jsonb($2::text)) where order_uid = $1`,
      [uuid, text],
    );
    const { text: csv } = await (await officeOf(site, 'accountant')).get('/documents/export');
    expect(csv).toContain("'");
    expect(csv).not.toMatch(/[\n,]"?[=+@\t\r](?!\n)/);
  }
  await query(`alter table documents enable trigger user`);
});

test('nothing is written beside what was erased, or what is gone', async () => {
  const { uuid } = await order();
  await query('update orders set erased_at = now() where uuid = $1', [uuid]);
  for (const [call, input] of [
    ['note', { text: 'שלום' }],
    ['task', { title: 'להתקשר' }],
  ] as const)
    expect((await act(site, owner, `/orders/${uuid}`, call, input)).data.message).toContain('נמחקו');
  expect((await act(site, owner, `/orders/${randomUUID()}`, 'note', { text: 'שלום' })).status).toBe(404);
  expect(
    await query('select 1 from notes where entity_uid = $1 union all select 1 from tasks where entity_uid = $1', [
      uuid,
    ]),
  ).toEqual([]);
});

test('a half sign-in ends with the password that began it', async () => {
  const own = await member(site);
  const begun = await half(own.browser, own.email);
  expect(begun.half).not.toBe('');
  const next = 'עוד סוס ירוק אוכל לחם';
  const changed = await own.browser.post('/account', { _call: 'changePassword', current: PASSWORD, password: next });
  expect(changed.status).toBe(200);
  own.browser.cookies.clear();
  await own.browser.post('/sign-in', { step: 'code', half: begun.half, code: own.code(1) });
  expect(await isIn(own.browser)).toBe(false);
});

const mailsTo = async (email: string): Promise<{ subject: string; body: string }[]> =>
  query(`select subject, body from outbox where recipient = $1 and about = 'staff' order by created_at`, [email]);

test('whose role, factors or access somebody changed is told by mail, without a link or a secret', async () => {
  const own = await member(site, 'viewer');
  const [role] = await query(`select uuid from roles where key = 'service'`);
  const change = (call: string, more: object = {}) =>
    act(site, owner, `/staff/${own.uuid}`, call, { person: own.uuid, ...more });
  expect((await change('grantRole', { role: role.uuid, where: 'all' })).status).toBe(200);
  expect((await change('disablePerson')).status).toBe(200);
  const { data } = await change('resetPerson');
  const { link } = data.result as { link: string };
  const mails = await mailsTo(own.email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    'קיבלתם תפקיד נוסף במשרד',
    'הכניסה שלכם למשרד נחסמה',
    'דרכי הכניסה שלכם למשרד אופסו',
  ]);
  for (const { body } of mails) expect(body).not.toMatch(/https?:|ticket/);
  expect(JSON.stringify(mails)).not.toContain(link.split('ticket=')[1]);
});

test('whom the asker has invited or reset a short while ago is no second person', async () => {
  const asker = await member(site, 'owner');
  const second = await member(site, 'owner');
  const [customer] = await query(
    `insert into customers (store_uid, phone, first_name) select uuid, '+972507777001', 'נועה' from stores where key = 'raam' returning uuid`,
  );
  const path = `/customers/${customer.uuid}`;
  expect((await act(site, cookieOf(asker), path, 'erase', { reason: 'בקשת הלקוח' })).status).toBe(200);
  const [approval] = await query('select uuid from approvals where entity_uid = $1', [customer.uuid]);
  const decide = () => act(site, cookieOf(second), '/approvals', 'approve', { approval: approval.uuid });
  const noted = (details: object, hours: number) =>
    query(
      `insert into audit_log (uuid, actor, actor_kind, command, details, created_at)
       values (gen_random_uuid(), 'staff:' || $1::text, 'staff', 'staff.reset', $2::jsonb, now() - make_interval(hours => $3))`,
      [asker.email, JSON.stringify(details), hours],
    );
  for (const how of ['reset', 'invited']) {
    await noted({ [how]: second.uuid }, 23);
    const refused = await decide();
    expect([how, refused.status, refused.data.message]).toEqual([how, 403, expect.stringContaining('ביממה האחרונה')]);
    const state = await query('select status from approvals where uuid = $1', [approval.uuid]);
    expect(state).toEqual([{ status: 'waiting' }]);
    await query(
      `begin; set local storefront.forgetting = 'on'; delete from audit_log where command = 'staff.reset'; commit`,
    );
  }
  await noted({ invited: second.uuid }, 25);
  expect((await decide()).status).toBe(200);
});

test('a role’s limit of refunds counts in its own store alone', async () => {
  const own = await member(site, 'accountant');
  await query(`update staff_roles set store_uid = (select uuid from stores where key = 'raam') where staff_uid = $1`, [
    own.uuid,
  ]);
  await query(
    `insert into staff_roles (staff_uid, role_uid, store_uid)
     select $1, r.uuid, s.uuid from roles r, stores s where r.key = 'manager' and s.key = 'noam'`,
    [own.uuid],
  );
  const refunded = async (store: string) => {
    const { uuid } = await order(store);
    const asked = { lines: [], total: 7_000, reason: 'פיצוי' };
    expect((await act(site, cookieOf(own), `/orders/${uuid}`, 'refund', asked)).status).toBe(200);
    return query(
      `select r.amount_agorot::int as agorot from refunds r join payments p on p.uuid = r.payment_uid where p.order_uid = $1
       union all select 0 from approvals where entity_uid = $1`,
      [uuid],
    );
  };
  // Above the accountant's limit it waits for a second person.
  expect([await refunded('raam'), await refunded('noam')]).toEqual([[{ agorot: 0 }], [{ agorot: 700_000 }]]);
});
