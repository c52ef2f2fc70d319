import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { parsePhone } from '#domain/people/phone.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { signInAs } from '../../../tests/support/office.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { mailOf } from '../../jobs/mail.ts';

let site: TestApp;
let clock = new Date('2026-06-07T07:00:00Z');
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: () => clock } });
  for (const role of ['service', 'manager', 'sales', 'viewer', 'editor'] as const)
    cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());
beforeEach(async () => {
  for (const table of ['leads', 'outbox', 'limit_hits']) await query(`delete from ${table}`);
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const page = (path: string, role: RoleKey = 'service') =>
  site.call({ host: 'office.localhost', path, headers: { cookie: cookies.get(role) ?? '' } });
const submit = (path: string, fields: Record<string, string>, role: RoleKey = 'service') =>
  site.call({
    host: 'office.localhost',
    path,
    method: 'POST',
    headers: {
      origin: `http://office.localhost:${site.port}`,
      cookie: cookies.get(role) ?? '',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(fields).toString(),
  });

/** A lead of a shopper, by the shop's own form. */
async function lead(more: object = {}, host = 'raam.localhost'): Promise<string> {
  const body = { name: 'נועה לוי', phone: '050-7000001', email: 'noa@example.com', message: 'יש באדום?', ...more };
  const reply = await site.call({ host, method: 'POST', path: '/api/contacts', body });
  expect(reply.status, reply.text).toBe(200);
  await query('delete from outbox');
  return (await query('select uuid from leads where phone = $1', [parsePhone(body.phone)]))[0].uuid;
}
const stateOf = async (uuid: string) =>
  (await query('select state, owner_uid, first_answered_at, closed_at from leads where uuid = $1', [uuid]))[0];

test('leads are found by a phone in any spelling, and by who waits for longer than an hour', async () => {
  await lead();
  clock = new Date(clock.getTime() + 61 * 60_000);
  await lead({ name: 'דנה כהן', phone: '052-7000002' });
  for (const q of ['0507000001', '+972 50-700-0001', '7000001', 'נועה', 'noa@example'])
    expect((await page(`/leads?${new URLSearchParams({ q })}`)).text).toContain('נועה לוי');
  const waiting = await page('/leads?waiting=hour');
  expect(waiting.text).toContain('נועה לוי');
  expect(waiting.text).not.toContain('דנה כהן');
  expect((await page('/leads', 'viewer')).status).toBe(200);
  expect((await page('/leads', 'editor')).status).toBe(403);
});

test('what was put together of a vehicle comes with the details: in the mail to the store, in the office, in the question by WhatsApp', async () => {
  const [product] = await query(`select p.uuid, p.slug from products p where p.slug = 'ruach-maxi-300'`);
  const [other] = await query(`select uuid from products where slug = 'ruach-e3'`);
  const host = 'ruach.localhost';
  const choices = ['version-base', 'color-bronze', 'seat-low', 'pack-winter'];
  const body = { product_uid: product.uuid, choices, save: true };
  const { code } = (await site.call({ host, method: 'POST', path: '/api/variants/configure', body })).json<{
    code: string;
  }>();
  expect(code).toMatch(/^[\da-z]+$/);
  const mailed = async (more: object) => {
    const details = { name: 'נועה לוי', phone: '050-7000001', ...more };
    expect((await site.call({ host, method: 'POST', path: '/api/contacts', body: details })).status).toBe(200);
    const [{ body }] = await query(`delete from outbox where channel = 'email' returning body`);
    return String(body);
  };
  expect(await mailed({ product_uid: product.uuid, configuration: code })).toMatch(
    new RegExp(`הרכבה .?${code}.?:.*ברונזה.*מושב נמוך.*חבילת חורף`),
  );
  const [{ uuid }] = await query('select uuid from leads');
  const { text } = await page(`/leads/${uuid}`);
  expect(text).toContain('חבילת חורף');
  expect(text).toContain(`/product/${product.slug}?config=${code}#configurator`);
  // What the page shows was changed since: it comes instead, and isn't attached where it is impossible.
  const changed = ['version-base', 'color-bronze', 'seat-low'];
  const since = await mailed({ product_uid: product.uuid, configuration: code, choices: changed });
  expect(since).toMatch(/הרכבה .*מושב נמוך/);
  expect(since).not.toContain('חבילת חורף');
  expect(since).not.toContain(code);
  expect(await mailed({ product_uid: product.uuid, configuration: code, choices: ['none'] })).not.toContain('הרכבה');
  // An unknown code, or another product's, doesn't keep the details from coming.
  expect(await mailed({ product_uid: product.uuid, configuration: 'unknown' })).not.toContain('הרכבה');
  expect(await mailed({ product_uid: other.uuid, configuration: code })).not.toContain('הרכבה');

  const shown = await site.call({ host, path: `/product/${product.slug}?config=${code}` });
  const question = /href="https:\/\/wa\.me\/\d+\?([^"]+)"/.exec(shown.text)?.[1] ?? '';
  expect(new URLSearchParams(question).get('text')).toMatch(new RegExp(`הרכבה ${code}\n.*\\?config=${code}$`));
  expect(shown.text).toContain(`name="configuration" value="${code}"`);
});

test('who asked to be called at a time waits from its end on', async () => {
  await lead({ name: 'שחר מזרחי', phone: '052-7000009', callback: 'morning' });
  const [{ callback_to: end }] = await query(`select callback_to from leads where phone = '+972527000009'`);
  const before = clock;
  clock = new Date(end.getTime() - 60_000);
  expect((await page('/leads?waiting=hour')).text).not.toContain('שחר מזרחי');
  expect((await page('/leads')).text).toContain('09:00–12:00');
  clock = new Date(end.getTime() + 60_000);
  expect((await page('/leads?waiting=hour')).text).toContain('שחר מזרחי');
  clock = before;
});

test('a lead is answered by mail in the store’s look, and replies come to its mailbox for leads', async () => {
  const uuid = await lead();
  clock = new Date(clock.getTime() + 10 * 60_000);
  const fields = { _call: 'mail', subject: 'לגבי הצבע', text: 'שלום נועה,\n\nיש באדום, במלאי.', seen: 'none' };
  expect((await submit(`/leads/${uuid}`, fields, 'viewer')).status).toBe(403);
  expect((await submit(`/leads/${uuid}`, fields)).status).toBe(200);
  const first = await stateOf(uuid);
  expect(first).toMatchObject({ state: 'answered', first_answered_at: clock });
  expect(first.owner_uid).not.toBeNull();

  clock = new Date(clock.getTime() + 60_000);
  await submit(`/leads/${uuid}`, {
    ...{ _call: 'note', channel: 'phone', text: 'התקשרתי, אין מענה' },
    seen: (await query('select uuid from lead_answers'))[0].uuid,
  });
  expect((await stateOf(uuid)).first_answered_at).toEqual(first.first_answered_at);

  const messages = await site.deps.db.select().from(outbox);
  expect(messages).toMatchObject([{ channel: 'email', recipient: 'noa@example.com', subject: 'לגבי הצבע' }]);
  const [store] = await query(`select lead_email, name from stores where key = 'raam'`);
  const mail = await mailOf(site.deps)(messages[0] as (typeof messages)[number]);
  expect(mail.replyTo).toBe(store.lead_email);
  expect(mail.html).toContain(store.name);
  expect(mail.html).toContain('יש באדום, במלאי.');

  const shown = (await page(`/leads/${uuid}`)).text;
  expect(shown).toContain('התקשרתי, אין מענה');
  const [log] = await query(
    `select a.actor, a.actor_kind from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'leads' and c.entity_uid = $1 limit 1`,
    [uuid],
  );
  expect(log).toMatchObject({ actor_kind: 'staff' });
});

test('of two people who answer the same lead at once the second is told, and sends after having read the first', async () => {
  const uuid = await lead();
  const answers = [
    { _call: 'mail', subject: 'לגבי הצבע', text: 'יש באדום.', seen: 'none' },
    { _call: 'mail', subject: 'לגבי הצבע', text: 'אין באדום.', seen: 'none' },
  ];
  const roles = ['service', 'sales'] as const;
  const replies = await Promise.all(roles.map((role, at) => submit(`/leads/${uuid}`, answers[at] ?? {}, role)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const second = replies.findIndex(({ status }) => status === 409);
  expect(replies[second]?.text).toContain('בינתיים נוספה תשובה לפנייה');
  expect(await query('select count(*)::int from outbox')).toEqual([{ count: 1 }]);
  const [first] = await query('select uuid, text from lead_answers');
  expect(first.text).toBe(answers[1 - second]?.text);

  const shown = (await page(`/leads/${uuid}`)).text;
  expect(shown).toMatch(new RegExp(`<input[^>]* name="seen"[^>]* value="${first.uuid}"`));
  const again = { ...answers[second], seen: first.uuid } as Record<string, string>;
  expect((await submit(`/leads/${uuid}`, again, roles[second] ?? 'service')).status).toBe(200);
  expect(await query('select count(*)::int from lead_answers')).toEqual([{ count: 2 }]);
});

test('the list is exported as it is filtered, by who may; nothing in it is a formula, and that it was is written', async () => {
  await lead({ name: '=HYPERLINK("https://evil.example")' });
  await lead({ name: 'דנה כהן', phone: '052-7000002' });
  expect((await page('/leads.csv')).status).toBe(403);
  const all = await page('/leads.csv', 'manager');
  expect(all.headers['content-disposition']).toContain('leads.csv');
  expect(all.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  const foundReply = await page(`/leads.csv?${new URLSearchParams({ q: '052-7000002' })}`, 'manager');
  expect(foundReply.text).toContain('דנה כהן');
  expect(foundReply.text).not.toContain('HYPERLINK');
  const logged = await query(
    `select actor, details from audit_log where command like 'leads.export%' order by created_at`,
  );
  expect(logged).toMatchObject([{ details: { rows: 2 } }, { details: { rows: 1, searched: true } }]);
  expect(JSON.stringify(logged)).not.toContain('7000002');
});

test('a mail to a lead without an address is refused, and nothing is kept', async () => {
  const uuid = await lead({ email: '' });
  const reply = await submit(`/leads/${uuid}`, { _call: 'mail', subject: 'שלום', text: 'שלום לך', seen: 'none' });
  expect(reply.status).toBe(422);
  expect(reply.text).toContain('בפנייה אין כתובת דוא״ל');
  expect(await stateOf(uuid)).toMatchObject({ state: 'new', first_answered_at: null });
  expect(await query('select from lead_answers')).toEqual([]);
});

test('states follow what is done: assigned is open, closed can be opened again, state itself is nobody’s to set', async () => {
  const uuid = await lead();
  const [me] = await query(`select uuid from staff where email like 'tamar@%'`);
  await submit(`/leads/${uuid}`, {
    _call: 'assign',
    owner: me.uuid,
    was: 'nobody',
    state: 'converted',
    first_answered_at: '2020-01-01',
  });
  expect(await stateOf(uuid)).toMatchObject({ state: 'open', owner_uid: me.uuid, first_answered_at: null });
  await submit(`/leads/${uuid}`, { _call: 'close', reason: 'לא רלוונטי' });
  expect(await stateOf(uuid)).toMatchObject({ state: 'closed', closed_at: clock });
  await submit(`/leads/${uuid}`, { _call: 'reopen' });
  expect(await stateOf(uuid)).toMatchObject({ state: 'open', closed_at: null });
  const [editor] = await query(`select uuid from staff where email like 'omer@%'`);
  expect((await submit(`/leads/${uuid}`, { _call: 'assign', owner: editor.uuid, was: me.uuid })).status).toBe(422);
  // Whoever opened the form before it was somebody's takes it from nobody.
  const [other] = await query(`select uuid from staff where email like 'noa@%'`);
  expect((await submit(`/leads/${uuid}`, { _call: 'assign', owner: other.uuid, was: 'nobody' })).status).toBe(409);
  expect(await stateOf(uuid)).toMatchObject({ owner_uid: me.uuid });
  await submit(`/leads/${uuid}`, { _call: 'assign', owner: 'nobody', was: me.uuid });
  expect(await stateOf(uuid)).toMatchObject({ owner_uid: null });
});

test('a call noted on a closed notice of cancellation leaves it closed', async () => {
  const [notice, other] = [await lead(), await lead({ phone: '050-7000003' })];
  await query(`update leads set kind = 'cancellation' where uuid = $1`, [notice]);
  for (const uuid of [notice, other]) {
    await submit(`/leads/${uuid}`, { _call: 'close' });
    const note = { _call: 'note', channel: 'phone', text: 'תיאמנו איסוף', seen: 'none' };
    expect((await submit(`/leads/${uuid}`, note)).status).toBe(200);
  }
  expect([(await stateOf(notice)).state, (await stateOf(other)).state]).toEqual(['closed', 'answered']);
});

test('a lead whose quote has ended is opened again; while the quote goes on it isn’t', async () => {
  const uuid = await lead();
  const { order } = await shopper(site.port).order(await piece(site.connection.pool));
  await query(`update leads set state = 'converted', closed_at = now(), order_uid = $2 where uuid = $1`, [
    ...[uuid, order.uuid],
  ]);
  expect((await submit(`/leads/${uuid}`, { _call: 'reopen' })).status).toBe(422);
  expect((await page(`/leads/${uuid}`)).text).not.toContain('פתיחה מחדש');
  await query(`update orders set status = 'cancelled' where uuid = $1`, [order.uuid]);
  expect((await page(`/leads/${uuid}`)).text).toContain('פתיחה מחדש');
  expect((await submit(`/leads/${uuid}`, { _call: 'reopen' })).status).toBe(200);
  expect(await stateOf(uuid)).toMatchObject({ state: 'open', closed_at: null });
});

test('a lead of a store in which the person has no role is not there', async () => {
  const [own] = await query(
    `select s.key from stores s join staff_roles r on r.store_uid = s.uuid join staff p on p.uuid = r.staff_uid where p.email like 'maya@%'`,
  );
  const [other] = await query(
    `select uuid, key from stores where uuid not in (select r.store_uid from staff_roles r join staff p on p.uuid = r.staff_uid where p.email like 'maya@%')`,
  );
  const foreign = await lead({}, `${other.key}.localhost`);
  expect((await page(`/leads/${foreign}`, 'sales')).status).toBe(404);
  expect((await submit(`/leads/${foreign}`, { _call: 'close' }, 'sales')).status).toBe(404);
  for (const path of ['/leads', `/leads?store=${other.uuid}`])
    expect((await page(path, 'sales')).text).not.toContain(foreign);
  const mine = await lead({ phone: '050-7000009' }, `${own.key}.localhost`);
  expect((await page(`/leads/${mine}`, 'sales')).status).toBe(200);
});
