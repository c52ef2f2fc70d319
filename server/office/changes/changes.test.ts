import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
const cookies = new Map<string, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'manager', 'editor', 'viewer', 'sales', 'privacy'] as const)
    cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

const office = 'office.localhost';
const query = async (sql: string, values: unknown[] = []) => (await site.connection.pool.query(sql, values)).rows;

const page = (role: RoleKey, path: string) =>
  site.call({ host: office, path, headers: { cookie: cookies.get(role) ?? '' } });

const undo = (role: RoleKey, change: string, reason = 'טעות בהקלדה') =>
  site.call({
    host: office,
    path: `/changes/${change}`,
    method: 'POST',
    headers: {
      cookie: cookies.get(role) ?? '',
      origin: `http://${office}:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ _call: 'undo', reason }).toString(),
  });

/** Writes as somebody, and answers the operation. */
async function writeAs(
  actor: { kind: 'command' | 'job'; name: string; source: string },
  sql: string,
  values: unknown[],
) {
  const ownConnection = connect(site.deps.env.DATABASE_URL ?? '', { max: 1, actor });
  await ownConnection.pool.query(sql, values);
  await ownConnection.close();
  const [row] = await query('select uuid from audit_log order by created_at desc limit 1');
  return row.uuid as string;
}
const dana = { kind: 'command', name: 'operator:דנה', source: 'prices' } as const;
const SET_PRICE = 'update variants set price_agorot = $2 where sku = $1';
const priceOf = async (sku: string) =>
  (await query('select price_agorot::int as price from variants where sku = $1', [sku]))[0].price;
const aVariant = async (offset: number) =>
  (await query('select sku, price_agorot::int as price from variants order by sku limit 1 offset $1', [offset]))[0];

/** What a page says, without its tags and the marks of direction. */
const textOf = (html: string): string =>
  html
    .replace(/<script[\s\S]*?<\/script>/g, '')
    .replace(/<[^>]+>/g, '')
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ');

test('the list has the number of several fields, no long text, and of a person only that something changed', async () => {
  const [{ slug }] = await query('select slug from products order by slug limit 1');
  await writeAs(dana, 'update products set name = $2, subtitle = $2 where slug = $1', [slug, 'שם אחר']);
  await writeAs(dana, 'update products set description = $2 where slug = $1', [slug, `<p>${'ארוך '.repeat(300)}</p>`]);
  const list = await page('manager', `/changes?q=${slug}`);
  expect(textOf(list.text)).toContain('2 שדות: ');
  expect(textOf(list.text)).toMatch(/תיאור(?!:)/);
  expect(list.text).not.toContain('ארוך ארוך');
  await query(
    `insert into customers (store_uid, phone, first_name) select uuid, '+972501230077', 'נעמי' from stores where key = 'raam'`,
  );
  await writeAs(dana, `update customers set first_name = 'נעמה' where phone = $1`, ['+972501230077']);
  const newest = (await page('owner', '/changes?kind=command')).text;
  expect(textOf(newest)).toContain('•••');
  expect(newest).not.toMatch(/נעמי|נעמה/);
});

test('who changed a price is found by the SKU, and undone with a reason', async () => {
  const { sku, price } = await aVariant(0);
  const change = await writeAs(dana, SET_PRICE, [sku, 1_234_500]);
  const list = await page('manager', `/changes?q=${encodeURIComponent(sku)}`);
  expect(list.text).toContain('דנה');
  expect(list.text).toContain(change);
  expect(price).toBeNull();
  const listText = textOf(list.text);
  expect(listText).toContain('מחיר: ריק ← השתנה ל: ₪12,345');
  const shown = await page('manager', `/changes/${change}`);
  expect(shown.text).toContain('12,345');
  expect((await undo('manager', change)).status).toBe(200);
  expect(await priceOf(sku)).toBe(price);
  const [entry] = await query('select * from audit_log where undoes = $1', [change]);
  expect(entry).toMatchObject({
    actor: 'staff:eitan@demo.example',
    actor_kind: 'staff',
    command: expect.stringContaining('changes.undo'),
    reason: 'טעות בהקלדה',
    details: { change, rows: 1 },
  });
  const again = await undo('manager', change);
  expect(again.status).toBe(422);
  expect(again.text).toContain('השינוי כבר בוטל');
});

test('a cost isn’t in the log: the undo of what else was changed says that it stays, and alone it is none', async () => {
  const { sku, price } = await aVariant(7);
  const cost = async () => (await query('select cost_agorot::int as cost from variants where sku = $1', [sku]))[0].cost;
  await query('update variants set cost_agorot = 100 where sku = $1', [sku]);
  const alone = await writeAs(dana, 'update variants set cost_agorot = $2 where sku = $1', [sku, 200]);
  const undoOf = (change: string) =>
    act(site, cookies.get('owner') ?? '', `/changes/${change}`, 'undo', { reason: 'טעות בהקלדה' });
  const refused = await undoOf(alone);
  expect([refused.status, refused.data.details]).toEqual([422, expect.stringContaining('אין מה להחזיר (עלות)')]);
  expect(await query('select from audit_log where undoes = $1', [alone])).toEqual([]);
  const both = await writeAs(dana, 'update variants set cost_agorot = 300, price_agorot = $2 where sku = $1', [
    sku,
    77_700,
  ]);
  const { data } = await undoOf(both);
  expect(data).toMatchObject({ ok: true, message: expect.stringMatching(/חזרו, מלבד .*״עלות״/) });
  expect([await cost(), await priceOf(sku)]).toEqual([300, price]);
  const [{ details }] = await query('select details from audit_log where undoes = $1', [both]);
  expect(details).toEqual({ change: both, rows: 1, kept: ['variants.cost_agorot'] });
});

test('the log is exported as it is filtered, within the person’s reach; nothing in it is a formula, and that it was is written', async () => {
  const { sku } = await aVariant(6);
  await writeAs({ ...dana, name: 'operator:=HYPERLINK("https://evil.example")' }, SET_PRICE, [sku, 4_321_000]);
  await writeAs(dana, `update roles set name = name || ' ' where key = $1`, ['viewer']);
  const path = `/changes.csv?${new URLSearchParams({ who: 'HYPERLINK' })}`;
  expect((await page('sales', path)).status).toBe(403);
  const file = await page('manager', path);
  expect(file.headers['content-disposition']).toContain('changes.csv');
  expect(file.text).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
  expect(file.text.trim().split('\r\n')).toHaveLength(2);
  const headings = (file.text.split('\r\n')[0] ?? '').split(',');
  expect(new Set(headings).size).toBe(headings.length);
  const roles = '/changes.csv?what=staff&kind=command';
  expect((await page('owner', roles)).text).toContain('prices');
  expect((await page('editor', roles)).text).not.toContain('prices');
  const [logged] = await query(
    `select actor, details from audit_log where command like 'changes.export%' order by created_at`,
  );
  expect(logged).toEqual({ actor: 'staff:eitan@demo.example', details: { rows: 1, searched: true } });
});

test('no operation is missing in the file of a long log', async () => {
  await query(`insert into audit_log (actor, command) select 'job', 'sweep-' || i from generate_series(1, 6000) i`);
  const file = await page('owner', '/changes.csv?source=sweep-');
  expect(new Set(file.text.match(/sweep-\d+/g)).size).toBe(6_000);
});

test('what was changed since is told by field with who wrote it, and nothing is put back', async () => {
  const [one, two] = [await aVariant(1), await aVariant(2)];
  const change = await writeAs(dana, 'update variants set price_agorot = 777700 where sku = any($1)', [
    [one.sku, two.sku],
  ]);
  await writeAs({ ...dana, name: 'operator:רות' }, SET_PRICE, [two.sku, 888_800]);
  const reply = await undo('owner', change);
  expect(reply.status).toBe(409);
  expect(reply.text).toContain('רות');
  expect(await priceOf(one.sku)).toBe(777_700);
  expect(await query('select 1 from audit_log where undoes = $1', [change])).toEqual([]);
});

test('a removed row whose address another one has since isn’t put back, and that is told', async () => {
  const [{ row }] = await query('select to_jsonb(p) as row from posts p order by slug limit 1');
  const removed = await writeAs(dana, 'delete from posts where uuid = $1', [row.uuid]);
  await query(
    `insert into posts select (jsonb_populate_record(null::posts, $1 || jsonb_build_object('uuid', gen_random_uuid()))).*`,
    [row],
  );
  const reply = await undo('owner', removed);
  expect(reply.status).toBe(422);
  expect(reply.text).toContain('נתפסו בינתיים');
  expect(await query('select from audit_log where undoes = $1', [removed])).toEqual([]);
});

/** The newest operation of a command. */
const newestOf = async (command: string): Promise<string> =>
  (await query('select uuid from audit_log where command like $1 order by created_at desc limit 1', [`${command}%`]))[0]
    .uuid;

test('an undo that would put two categories inside of each other is refused, and the tree stays', async () => {
  const cookie = cookies.get('owner') ?? '';
  const [{ uuid: store }] = await query(`select uuid from stores where key = 'raam'`);
  const tree = () =>
    query('select uuid, slug, parent_uid as parent from collections where store_uid = $1 order by position, slug', [
      store,
    ]);
  const uuidOf = async (slug: string) => (await tree()).find((one) => one.slug === slug)?.uuid;
  const move = async (slug: string, parent: string | null) => {
    const { version } = (await readPage<{ version: string }>(site, cookie, `/categories?store=${store}`)).data;
    const rows = (await tree()).map((one) => [one.uuid, one.slug === slug ? parent : one.parent]);
    const { data } = await act(site, cookie, '/categories', 'move', { store, version, tree: JSON.stringify(rows) });
    expect(data).toMatchObject({ ok: true });
    return newestOf('categories.move');
  };
  await act(site, cookie, '/categories', 'create', { store, name: 'מעטפת', slug: 'circle-b' });
  await act(site, cookie, '/categories', 'create', {
    ...{ store, name: 'פנימית', slug: 'circle-a' },
    parent: await uuidOf('circle-b'),
  });
  const out = await move('circle-a', null);
  await move('circle-b', await uuidOf('circle-a'));
  const reply = await undo('owner', out);
  expect(reply.status).toBe(409);
  expect(reply.text).toContain('would close a circle');
  expect((await tree()).find(({ slug }) => slug === 'circle-a')?.parent).toBeNull();
});

test('an undo that would let two parts replace each other is refused', async () => {
  const [one, two] = await query(
    `select uuid, slug from products where kind = 'SPARE_PART' and replaced_by is null
       and company_uid = (select company_uid from stores where key = 'raam') order by slug limit 2`,
  );
  const replace = 'update products set replaced_by = $2 where uuid = $1';
  await writeAs(dana, replace, [one.uuid, two.uuid]);
  const ended = await writeAs(dana, replace, [one.uuid, null]);
  const back = await writeAs(dana, replace, [two.uuid, one.uuid]);
  const reply = await undo('owner', ended);
  expect(reply.status).toBe(409);
  expect(reply.text).toContain('would close a circle');
  for (const change of [back, ended]) expect((await undo('owner', change)).status).toBe(200);
  await writeAs(dana, replace, [one.uuid, null]);
});

test('what a menu, the home page or a redirect leads to by now isn’t taken away by undoing its creation', async () => {
  const [{ uuid: store }] = await query(`select uuid from stores where key = 'raam'`);
  const inserts = {
    page: `insert into content_pages select (jsonb_populate_record(p, jsonb_build_object('uuid', gen_random_uuid(), 'slug', 'led-to'))).* from content_pages p where store_uid = $1 limit 1`,
    blog: `insert into posts select (jsonb_populate_record(p, jsonb_build_object('uuid', gen_random_uuid(), 'slug', 'led-to'))).* from posts p where store_uid = $1 limit 1`,
    category: `insert into collections select (jsonb_populate_record(c, jsonb_build_object('uuid', gen_random_uuid(), 'slug', 'led-to'))).* from collections c where store_uid = $1 limit 1`,
    'spare-parts': `insert into assemblies select (jsonb_populate_record(a, jsonb_build_object('uuid', gen_random_uuid(), 'slug', 'led-to'))).*
      from assemblies a join stores s on s.company_uid = a.company_uid where s.uuid = $1 limit 1`,
  };
  const menu = `insert into menu_links select (jsonb_populate_record(m, jsonb_build_object('uuid', gen_random_uuid(), 'name', 'לדף החדש', 'entity_type', 'CUSTOM', 'slug', null, 'custom_path', $2::text))).* from menu_links m where store_uid = $1 limit 1`;
  const redirect = `insert into redirects select (jsonb_populate_record(r, jsonb_build_object('uuid', gen_random_uuid(), 'source', '/from-' || gen_random_uuid(), 'target', $2::text))).* from redirects r where store_uid = $1 limit 1`;
  for (const [at, sql] of Object.entries(inserts)) {
    const creation = await writeAs(dana, sql, [store]);
    const links = [];
    for (const link of [menu, redirect]) links.push(await writeAs(dana, link, [store, `/${at}/led-to`]));
    const reply = await undo('owner', creation);
    expect([at, reply.status]).toEqual([at, 409]);
    expect(reply.text).toContain('is led to by menu');
    for (const link of links) expect((await undo('owner', link)).status).toBe(200);
    expect([at, (await undo('owner', creation)).status]).toEqual([at, 200]);
  }
  // Made with what leads there, or in place of what was there: nothing is left that leads nowhere.
  const both = await writeAs(dana, `with p as (${inserts.page}) ${menu}`, [store, '/page/led-to']);
  expect((await undo('owner', both)).status).toBe(200);
});

test('two people undo one change at once: it is undone once', async () => {
  const { sku, price } = await aVariant(3);
  const change = await writeAs(dana, SET_PRICE, [sku, 55_500]);
  const replies = await Promise.all([undo('owner', change), undo('manager', change)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await priceOf(sku)).toBe(price);
  expect(await query('select 1 from audit_log where undoes = $1', [change])).toHaveLength(1);
});

test('an undo needs its own permission, and the one to make such a change', async () => {
  const { sku } = await aVariant(4);
  const price = await writeAs(dana, SET_PRICE, [sku, 99_900]);
  for (const role of ['editor', 'viewer', 'sales', 'privacy'] as const)
    expect([role, (await undo(role, price)).status]).toEqual([role, 403]);
  await query(`update roles set permissions = permissions || '{changes.undo}' where key = 'editor'`);
  const added = await writeAs(
    dana,
    `insert into variants select (jsonb_populate_record(v, jsonb_build_object('uuid', gen_random_uuid(), 'sku', $1::text))).* from variants v limit 1`,
    ['ADDED-1'],
  );
  const removed = await writeAs(dana, 'delete from variants where sku = $1', ['ADDED-1']);
  for (const change of [price, added, removed])
    expect((await undo('editor', change)).text).toMatch(/שינוי מחירים|עדכון מלאי/);
  // What staff without the right to publish write waits in a draft; an undo would be seen at once.
  await query(`update roles set permissions = array_remove(permissions, 'content.publish') where key = 'editor'`);
  const content = await writeAs(dana, `update content_pages set title = title || $1`, ['!']);
  expect((await undo('editor', content)).text).toContain('פרסום תוכן');
  await query(`update roles set permissions = permissions || '{content.publish}' where key = 'editor'`);
  expect((await undo('editor', content)).status).toBe(200);
});

test('what a role may is never put back: it would go around what its editor may', async () => {
  const role = await writeAs(dana, `update roles set permissions = '{}' where key = $1`, ['manager']);
  await query(`update roles set permissions = $1 where key = 'manager'`, [
    ['changes.read', 'changes.undo', 'staff.read', 'staff.edit'],
  ]);
  for (const who of ['manager', 'owner'] as const) {
    const reply = await undo(who, role);
    expect(reply.status).toBe(422);
    expect(reply.text).toContain('אי אפשר לבטל');
  }
});

test('a reason is asked for; without a session nothing is done', async () => {
  const { sku } = await aVariant(5);
  const change = await writeAs(dana, SET_PRICE, [sku, 1]);
  expect((await undo('owner', change, '')).status).toBe(400);
  cookies.set('accountant', '');
  expect((await undo('accountant', change)).status).toBe(302);
  expect(await priceOf(sku)).toBe(1);
});

test('who reads the log sees what their other permissions let them see', async () => {
  await writeAs(
    dana,
    `insert into customers (store_uid, phone, first_name) select uuid, $1, 'פלונית' from stores where key = 'raam'`,
    ['+972501112299'],
  );
  const change = await writeAs(dana, `update customers set first_name = 'אלמונית' where phone = $1`, ['+972501112299']);
  const seen = await page('privacy', `/changes/${change}`);
  expect(seen.status).toBe(200);
  expect(seen.text).toContain('•••');
  expect(seen.text).not.toMatch(/פלונית|אלמונית|1112299/);
  expect((await page('editor', `/changes/${change}`)).status).toBe(404);
  expect((await page('editor', '/changes')).text).not.toContain(change);
  expect((await undo('owner', change)).text).toContain('אינו מבוטל כאן');
});

test('a person of one store sees and undoes what is of that store alone', async () => {
  const [{ uuid: raam }] = await query(`select uuid from stores where key = 'raam'`);
  await query(
    `update staff_roles set store_uid = $1 where staff_uid = (select uuid from staff where email = 'noa@demo.example')`,
    [raam],
  );
  const set = `update content_pages set title = title || '!' where uuid = (select p.uuid from content_pages p join stores s on s.uuid = p.store_uid where s.key = $1 limit 1)`;
  const own = await writeAs(dana, set, ['raam']);
  const foreign = await writeAs(dana, set, ['gal']);
  const list = (await page('owner', '/changes?what=content')).text;
  expect(list).toContain(own);
  expect(list).not.toContain(foreign);
  expect((await page('owner', `/changes/${foreign}`)).status).toBe(404);
  expect((await undo('owner', foreign)).status).toBe(404);
  expect((await undo('owner', own)).status).toBe(200);
  const both = await writeAs(dana, `update content_pages set title = title || '?' where $1 = ''`, ['']);
  expect((await page('owner', `/changes/${both}`)).status).toBe(200);
  expect((await undo('owner', both)).text).toContain('נוגע גם לחנויות');
});
