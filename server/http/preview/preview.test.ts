import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { type Connection, connect } from '#db/client.ts';
import { drafts, stores } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { addDays, israelDay } from '#domain/calendar/israel-time.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { clock } from '../../../tests/support/clock.ts';
import type { OfficeContext } from '../../context.ts';
import { undoChange } from '../../office/changes/undo-change.ts';
import { memberOf } from '../../office/drafts/carry-out.ts';
import { addStep, createDraft, revokeLinks } from '../../office/drafts/change-draft.ts';
import { previewLink } from '../../office/drafts/preview-link.ts';
import { changeEnd, publishNow, scheduleDraft } from '../../office/drafts/publish.ts';
import { officeCall, officeCalls } from '../../staff/office-call.ts';

// The shop through a signed link, with a call of the test's own as the draft's step.

officeCall(
  {
    name: 'test.title',
    permission: 'content.edit',
    entity: 'store',
    input: z.object({ store: z.uuid(), text: z.string() }),
    kind: 'write',
    draftable: true,
  },
  async ({ db }, { store, text }) => {
    await db.update(stores).set({ seoTitle: text }).where(eq(stores.uuid, store));
  },
);

let site: TestApp;
let office: Connection;
let store: string;
let owner: OfficeContext;
const time = clock();

beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
  office = connect(site.deps.env.DATABASE_URL as string, { max: 4, actor: 'each' });
  const [row] = await office.db.select({ uuid: stores.uuid }).from(stores).where(eq(stores.key, 'raam'));
  store = row?.uuid ?? '';
  owner = await ownerOf();
});
afterAll(async () => {
  for (const name of officeCalls.keys()) if (name.startsWith('test.')) officeCalls.delete(name);
  await office.close();
  await site.close();
});
beforeEach(async () => {
  await site.connection.db.update(drafts).set({ state: 'discarded' });
  await site.connection.db.update(stores).set({ seoTitle: 'כותרת ישנה' }).where(eq(stores.uuid, store));
});

async function ownerOf(): Promise<OfficeContext> {
  const base = { ...site.deps, db: office.db, reader: office.db };
  const { rows } = await office.pool.query<{ uuid: string }>(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = $1 and sr.store_uid is null`,
    ['owner'],
  );
  const staff = await memberOf(base, rows[0]?.uuid ?? '');
  return {
    ...base,
    requestId: 'test',
    origin: 'http://office.localhost',
    ipAddress: '127.0.0.1',
    userAgent: 'test',
    device: '',
    log: site.app.log,
    staff,
    source: '/test',
  };
}

const title = (text: string) => ({ call: 'test.title', input: { store, text } });
const prepare = async () => (await addStep(owner, { ...title('כותרת לחג'), name: 'חג' })).draft;
const shopTitle = async () => {
  const [row] = await office.db.select({ title: stores.seoTitle }).from(stores).where(eq(stores.uuid, store));
  return row?.title;
};
const inDays = (days: number) => addDays(israelDay(time.now()), days);
const host = 'raam.localhost';
const page = (cookie?: string, path = '/', at = host) =>
  site.call({ host: at, path, headers: { accept: 'text/html', ...(cookie && { cookie }) } });
const linkOf = async (draft: string, more = {}) => (await previewLink(owner, { draft, shop: store, ...more })).url;
const enter = async (url: string, at = host) => {
  const reply = await page(undefined, new URL(url).pathname, at);
  return { reply, cookie: ([reply.headers['set-cookie'] ?? []].flat()[0] ?? '').split(';')[0] ?? '' };
};

test('shows the draft to who has the link, and to nobody else', async () => {
  expect((await page()).text).toContain('כותרת ישנה');
  const { cookie, reply } = await enter(await linkOf(await prepare()));
  expect(reply.status).toBe(303);
  const previewed = await page(cookie);
  expect(previewed.text).toContain('כותרת לחג');
  expect(previewed.text).toContain('תצוגה מקדימה: <bdi>חג</bdi>');
  expect(previewed.headers).toMatchObject({
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
    'content-security-policy': expect.stringContaining("frame-ancestors 'self'"),
  });
  const visitor = await page();
  expect(visitor.text).toContain('כותרת ישנה');
  expect(visitor.text).not.toContain('תצוגה מקדימה');
  expect(visitor.headers['content-security-policy']).toContain("frame-ancestors 'none'");
  expect((await page(cookie)).text).toContain('כותרת לחג');
  expect(await shopTitle()).toBe('כותרת ישנה');
});

test('shows a closed store to who has the link, and its closed screen to everybody else', async () => {
  const { cookie } = await enter(await linkOf(await prepare()));
  await site.connection.db.update(stores).set({ status: 'closed' }).where(eq(stores.uuid, store));
  try {
    await expect.poll(async () => (await page()).status).toBe(503);
    const previewed = await page(cookie);
    expect([previewed.status, previewed.headers['x-robots-tag']]).toEqual([200, 'noindex, nofollow']);
    expect(previewed.text).toContain('כותרת לחג');
    expect((await enter(await linkOf(await prepare()))).reply.status).toBe(303);
  } finally {
    await site.connection.db.update(stores).set({ status: 'open' }).where(eq(stores.uuid, store));
    await expect.poll(async () => (await page()).status).toBe(200);
  }
});

test('a later version of the draft, and a change of the shop, are seen at once', async () => {
  const draft = await prepare();
  const { cookie } = await enter(await linkOf(draft));
  expect((await page(cookie)).text).toContain('כותרת לחג');
  await addStep(owner, { ...title('כותרת שנייה לחג'), draft });
  expect((await page(cookie)).text).toContain('כותרת שנייה לחג');
});

test('writes nothing', async () => {
  const { cookie } = await enter(await linkOf(await prepare()));
  const reply = await site.call({
    host,
    path: '/api/mailing/subscribe',
    method: 'POST',
    headers: { cookie, origin: `http://${host}:${site.port}`, 'content-type': 'application/json' },
    body: JSON.stringify({}),
  });
  expect([reply.status, JSON.parse(reply.body.toString()).error_code]).toEqual([403, 'PREVIEW']);
});

test('shows a moment ahead: what is scheduled before it, and not what has ended by then', async () => {
  const scheduled = await prepare();
  await scheduleDraft(owner, { draft: scheduled, day: inDays(2), end_day: inDays(5) });
  const { uuid } = await createDraft(owner, { name: 'מבט קדימה' });
  const at = async (days: number) => {
    const { cookie } = await enter(await linkOf(uuid, { day: inDays(days), time: '12:00' }));
    return (await page(cookie)).text;
  };
  expect(await at(1)).toContain('כותרת ישנה');
  expect(await at(3)).toContain('כותרת לחג');
  expect(await at(6)).toContain('כותרת ישנה');
});

test('shows a moment after the ends of several drafts, one of which was undone by hand', async () => {
  const { rows: shops } = await office.pool.query<{ uuid: string; key: string }>(
    `update stores set seo_title = 'כותרת ישנה' where key in ('raam', 'zik', 'gal') returning uuid, key`,
  );
  expect(shops).toHaveLength(3);
  for (const { uuid, key } of shops) {
    const step = { call: 'test.title', input: { store: uuid, text: 'כותרת לחג' } };
    const { draft } = await addStep(owner, { ...step, name: `חג ${key}` });
    await publishNow(owner, { draft });
    await changeEnd(owner, { draft, end_day: inDays(2) });
    if (key !== 'gal') continue;
    const [published] = await office.db.select().from(drafts).where(eq(drafts.uuid, draft));
    await undoChange(owner, { change: published?.operationUid ?? '', reason: 'טעות' });
  }
  const { uuid } = await createDraft(owner, { name: 'מבט קדימה' });
  for (const shop of shops) {
    const at = `${shop.key}.localhost`;
    const { cookie } = await enter(await linkOf(uuid, { shop: shop.uuid, day: inDays(3) }), at);
    const { status, text } = await page(cookie, '/', at);
    expect([shop.key, status]).toEqual([shop.key, 200]);
    expect(text).toContain('כותרת ישנה');
  }
});

test('a link that ended, was revoked or tampered with, or is of another store opens nothing', async () => {
  const draft = await prepare();
  const url = await linkOf(draft);
  const { cookie } = await enter(url);
  const [content = '', signature = ''] = (url.split('/preview/')[1] ?? '').split('.');
  const pass = JSON.parse(Buffer.from(content, 'base64url').toString()) as unknown[];
  pass[2] = (pass[2] as number) + 1;
  const longer = Buffer.from(JSON.stringify(pass)).toString('base64url');
  expect((await page(undefined, `/preview/${longer}.${signature}`)).status).toBe(410);
  expect((await page(`preview=${longer}.${signature}`)).status).toBe(410);
  expect((await page('preview=nonsense')).status).toBe(410);
  const elsewhere = await site.call({ host: 'zik.localhost', path: new URL(url).pathname, headers: {} });
  expect([404, 410]).toContain(elsewhere.status);
  expect((await page(cookie)).status).toBe(200);
  await revokeLinks(owner, { draft });
  expect((await page(cookie)).status).toBe(410);
  const second = await enter(await linkOf(draft, { hours: 1 }));
  time.pass(61);
  expect((await page(second.cookie)).status).toBe(410);
});

test('a request that is given up while it waits keeps no turn', async () => {
  const { cookie } = await enter(await linkOf(await prepare()));
  const client = await office.pool.connect();
  await client.query('begin');
  await client.query('update stores set seo_title = seo_title where uuid = $1', [store]);
  const first = page(cookie);
  const isWaiting = async () =>
    (await office.pool.query('select from pg_locks where not granted and locktype = $1', ['transactionid'])).rowCount;
  await expect.poll(isWaiting, { interval: 10 }).toBeGreaterThan(0);
  const arrived = once(site.app.server, 'request');
  const at = { host: '127.0.0.1', port: site.port, path: '/' };
  const second = request({ ...at, headers: { host: `${host}:${site.port}`, accept: 'text/html', cookie } });
  second.on('error', () => {}).end();
  await arrived;
  second.destroy();
  await first;
  await client.query('rollback');
  client.release();
  expect((await page(cookie)).text).toContain('כותרת לחג');
});

test('waits for no row of the shop, and the shop for none of its rows', async () => {
  const { cookie } = await enter(await linkOf(await prepare()));
  const client = await office.pool.connect();
  await client.query('begin');
  await client.query('update stores set seo_title = seo_title where uuid = $1', [store]);
  // It is answered although the row stays locked.
  const reply = await page(cookie);
  expect(reply.status).toBeGreaterThanOrEqual(500);
  await client.query('rollback');
  client.release();
  expect((await page(cookie)).text).toContain('כותרת לחג');
  const openTransactions = async () =>
    (
      await office.pool.query(
        `select count(*)::int as open from pg_stat_activity where state like 'idle in transaction%' and datname = current_database()`,
      )
    ).rows[0].open;
  await expect.poll(openTransactions).toBe(0);
});
