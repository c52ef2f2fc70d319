import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { createCache } from '#server/platform/cache.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { exportFolder } from '../../export/export.ts';
import { importFolder } from '../../import/import.ts';
import { findStore } from '../../stores/stores.ts';
import { blanksOf } from './legal/facts.ts';
import { missingBeforeOpening } from './missing-before-opening.ts';

let site: TestApp;
let owner: string;
beforeAll(async () => {
  site = await startApp({ office: true });
  owner = await signInAs(site, 'owner');
});
afterAll(() => site.close());

const query = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await site.connection.pool.query(text, values)).rows as T[];

type Step = { step: string; state: 'done' | 'missing' | 'recommended'; detail: string };
type Guide = { steps: Step[]; legal: { slug: string; blanks: string[] }[]; hiddenProduct: string | null };

async function typed(changes: Record<string, unknown> = {}) {
  const [company] = await query<{ uuid: string }>('select uuid from companies');
  const branches = await query<{ uuid: string }>('select uuid from branches order by position limit 2');
  return {
    name: 'ברק & בנו',
    nameEn: 'Barak Gear',
    key: 'barak',
    business: 'gear',
    palette: 'forest',
    company: company?.uuid,
    branches: branches.map(({ uuid }) => uuid),
    email: 'service@barak.example',
    phone: '03-5550777',
    code: 'לפני כולם',
    ...changes,
  };
}

/** Presses the button; the page moves on to the guide. */
async function create(changes: Record<string, unknown> = {}, cookie = owner) {
  return act(site, cookie, '/stores/new', 'create', await typed(changes));
}

const storeOf = async (key: string): Promise<string> =>
  (await query<{ uuid: string }>('select uuid from stores where key = $1', [key]))[0]?.uuid ?? '';
const guideOf = async (uuid: string) => (await readPage<Guide>(site, owner, `/stores/${uuid}/opening`)).data;
const statesOf = ({ steps }: Guide) => Object.fromEntries(steps.map(({ step, state }) => [step, state]));
const shop = (key: string, path: string, headers: Record<string, string> = {}) =>
  site.call({ host: `${key}.localhost`, path, headers });

test.each([
  ['office', /שמור/],
  ['pay', /שמור/],
  ['www', /שמור/],
  ['raam', /כבר שייכת לחנות/],
  ['127', /אותיות לטיניות/],
  ['a.b', /אותיות לטיניות/],
  ['-a', /אותיות לטיניות/],
  ['ברק', /אותיות לטיניות/],
  ['<script>', /אותיות לטיניות/],
  ["a'; drop table stores; --", /אותיות לטיניות/],
  ['a'.repeat(64), /אותיות לטיניות/],
])('no store has the key %s', async (key, reason) => {
  const { status, data } = await create({ key });
  expect(status).toBe(400);
  expect(data.errors).toEqual([{ path: 'key', message: expect.stringMatching(reason) }]);
});

test('what else the form gets wrong is told at its field, and nothing is written', async () => {
  const [before] = await query<{ count: number }>('select count(*)::int from stores');
  const wrong = [
    ['publicDomain', { publicDomain: 'raam.co.il' }],
    ['publicDomain', { publicDomain: 'https://barak.co.il' }],
    ['publicDomain', { key: 'gal', publicDomain: 'www.gal.co.il' }, 'key'],
    ['nameEn', { nameEn: 'ברק' }],
    ['phone', { phone: '12' }],
    ['email', { email: 'x' }],
    ['palette', { palette: 'pink' }],
    ['branches', { branches: ['8f1f0d56-1d3c-4d66-9a53-9a3d7f2f7c11'] }],
    ['company', { company: '8f1f0d56-1d3c-4d66-9a53-9a3d7f2f7c11' }],
    ['code', { code: '123' }],
  ] as const;
  for (const [path, changes, other] of wrong) {
    const { data } = await create(changes);
    expect(
      data.errors?.map((error) => error.path),
      JSON.stringify(changes),
    ).toEqual([other ?? path]);
  }
  expect(await query('select count(*)::int from stores')).toEqual([before]);
});

test('only who may in all stores makes one', async () => {
  const manager = await signInAs(site, 'manager');
  expect((await create({}, manager)).status).toBe(403);
  // An owner of one store is none of the company.
  const [grant] = await query<{ uuid: string }>(
    `update staff_roles set store_uid = (select uuid from stores where key = 'raam')
     where staff_uid = (select uuid from staff where email = 'noa@demo.example') returning uuid`,
  );
  expect(grant).toBeDefined();
  expect((await create()).status).toBe(403);
  await query('update staff_roles set store_uid = null where uuid = $1', [grant?.uuid]);
});

test('a new store is whole at once, behind its password, in this process and in another one', async () => {
  const other = connect(site.deps.env.DATABASE_URL ?? '', { max: 2 });
  const cache = createCache(other.pool, { warn: () => {} });
  const there = { db: other.db, cache, now: site.deps.now };
  expect(await findStore(there, 'barak')).toBeNull();

  const { status } = await create({ publicDomain: 'www.barak.co.il' });
  expect(status).toBe(202);
  const uuid = await storeOf('barak');

  const until = performance.now() + 2_000;
  while (!(await findStore(there, 'barak')) && performance.now() < until) await wait(20);
  expect(await findStore(there, 'barak')).toMatchObject({ uuid, status: 'under_construction' });
  await cache.close();
  await other.close();

  expect((await shop('barak', '/')).text).toContain('סיסמה');
  expect((await shop('barak', '/sitemap.xml')).text).not.toContain('<urlset');
  const gate = await site.call({
    host: 'barak.localhost',
    path: '/gate',
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ code: 'לפני כולם' }).toString(),
  });
  const cookie = String(gate.headers['set-cookie']).split(';')[0] ?? '';
  expect(cookie).toMatch(/^gate=/);
  for (const path of [
    '/',
    '/category',
    '/category?search=שמן',
    '/contact',
    '/distributors',
    '/sitemap',
    '/cancellation',
  ]) {
    const page = await shop('barak', encodeURI(path), { cookie });
    expect(page.status, path).toBe(200);
    expect(page.text, path).toContain('ברק &amp; בנו');
  }
  expect((await shop('barak', '/', { cookie })).text).toContain('המוצרים הראשונים בדרך');
  expect((await shop('barak', '/category', { cookie })).text).toContain('החנות עוד מתמלאת');

  const shell = await readPage<{ store: { name: string } }>(site, owner, `/stores/${uuid}/opening`);
  expect(shell.data.store.name).toBe('ברק & בנו');
  expect((await query('select count(*)::int as linked from branch_stores where store_uid = $1', [uuid]))[0]).toEqual({
    linked: 2,
  });
});

test('the text pages hold the company’s own data, each in the footer, with blanks only where a person has to know', async () => {
  const uuid = await storeOf('barak');
  const [company] = await query<{ legal_name: string; company_number: string; address: string }>(
    'select * from companies',
  );
  const pages = await query<{ slug: string; body: string }>(
    'select slug, body from content_pages where store_uid = $1',
    [uuid],
  );
  // Numbers are kept together with what follows them.
  const bodyOf = (slug: string) => (pages.find((page) => page.slug === slug)?.body ?? '').replaceAll('\u00a0', ' ');
  expect(pages.map(({ slug }) => slug).sort()).toEqual([
    'accessibility',
    'cancellation-policy',
    'cookies',
    'privacy',
    'terms',
  ]);
  for (const slug of ['terms', 'privacy']) {
    expect(bodyOf(slug)).toContain(company?.legal_name);
    expect(bodyOf(slug)).toContain(company?.company_number);
    expect(bodyOf(slug)).toContain(company?.address);
  }
  for (const slug of ['terms', 'privacy', 'cancellation-policy', 'accessibility', 'cookies'])
    expect(bodyOf(slug)).toContain('service@barak.example');
  for (const { body } of pages) {
    expect(body).not.toMatch(/undefined|null|\$\{|\{\{|<script/);
    expect(body).toContain('עודכן:');
  }
  expect(bodyOf('terms')).toContain('ברק &amp; בנו');
  // A shop of gear registers no vehicles.
  expect(bodyOf('terms') + bodyOf('cancellation-policy')).not.toMatch(/רשות הרישוי|רשות הספנות/);
  expect(blanksOf(bodyOf('accessibility'))).toHaveLength(3);
  expect(pages.filter(({ slug }) => slug !== 'accessibility').flatMap(({ body }) => blanksOf(body))).toEqual([]);
  // Months of the page are those that the store keeps.
  const [settings] = await query<{ months: number }>(
    `select (settings ->> 'leads_kept_months')::int as months from stores where uuid = $1`,
    [uuid],
  );
  expect(bodyOf('privacy')).toContain(`${settings?.months} חודשים`);
});

test('the opening is refused with what is missing, step by step, until nothing is', async () => {
  const uuid = await storeOf('barak');
  const path = `/stores/${uuid}/opening`;
  const first = await guideOf(uuid);
  expect(statesOf(first)).toMatchObject({
    business: 'done',
    logo: 'recommended',
    colours: 'done',
    category: 'missing',
    product: 'missing',
    delivery: 'done',
    payment: 'done',
    legal: 'missing',
    domain: 'done',
  });
  const refused = await act(site, owner, path, 'open');
  expect(refused.status).toBe(422);
  expect(refused.data.errors?.map((error) => error.path)).toEqual(['category', 'product', 'legal']);
  expect(await query('select status from stores where uuid = $1', [uuid])).toEqual([{ status: 'under_construction' }]);

  // Nor by the settings' own button.
  const byState = await act(site, owner, `/settings/stores/${uuid}`, 'state', {
    status: 'open',
    was: { status: 'under_construction' },
  });
  expect(byState.status).toBe(422);

  const createReply = await act(site, owner, path, 'category', { name: 'ביגוד', slug: 'wear', kind: 'ACCESSORY' });
  expect(createReply.data).toMatchObject({ ok: true });
  const again = await act(site, owner, path, 'category', { name: 'עוד', slug: 'more', kind: 'ACCESSORY' });
  expect(again.data.errors?.[0]).toMatchObject({ path: 'name' });

  const product = await act(site, owner, '/products/new', 'create', {
    name: 'מעיל רוח',
    slug: 'wind-jacket',
    kind: 'ACCESSORY',
    price: '349',
    sku: 'WJ-1',
    stock: '3',
    stores: [uuid],
  });
  expect(product.status).toBe(202);
  const { hiddenProduct } = await guideOf(uuid);
  expect(hiddenProduct).not.toBeNull();
  await query('update store_products set published = true where store_uid = $1', [uuid]);
  expect(statesOf(await guideOf(uuid))).toMatchObject({
    category: 'done',
    product: 'done',
    pictures: 'recommended',
    home: 'done',
  });
  await query(`update variants set stock = 0 where sku = 'WJ-1'`);
  expect(statesOf(await guideOf(uuid))).toMatchObject({ product: 'recommended' });
  await query(`update variants set stock = 3 where sku = 'WJ-1'`);

  const { legal } = await guideOf(uuid);
  const blanks = legal.flatMap((page) => page.blanks);
  const half = await act(site, owner, path, 'pages', {
    blanks: [{ what: blanks[0], text: 'אין <b>מדרגות</b> & יש חניה' }],
  });
  expect(half.data).toMatchObject({ ok: true });
  expect(statesOf(await guideOf(uuid)).legal).toBe('missing');
  await act(site, owner, path, 'pages', { blanks: blanks.slice(1).map((what) => ({ what, text: 'רות לב' })) });
  expect(statesOf(await guideOf(uuid)).legal).toBe('done');
  const [page] = await query<{ body: string }>(
    `select body from content_pages where store_uid = $1 and slug = 'accessibility'`,
    [uuid],
  );
  expect(page?.body).toContain('אין &lt;b&gt;מדרגות&lt;/b&gt; &amp; יש חניה');

  // Without a branch there is nowhere to take the goods from.
  await query('create table kept as select * from branch_stores where store_uid = $1', [uuid]);
  await query('delete from branch_stores where store_uid = $1', [uuid]);
  expect(statesOf(await guideOf(uuid)).delivery).toBe('missing');
  await query('insert into branch_stores select * from kept');
  await query(`update delivery_types set product_kinds = '{VEHICLE}' where store_uid = $1`, [uuid]);
  expect(statesOf(await guideOf(uuid)).delivery).toBe('missing');
  await query(`update delivery_types set product_kinds = '{ACCESSORY}' where store_uid = $1`, [uuid]);
  await query(`update stores set settings = jsonb_set(settings, '{purchase,provider}', '"payplus"') where uuid = $1`, [
    uuid,
  ]);
  expect(statesOf(await guideOf(uuid)).payment).toBe('missing');
  await query(`update stores set settings = jsonb_set(settings, '{purchase,provider}', '"sandbox"') where uuid = $1`, [
    uuid,
  ]);
  // The company is another one by now.
  await query(`update companies set company_number = '512345678'`);
  expect(statesOf(await guideOf(uuid)).legal).toBe('missing');
  await query(`update companies set company_number = '519999734'`);
  // A menu without the link that the law asks for.
  await query(`update menu_links set custom_path = 'contact' where store_uid = $1 and custom_path = 'cancellation'`, [
    uuid,
  ]);
  expect(statesOf(await guideOf(uuid)).legal).toBe('missing');
  await query(
    `update menu_links set custom_path = 'cancellation' where store_uid = $1 and menu_key = 'SUB_FOOTER' and custom_path = 'contact'`,
    [uuid],
  );

  const opened = await act(site, owner, path, 'open');
  expect(opened.data).toMatchObject({ ok: true });
  const until = performance.now() + 2_000;
  while ((await shop('barak', '/')).text.includes('סיסמה') && performance.now() < until) await wait(20);
  const home = await shop('barak', '/');
  expect(home.status).toBe(200);
  expect(home.text).toContain('מעיל רוח');
  expect(home.text).toContain('יש לכם שאלה?');
  expect(home.text).not.toContain('השארת פרטים');
  expect((await shop('barak', '/category/wear')).text).toContain('מעיל רוח');
  expect((await shop('barak', '/robots.txt')).text).toContain('https://www.barak.co.il/sitemap.xml');
  expect((await shop('barak', '/sitemap.xml')).status).toBe(200);
});

test('no store that sells today lacks what a new one is asked for', async () => {
  const { rows } = await site.connection.pool.query<{ uuid: string; key: string }>(
    `select uuid, key from stores where key not in ('barak')`,
  );
  expect(rows.length).toBeGreaterThanOrEqual(7);
  for (const { uuid, key } of rows) {
    const { steps } = await guideOf(uuid);
    expect(
      steps.filter(({ state }) => state === 'missing'),
      key,
    ).toEqual([]);
  }
});

test('in live mode the demo’s gateway, messages and missing domains are told as they are', async () => {
  const uuid = await storeOf('barak');
  const live = { ...site.deps.env, MODE: 'live' as const };
  const { sandbox: _, ...payment } = site.deps.payment;
  const readOpeningSteps = async () =>
    (await missingBeforeOpening({ db: site.connection.db, env: live, payment, sms: [] }, uuid)).filter(
      ({ state }) => state === 'missing',
    );
  expect((await readOpeningSteps()).map(({ step }) => step)).toEqual(['payment', 'messages']);
  await query('update stores set public_domain = null where uuid = $1', [uuid]);
  expect((await readOpeningSteps()).map(({ step }) => step)).toEqual(['payment', 'messages', 'domain']);
  await query(`update stores set public_domain = 'raam.co.il' where uuid = $1`, [uuid]);
  expect((await readOpeningSteps()).at(-1)?.detail).toContain('שייך גם לחנות');
  await query(`update stores set public_domain = 'www.barak.co.il' where uuid = $1`, [uuid]);
});

test('a role in this store alone sees it and no other', async () => {
  const uuid = await storeOf('barak');
  await query(
    `update staff_roles set store_uid = $1 where role_uid = (select uuid from roles where key = 'viewer')
       and staff_uid in (select uuid from staff where email like '%@demo.example')`,
    [uuid],
  );
  const viewer = await signInAs(site, 'viewer');
  const { data } = await readPage<{ choices: { uuid: string }[] }>(site, viewer, '/content/home');
  expect(data.choices.map((one) => one.uuid)).toEqual([uuid]);
  const guide = await readPage<{ may: { edit: boolean } }>(site, viewer, `/stores/${uuid}/opening`);
  expect(guide.data.may).toEqual({ edit: false });
  expect((await act(site, viewer, `/stores/${uuid}/opening`, 'open')).status).toBe(403);
  expect((await readPage(site, viewer, `/stores/${await storeOf('raam')}/opening`)).status).toBe(404);
});

test('its folder goes out, and in again without a change', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'new-store-'));
  const about = { pool: site.connection.pool, storage: site.deps.storage, folder: join(folder, 'out') };
  const out = await exportFolder({ ...about, progress: () => {}, store: 'barak' });
  expect(out).toMatchObject({ stores: ['barak'], missing: [] });
  const back = await importFolder(about);
  expect(back.errors).toEqual([]);
  expect(back.written).toBe(true);
  expect(Object.entries(back.changes).filter(([, change]) => Object.values(change).some(Boolean))).toEqual([]);
  await rm(folder, { recursive: true });
});

test('undoing the setting up removes the store, unless something was added to it', async () => {
  expect((await create({ key: 'tavor', name: 'תבור' })).status).toBe(202);
  const operationOf = async (key: string) =>
    (
      await query<{ uuid: string }>(
        `select a.uuid from audit_log a join changes c on c.deed_uid = a.uuid where c.table_name = 'stores' and c.operation = 'insert' and c.entity_uid = $1`,
        [await storeOf(key)],
      )
    )[0]?.uuid ?? '';
  const undone = await act(site, owner, `/changes/${await operationOf('tavor')}`, 'undo', { reason: 'טעות' });
  expect(undone.data, JSON.stringify(undone.data)).toMatchObject({ ok: true });
  expect(await query(`select 1 from stores where key = 'tavor'`)).toEqual([]);
  const keptReply = await act(site, owner, `/changes/${await operationOf('barak')}`, 'undo', { reason: 'טעות' });
  expect(keptReply.data.ok).toBe(false);
  expect(await storeOf('barak')).not.toBe('');
});
