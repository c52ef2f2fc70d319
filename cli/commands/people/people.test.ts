import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { runCommand } from '../../../tests/support/run-command.ts';
import type { Command } from '../../command.ts';
import { bookingsListCommand } from './bookings.ts';
import { bookingsCancelCommand, bookingsMoveCommand } from './bookings-move.ts';
import { leadsExportCommand, leadsWebhookCommand } from './leads.ts';
import { subscribersExportCommand, subscribersSendCommand } from './subscribers.ts';

let site: TestApp;
const said: string[] = [];
const folder = mkdtempSync(join(tmpdir(), 'people-'));
const run = (command: Command, args: string[] = [], options: Record<string, string | boolean> = {}) =>
  runCommand(site, command, args, options, { say: (text) => said.push(text) });
const query = async (text: string) => (await site.connection.pool.query(text)).rows;

beforeAll(async () => {
  site = await startApp();
  const body = { name: '=HYPERLINK("https://evil.example")', phone: '050-7000001', message: 'שלום, "עולם"\n+1' };
  await site.call({ method: 'POST', path: '/api/contacts', body });
  await site.call({ host: 'gal.localhost', method: 'POST', path: '/api/contacts', body: { ...body, name: 'דנה' } });
  const subscription = { email: '+noa@example.com', consent: true };
  await site.call({ method: 'POST', path: '/api/mailing/subscribe', body: subscription });
  await site.connection.pool.query(`
    insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
    select l.store_uid, l.branch_uid, 'TEST_RIDE', at, at + interval '1 hour', 0, 'נועה', '+972507000001', at::text
    from (select * from branch_stores limit 1) l, (values (now() + interval '3 days'), (now() - interval '3 days')) v(at)`);
});
afterAll(() => site.close());

test('leads are exported by store and day, to a file in which nothing is a formula; who did it is kept', async () => {
  expect((await run(leadsExportCommand)).json).toHaveLength(2);
  expect((await run(leadsExportCommand, [], { store: 'gal' })).json).toMatchObject([{ store: 'gal', name: 'דנה' }]);
  expect((await run(leadsExportCommand, [], { to: '2020-01-01' })).json).toEqual([]);
  expect(said.pop()).toBe('Nobody has left details.');

  const out = join(folder, 'leads.csv');
  await run(leadsExportCommand, [], { store: 'raam', out });
  const text = readFileSync(out, 'utf8');
  expect(text.startsWith('\uFEFFwhen,store,type,source,name,phone,')).toBe(true);
  expect(text).toContain(`"'=HYPERLINK(""https://evil.example"")",050-7000001,`);
  expect(text).toContain('"שלום, ""עולם""\n+1"');
  expect(statSync(out).mode & 0o077, 'others may not read it').toBe(0);
  await expect(run(leadsExportCommand, [], { out })).rejects.toThrow('is there already');
  expect((await query(`select details from audit_log where command = 'leads export'`)).at(-1)?.details).toMatchObject({
    store: 'raam',
    rows: 1,
  });
});

test('a consent that was taken back in the account since is exported as such', async () => {
  await query(`update leads set marketing_consent = true`);
  await query(`insert into customers (store_uid, phone) select uuid, '+972507000001' from stores where key = 'raam'`);
  const saying = async (given: boolean) => {
    await query(
      `insert into consents (customer_uid, kind, given, text) select uuid, 'marketing', ${given}, '' from customers`,
    );
    const out = join(folder, `leads-${given}.csv`);
    await run(leadsExportCommand, [], { out });
    return readFileSync(out, 'utf8').match(/(?<=,"?)(yes|withdrawn)(?=,)/g);
  };
  expect(await saying(false), 'of that store alone').toEqual(['withdrawn', 'yes']);
  expect(await saying(true)).toEqual(['yes', 'yes']);
});

test('subscribers are exported with what they agreed to, and only those who confirmed are written to', async () => {
  expect((await run(subscribersExportCommand)).json).toMatchObject([{ email: '+noa@example.com', state: 'waiting' }]);
  const out = join(folder, 'readers.csv');
  await run(subscribersExportCommand, [], { out });
  expect(readFileSync(out, 'utf8')).toContain(",'+noa@example.com,waiting,");

  const file = join(folder, 'letter.txt');
  writeFileSync(file, 'דגם חדש\n\nהגיע דגם חדש.\n');
  expect((await run(subscribersSendCommand, ['raam', file])).json).toMatchObject({ readers: 0 });
  await query(`update subscribers set confirmed_at = now()`);
  expect((await run(subscribersSendCommand, ['raam', file])).json).toMatchObject({ readers: 1 });
  await expect(run(subscribersSendCommand, ['raam', file])).rejects.toThrow(
    'within the last day (readers: 1); with --again',
  );
  expect((await run(subscribersSendCommand, ['gal', file])).json).toMatchObject({ readers: 0 });
  expect(await query(`select subject from outbox where about = 'newsletter'`)).toEqual([
    { subject: 'פרסומת: דגם חדש' },
  ]);
  expect(await query(`select 1 from audit_log where command = 'subscribers send'`)).toHaveLength(3);
  expect((await run(subscribersSendCommand, ['raam', file], { again: true })).json).toMatchObject({ readers: 1 });
  await expect(run(subscribersSendCommand, ['raam', join(folder, 'none.txt')])).rejects.toThrow('ENOENT');
});

test('bookings from today on are listed, earlier ones when asked for', async () => {
  expect((await run(bookingsListCommand)).json).toHaveLength(1);
  expect(said.pop()).toContain('TEST_RIDE');
  expect((await run(bookingsListCommand, [], { from: '2020-01-01' })).json).toHaveLength(2);
});

test('a visit is moved and cancelled by the rule of the office’s calendar, and the customer is told', async () => {
  const [visit] = await query(
    `select uuid, to_char(starts_at, 'YYYY-MM-DD') as day from bookings where starts_at > now()`,
  );
  const bookingSms = () =>
    query(`select about from outbox where channel = 'sms' and about like 'booking%' order by about`);
  await expect(run(bookingsMoveCommand, [visit.uuid, visit.day, '03:00'])).rejects.toThrow('BOOKING_OUTSIDE_HOURS');
  await run(bookingsMoveCommand, [visit.uuid, visit.day, '03:00'], { 'outside-hours': true as never });
  // What still waited would give way to the next message.
  await query('update outbox set sent_at = now()');
  await run(bookingsCancelCommand, [visit.uuid]);
  await run(bookingsCancelCommand, [visit.uuid]);
  expect(await bookingSms()).toEqual([{ about: 'booking cancelled' }, { about: 'booking moved' }]);
  await expect(run(bookingsMoveCommand, [visit.uuid, visit.day, '04:00'])).rejects.toThrow('BOOKING_NOT_MOVABLE');
  await expect(run(bookingsMoveCommand, ['x', visit.day, '04:00'])).rejects.toThrow('is no booking');
});

test('the key of a store’s webhook is its own', async () => {
  const keys = await Promise.all(['raam', 'gal'].map((store) => run(leadsWebhookCommand, [store])));
  const [first, second] = keys.map(({ json }) => (json as { key: string }).key);
  expect(first).toMatch(/^whsec_[\w+/]{40,}=*$/);
  expect(first).not.toBe(second);
});

test.each<[Command, string[], Record<string, string>]>([
  [leadsExportCommand, [], { store: 'nobody' }],
  [leadsExportCommand, [], { from: 'yesterday' }],
  [subscribersSendCommand, ['nobody', 'x'], {}],
  [leadsWebhookCommand, ['nobody'], {}],
])('what is wrong is refused', async (command, args, options) => {
  await expect(run(command, args, options)).rejects.toThrow(/^There is no store|^--from/);
});
