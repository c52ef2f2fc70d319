import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { whenToSend } from '#domain/calendar/quiet-times.ts';
import { NEWSLETTER_TEXT } from '#domain/people/consent-texts.ts';
import type { MailContent } from '#domain/text/mail-content.ts';
import { mailOf } from '#server/jobs/mail.ts';
import { setStatusCommand } from '../../../cli/commands/stores/stores.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import { sendNewsletter } from './send.ts';

let site: TestApp;
let clock = new Date('2026-06-08T07:00:00Z');
let address = 0;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

const subscribe = (email: string, more: object = {}) =>
  site.call({
    method: 'POST',
    path: '/api/mailing/subscribe',
    headers: { 'x-forwarded-for': `203.0.113.${++address}` },
    body: { email, consent: true, ...more },
  });
const mails = async (email: string) =>
  (await site.connection.pool.query('select * from outbox where recipient = $1 order by created_at, uuid', [email]))
    .rows;
const reader = async (email: string) =>
  (await site.connection.pool.query('select * from subscribers where email = $1', [email])).rows[0];
const pathOf = (mail: { content: MailContent }, of: 'confirm' | 'unsubscribe' = 'confirm') =>
  new URL((of === 'confirm' ? mail.content.button?.url : mail.content.unsubscribe) ?? '').pathname;
const get = (path: string, host = 'raam.localhost') => site.call({ host, path });
const post = (path: string, body = '') =>
  site.call({ method: 'POST', path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body });

/** Sends the newsletter to its readers; returns the latest row of one of them. */
async function letterTo(email: string) {
  const { uuid } = (await site.connection.pool.query(`select uuid from stores where key = 'raam'`)).rows[0];
  const letter = { subject: 'דגם חדש', paragraphs: ['הגיע דגם חדש.'] };
  const { readers } = await site.deps.db.transaction((tx) => sendNewsletter(site.deps, tx, uuid, letter));
  return { readers, mail: (await mails(email)).find(({ about }) => about === 'newsletter') };
}

test('an address reads only after it has confirmed by a press, and no more once it has left', async () => {
  expect((await subscribe('Noa@Example.com')).json()).toEqual({ received: true });
  expect(await reader('noa@example.com')).toMatchObject({
    consent_text: NEWSLETTER_TEXT,
    consent_at: clock,
    consent_address: '203.0.113.1',
    confirmed_at: null,
  });
  expect((await letterTo('noa@example.com')).readers).toBe(0);
  const [asked] = await mails('noa@example.com');
  const confirm = pathOf(asked);
  const page = await get(confirm);
  expect([page.status, page.headers['cache-control']]).toEqual([200, 'private, no-store']);
  expect(page.text.includes('no…@example.com') && !page.text.includes('noa@example.com')).toBe(true);
  expect((await reader('noa@example.com')).confirmed_at, 'a mail program that looks at links').toBeNull();
  expect((await get(confirm, 'ofek.localhost')).status, 'another store').toBe(404);

  expect((await post(confirm)).text.includes('ההרשמה אושרה')).toBe(true);
  expect((await reader('noa@example.com')).confirmed_at).toEqual(clock);
  await subscribe('noa@example.com');
  expect(await mails('noa@example.com'), 'who reads already is asked nothing').toHaveLength(1);

  const { readers, mail } = await letterTo('noa@example.com');
  expect([readers, mail.subject]).toEqual([1, 'פרסומת: דגם חדש']);
  const [{ company, address: seat, email }] = (
    await site.connection.pool.query(
      `select c.legal_name as company, c.address, s.email from stores s join companies c on c.uuid = s.company_uid where s.key = 'raam'`,
    )
  ).rows;
  for (const said of [company, seat, email, mail.content.unsubscribe]) expect(mail.body).toContain(said);
  const sent = await mailOf(site.deps)(mailRow(mail));
  expect(sent.unsubscribe).toBe(mail.content.unsubscribe);
  expect(sent.html).toContain(`href="${mail.content.unsubscribe}"`);

  const leave = pathOf(mail, 'unsubscribe');
  expect((await get(leave)).text.includes('להפסיק לשלוח')).toBe(true);
  expect((await reader('noa@example.com')).unsubscribed_at).toBeNull();
  // As mail programs do it (RFC 8058).
  expect((await post(leave, 'List-Unsubscribe=One-Click')).status).toBe(200);
  expect((await post(leave, 'List-Unsubscribe=One-Click')).status, 'once more').toBe(200);
  expect((await reader('noa@example.com')).unsubscribed_at).toEqual(clock);
  expect((await letterTo('noa@example.com')).mail, 'what waited is not sent').toBeUndefined();
  await post(confirm);
  expect((await reader('noa@example.com')).unsubscribed_at, 'the old link brings nobody back').toEqual(clock);

  clock = new Date(clock.getTime() + 60_000);
  await subscribe('noa@example.com');
  await post(confirm);
  expect(await reader('noa@example.com')).toMatchObject({ unsubscribed_at: null, confirmed_at: clock });
});

test.each([
  ['closed', undefined],
  ['under_construction', 'a code'],
])('a store that is %s still lets its readers leave, and shows others nothing', async (status, code) => {
  const email = `${status}@example.com`;
  await subscribe(email);
  await post(pathOf((await mails(email))[0]));
  const leave = pathOf((await letterTo(email)).mail, 'unsubscribe');
  const setStatus = async (...args: string[]) => {
    await runCommand(site, setStatusCommand, ['raam', ...args], { code });
    site.deps.cache.clear();
  };
  await setStatus(status);
  try {
    expect((await get(leave)).text.includes('להפסיק לשלוח')).toBe(true);
    const nobody = await get('/unsubscribe/nothing');
    expect(nobody.text).toMatch(/האתר בבנייה|החנות סגורה כרגע/);
    const reply = await post(leave, 'List-Unsubscribe=One-Click');
    expect([reply.status, (await reader(email)).unsubscribed_at]).toEqual([200, clock]);
  } finally {
    await setStatus('open');
  }
});

const mailRow = (row: Record<string, unknown>) =>
  ({ ...row, storeUid: row.store_uid }) as unknown as Parameters<ReturnType<typeof mailOf>>[0];

test('who leaves while the newsletter is being written does not get it', async () => {
  const email = 'leaves@example.com';
  await subscribe(email);
  await post(pathOf((await mails(email))[0]));
  const leave = pathOf((await letterTo(email)).mail, 'unsubscribe');
  const { uuid } = (await site.connection.pool.query(`select uuid from stores where key = 'raam'`)).rows[0];
  const waits = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let left: ReturnType<typeof post> | undefined;
  await site.deps.db.transaction(async (tx) => {
    await sendNewsletter(site.deps, tx, uuid, { subject: 'דגם חדש', paragraphs: ['הגיע.'] });
    let answered = false;
    left = post(leave).finally(() => {
      answered = true;
    });
    await vi.waitFor(async () => expect(answered || (await site.connection.pool.query(waits)).rowCount).toBeTruthy());
  });
  expect((await left)?.status).toBe(200);
  expect((await mails(email)).filter(({ about }) => about === 'newsletter')).toEqual([]);
});

test('a mailbox is asked three times a day at most, whoever types it in', async () => {
  for (let i = 0; i < 6; i++) expect((await subscribe('dana@example.com')).json()).toEqual({ received: true });
  expect(await mails('dana@example.com')).toHaveLength(3);
  clock = new Date(clock.getTime() + 25 * 3_600_000);
  await subscribe('dana@example.com');
  expect(await mails('dana@example.com')).toHaveLength(4);
});

test.each([
  [{ email: 'no address' }, 400],
  [{ consent: false }, 400],
  [{ website: 'https://spam.example' }, 200],
])('%j subscribes nobody', async (more, status) => {
  const reply = await subscribe('robot@example.com', more);
  expect(reply.status).toBe(status);
  expect(await reader('robot@example.com')).toBeUndefined();
});

test.each(['/confirm/nothing', '/unsubscribe/nothing'])('%s is no page', async (path) => {
  expect((await get(path)).status).toBe(404);
  expect((await post(path)).status).toBe(404);
});

test('the form in the footer is answered without scripts', async () => {
  const told = (await post('/contact', 'form=newsletter&email=gal%40example.com&consent=on')).text;
  expect(told.includes('לחצו עליו כדי לאשר')).toBe(true);
  expect((await post('/contact', 'form=newsletter&email=gal')).text.includes('כתובת דוא״ל לא תקינה')).toBe(true);
  expect((await post('/contact', 'form=newsletter&email=a%40b.co')).text.includes('סמנו את ההסכמה')).toBe(true);
});

test.each([
  ['2026-06-08T07:00:00Z', '2026-06-08T07:00:00.000Z'], // Monday at ten
  ['2026-06-08T19:00:00Z', '2026-06-09T05:00:00.000Z'], // At night
  ['2026-06-12T08:00:00Z', '2026-06-12T08:00:00.000Z'], // Friday at eleven
  ['2026-06-12T10:00:00Z', '2026-06-14T05:00:00.000Z'], // Friday at one
  ['2026-06-13T18:00:00Z', '2026-06-14T05:00:00.000Z'], // After the Sabbath
  ['2026-09-11T10:00:00Z', '2026-09-14T05:00:00.000Z'], // Before New Year
])('at %s advertising goes out at %s', (now, at) => {
  expect(whenToSend(new Date(now)).toISOString()).toBe(at);
});

test('after a change of key, the links of new mails work', async () => {
  clock = new Date('2026-06-10T07:00:00Z');
  await subscribe('key@example.com');
  await subscribe('waits@example.com');
  await post(pathOf((await mails('key@example.com'))[0]));
  // Rows written under another key are found by none of today's links.
  await site.connection.pool.query(`update subscribers set secret = 'of another key ' || uuid`);
  clock = new Date(clock.getTime() + 1_000);
  await subscribe('waits@example.com');
  const again = (await mails('waits@example.com')).at(-1);
  expect((await get(pathOf(again))).status).toBe(200);
  const { mail } = await letterTo('key@example.com');
  expect((await get(pathOf(mail, 'unsubscribe'))).status).toBe(200);
});

test('a list that is longer than a batch gets one mail each', async () => {
  const { pool } = site.connection;
  await pool.query(`insert into subscribers (store_uid, email, consent_text, secret, confirmed_at)
    select uuid, 'reader' || n || '@example.com', '', 'of reader ' || n, now() from stores, generate_series(1, 1001) n where key = 'raam'`);
  const { readers } = await letterTo('key@example.com');
  const { rows } = await pool.query(
    `select count(*)::int as mails, count(distinct recipient)::int as readers from outbox where about = 'newsletter' and recipient like 'reader%'`,
  );
  expect([rows[0], readers >= 1001]).toEqual([{ mails: 1001, readers: 1001 }, true]);
});
