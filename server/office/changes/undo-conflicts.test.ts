import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CACHE_CHANNEL, productTag } from '#db/cache-tags.ts';
import { type Connection, connect } from '#db/client.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import type { OfficeContext } from '../../context.ts';
import { editMenus, readStoreMenus } from '../content/menus.ts';
import { memberOf } from '../drafts/carry-out.ts';
import { editChoices, editRules, readConfigurator } from '../products/configurator.ts';
import { undoChange } from './undo-change.ts';

// Rows that name others without a foreign key, or by the place where these stand: changes of two people, the first of
// which is undone.

let site: TestApp;
let office: Connection;
let owner: OfficeContext;
let store: string;

beforeAll(async () => {
  site = await startApp({ office: true });
  office = connect(site.deps.env.DATABASE_URL as string, { max: 2, actor: 'each' });
  const base = { ...site.deps, db: office.db, reader: office.db };
  const [{ uuid }] = await query(
    `select sr.staff_uid as uuid from staff_roles sr join roles r on r.uuid = sr.role_uid where r.key = 'owner' and sr.store_uid is null`,
  );
  owner = {
    ...base,
    ...{ requestId: 'test', origin: 'http://office.localhost', source: '/test' },
    ...{ ipAddress: '127.0.0.1', userAgent: 'test', device: '' },
    log: site.app.log,
    staff: await memberOf(base, uuid),
  };
  [{ uuid: store }] = await query(`select uuid from stores where key = 'raam'`);
});
afterAll(async () => {
  await office.close();
  await site.close();
});

const query = async (text: string, values: unknown[] = []) => (await site.connection.pool.query(text, values)).rows;
const newest = async (): Promise<string> =>
  (await query('select uuid from audit_log order by created_at desc limit 1'))[0].uuid;
const undo = (change: string) => undoChange(owner, { change, reason: 'טעות' });
const refused = (reason: string) => ({
  code: 'CHANGED_MEANWHILE',
  extra: { details: { conflicts: expect.arrayContaining([expect.objectContaining({ reason })]) } },
});

type Link = { name: string; children: Link[] };
const link = (name: string, ...children: Link[]): Link => ({
  name,
  ...{ entity_type: 'OUTER_LINK', custom_path: `https://example.com/${name}`, area_number: 1 },
  children,
});
/** Saves the menu as the office does. @returns the operation */
async function saveMenu(...links: Link[]): Promise<string> {
  const { menus } = await readStoreMenus(owner, { store });
  await editMenus(owner, { store, was: JSON.stringify(menus), now: JSON.stringify({ ...menus, TOP_SUB_MENU: links }) });
  return newest();
}
const namesOf = (links: Link[]): string =>
  links.map(({ name, children }) => name + (children.length > 0 ? `(${namesOf(children)})` : '')).join(' ');
const menu = async () => namesOf((await readStoreMenus(owner, { store })).menus.TOP_SUB_MENU as Link[]);

test('a link isn’t taken away, nor put elsewhere, under what was put below it since', async () => {
  await saveMenu(link('a'));
  const added = await saveMenu(link('a'), link('b'));
  const below = await saveMenu(link('a'), link('b', link('c')));
  await expect(undo(added)).rejects.toMatchObject(refused('is used by menu_links'));
  expect(await menu()).toBe('a b(c)');
  await undo(below);
  await undo(added);
  expect(await menu()).toBe('a');

  // A link at the place of another one is its row.
  await saveMenu(link('a'), link('p', link('c')), link('d'));
  const removed = await saveMenu(link('a'), link('d'));
  const next = await saveMenu(link('a'), link('d', link('e')));
  await expect(undo(removed)).rejects.toMatchObject(refused('has others below it since'));
  expect(await menu()).toBe('a d(e)');
  await undo(next);
  await undo(removed);
  expect(await menu()).toBe('a p(c) d');
});

test('a link comes back under nothing that was removed since', async () => {
  await saveMenu(link('a'), link('b', link('c')));
  const removed = await saveMenu(link('a'), link('b'));
  await saveMenu(link('a'));
  await expect(undo(removed)).rejects.toMatchObject(refused('would refer to nothing'));
  expect(await menu()).toBe('a');
});

let counter = 0;
/** A product with two variants and the choices. */
async function product(...choices: object[]): Promise<{ uuid: string; slug: string }> {
  const slug = `test-undo-${++counter}`;
  const [{ uuid }] = await query(
    `with p as (insert into products (company_uid, slug, kind, name, price_agorot)
       select company_uid, $1, 'ACCESSORY', 'תיק', 50000 from stores where key = 'raam' returning uuid, company_uid),
     s as (insert into store_products (store_uid, product_uid, is_home) select $2, uuid, true from p),
     v as (insert into variants (company_uid, product_uid, sku, stock, position)
       select company_uid, uuid, $1 || '-' || n, 3, n from p, generate_series(1, 2) n)
     select uuid from p`,
    [slug, store],
  );
  await save(uuid, 'choices', choices);
  return { uuid, slug };
}
async function save(uuid: string, part: 'choices' | 'rules', rows: object[]): Promise<string> {
  const { version } = (await readConfigurator(owner, { product: uuid }))[part];
  await (part === 'choices' ? editChoices : editRules)(owner, { product: uuid, version, rows: rows as never });
  return newest();
}
const choice = (key: string, group = 'תוספות', more = {}) => ({
  ...{ group, pick: 'many', choice: key, name: key },
  ...more,
});
const choicesOf = async (uuid: string) =>
  (await readConfigurator(owner, { product: uuid })).choices.rows.map((row) => `${row.group}: ${row.choice}`);

test('a choice that a rule names by now isn’t taken away, and no rule comes back without its choices', async () => {
  const { uuid } = await product(choice('trip'));
  const added = await save(uuid, 'choices', [choice('trip'), choice('bag')]);
  const rule = { choice: 'trip', rule: 'requires', others: 'bag' };
  await save(uuid, 'rules', [rule]);
  await expect(undo(added)).rejects.toMatchObject(refused('is used by configurator_rules'));
  expect(await choicesOf(uuid)).toEqual(['תוספות: trip', 'תוספות: bag']);
  const unruled = await save(uuid, 'rules', []);
  await save(uuid, 'choices', [choice('trip')]);
  await expect(undo(unruled)).rejects.toMatchObject(refused('would refer to nothing'));
  expect(await query('select from configurator_rules where product_uid = $1', [uuid])).toEqual([]);
});

/** Writes as the shell's commands do. */
async function command(text: string, values: unknown[]): Promise<string> {
  const ownConnection = connect(site.deps.env.DATABASE_URL as string, {
    max: 1,
    actor: { kind: 'command', name: 'operator:דנה', source: 'variants' },
  });
  await ownConnection.pool.query(text, values);
  await ownConnection.close();
  return newest();
}

test('a variant that a choice names by now isn’t taken away, nor gets its former SKU', async () => {
  const { uuid, slug } = await product(choice('red'));
  const added = await command(
    `insert into variants (company_uid, product_uid, sku, stock, position) select company_uid, uuid, $1 || '-3', 3, 3 from products where slug = $1`,
    [slug],
  );
  const named = await save(uuid, 'choices', [choice('red', 'תוספות', { variants: `${slug}-3` })]);
  await expect(undo(added)).rejects.toMatchObject(refused('is used by configurator_choices'));
  await undo(named);
  await undo(added);
  expect(await query('select from variants where sku = $1', [`${slug}-3`])).toEqual([]);

  const renamed = await command(`update variants set sku = $1 || '-new' where sku = $1 || '-2'`, [slug]);
  await save(uuid, 'choices', [choice('red', 'תוספות', { variants: `${slug}-new` })]);
  await expect(undo(renamed)).rejects.toMatchObject(refused('would refer to nothing'));
  const unnamed = await save(uuid, 'choices', [choice('red')]);
  await undo(renamed);
  await expect(undo(unnamed)).rejects.toMatchObject(refused('would refer to nothing'));
});

test('a variant that was made together with the choices that name it is taken away with them', async () => {
  const { uuid, slug } = await product(choice('red', 'צבע'));
  const both = await command(
    `with v as (insert into variants (company_uid, product_uid, sku, stock, position) select company_uid, uuid, $1 || '-3', 3, 3 from products where slug = $1)
     update configurator_choices set variant_skus = array[$1 || '-3'] where product_uid = (select uuid from products where slug = $1)`,
    [slug],
  );
  await undo(both);
  expect(await query('select variant_skus from configurator_choices where product_uid = $1', [uuid])).toEqual([
    { variant_skus: [] },
  ]);
});

test('a group isn’t put back at a place where a choice was added since', async () => {
  const all = [choice('a', 'צבע'), choice('b', 'גלגלים'), choice('c', 'תוספות')];
  const { uuid } = await product(...all);
  const fewer = await save(uuid, 'choices', all.slice(1));
  const more = await save(uuid, 'choices', [...all.slice(1), choice('d', 'תוספות')]);
  await expect(undo(fewer)).rejects.toMatchObject(refused('has others below it since'));
  await undo(more);
  // What was changed of a choice since is none that was put there.
  await save(uuid, 'choices', [choice('b', 'גלגלים', { price: '20' }), choice('c', 'תוספות')]);
  await undo(fewer);
  expect(await choicesOf(uuid)).toEqual(['צבע: a', 'גלגלים: b', 'תוספות: c']);
});

test('a product to which a menu leads by now stays in the store when its placement is undone, but is hidden again', async () => {
  const changes = [
    'insert into store_products (store_uid, product_uid, is_home) values ($1, $2, true)',
    'update store_products set published = true where store_uid = $1 and product_uid = $2',
  ];
  for (const change of changes) {
    const { uuid, slug } = await product();
    const places = change.startsWith('insert');
    if (places) await query('delete from store_products where product_uid = $1', [uuid]);
    else await query('update store_products set published = false where product_uid = $1', [uuid]);
    const shown = await command(change, [store, uuid]);
    await query(
      `insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position) values ($1, 'FOOTER', 'אל החדש', 'PRODUCT', $2, 1, 99)`,
      [store, slug],
    );
    if (places) await expect(undo(shown)).rejects.toMatchObject(refused('is led to by menu'));
    if (places) await query(`delete from menu_links where name = 'אל החדש'`);
    await undo(shown);
    expect(await query('select from store_products where product_uid = $1 and published', [uuid])).toEqual([]);
    await query(`delete from menu_links where name = 'אל החדש'`);
  }
});

test('what leads to a new address follows when the rename is undone, and the address itself leads on', async () => {
  const { uuid, slug } = await product();
  const [{ uuid: category }] = await query(
    `insert into collections (store_uid, slug, name, rule, position) values ($1, 'test-renamed', 'א', '{}', 99) returning uuid`,
    [store],
  );
  const [{ company }] = await query('select company_uid as company from stores where uuid = $1', [store]);
  const rename = (table: string, type: string, row: string, former: string, next: string) =>
    command(
      `with t as (update ${table} set slug = $3 where uuid = $2 returning uuid)
       insert into slug_history (owner_uid, entity_type, slug, entity_uid) select $4, '${type}', $1, uuid from t`,
      [former, row, next, type === 'PRODUCT' ? company : store],
    );
  const changes = [
    await rename('products', 'PRODUCT', uuid, slug, `${slug}-new`),
    await rename('collections', 'COLLECTION', category, 'test-renamed', 'test-renamed-new'),
  ];
  // Made since, by somebody else.
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position)
     values ($1, 'FOOTER', 'test-rename', 'PRODUCT', $2, 1, 98), ($1, 'FOOTER', 'test-rename', 'COLLECTION', 'test-renamed-new', 1, 99)`,
    [store, `${slug}-new`],
  );
  await query(`insert into redirects (store_uid, source, target) values ($1, '/test-rename', $2)`, [
    store,
    `/product/${slug}-new`,
  ]);
  for (const change of changes) await undo(change);
  expect(await query(`select slug from menu_links where name = 'test-rename' order by position`)).toEqual([
    { slug },
    { slug: 'test-renamed' },
  ]);
  expect(await query(`select target from redirects where source = '/test-rename'`)).toEqual([
    { target: `/product/${slug}` },
  ]);
  const reply = await site.call({ host: 'raam.localhost', path: `/product/${slug}-new` });
  expect([reply.status, reply.headers.location]).toEqual([301, `/product/${slug}`]);
  expect(
    await query('select slug from slug_history where entity_uid = any($1) order by slug', [[uuid, category]]),
  ).toEqual([{ slug: 'test-renamed-new' }, { slug: `${slug}-new` }]);
  // And so it goes the other way.
  await undo(await newest());
  expect(await query(`select slug from menu_links where name = 'test-rename' order by position`)).toMatchObject([
    {},
    { slug: 'test-renamed-new' },
  ]);
  await query(`delete from menu_links where name = 'test-rename'`);
});

test('links follow an undone rename also where its address was the former one of another category', async () => {
  const [{ uuid: first }, { uuid: second }] = await query(
    `insert into collections (store_uid, slug, name, rule, position)
     values ($1, 'test-first', 'א', '{}', 98), ($1, 'test-second', 'ב', '{}', 99) returning uuid`,
    [store],
  );
  const taken = [store, 'test-taken'];
  await query(`insert into slug_history (owner_uid, entity_type, slug, entity_uid) values ($1, 'COLLECTION', $2, $3)`, [
    ...taken,
    first,
  ]);
  const change = await command(
    `with gone as (delete from slug_history where owner_uid = $1 and slug = $2),
       c as (update collections set slug = $2 where uuid = $3 returning uuid)
     insert into slug_history (owner_uid, entity_type, slug, entity_uid) select $1, 'COLLECTION', 'test-second', uuid from c`,
    [...taken, second],
  );
  await query(
    `insert into menu_links (store_uid, menu_key, name, entity_type, slug, area_number, position)
     values ($1, 'FOOTER', 'test-taken', 'COLLECTION', $2, 1, 99)`,
    taken,
  );
  await undo(change);
  expect(await query(`select slug from menu_links where name = 'test-taken'`)).toEqual([{ slug: 'test-second' }]);
  expect(await query('select entity_uid as uuid from slug_history where owner_uid = $1 and slug = $2', taken)).toEqual([
    { uuid: first },
  ]);
  await query(`delete from menu_links where name = 'test-taken'`);
});

test('a category that a running promotion is for by now isn’t taken away by undoing its creation', async () => {
  const made = await command(
    `insert into collections (store_uid, slug, name, rule, position) values ($1, 'test-promoted', 'א', '{}', 99)`,
    [store],
  );
  const sale = await command(
    `insert into sales (store_uid, name, kind, amount, terms) select $1, 'לבדיקה', 'PERCENT', 1000,
       jsonb_build_object('reward', jsonb_build_object('collections', jsonb_build_array(uuid))) from collections where slug = 'test-promoted'`,
    [store],
  );
  await expect(undo(made)).rejects.toMatchObject(refused('is used by sales'));
  await undo(sale);
  await undo(made);
  expect(await query(`select from collections where slug = 'test-promoted'`)).toEqual([]);
});

test('the undo of a SKU’s new name, which choices name, makes only that product’s pages anew', async () => {
  const { uuid, slug } = await product();
  await save(uuid, 'choices', [choice('red', 'צבע', { variants: `${slug}-2` })]);
  const renamed = await command(
    `with v as (update variants set sku = $1 || '-new' where sku = $1 || '-2')
     update configurator_choices set variant_skus = array[$1 || '-new'] where product_uid = (select uuid from products where slug = $1)`,
    [slug],
  );
  const listener = new pg.Client({ connectionString: site.deps.env.DATABASE_URL });
  await listener.connect();
  const payloads: (string | undefined)[] = [];
  listener.on('notification', ({ payload }) => payloads.push(payload));
  await listener.query(`listen ${CACHE_CHANNEL}`);
  await undo(renamed);
  await listener.query('select 1');
  await listener.end();
  expect(payloads.join(' ')).toContain(productTag(uuid));
  expect(payloads, 'everything').not.toContain('');
});
