import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { CallReply } from '#contract/index.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { act as actAs, readPage, signInAs } from '../../../tests/support/office.ts';

let site: TestApp;
let uuid: string;
let slug = '';
let counter = 0;
const cookies = new Map<RoleKey, string>();
beforeAll(async () => {
  site = await startApp({ office: true });
  for (const role of ['owner', 'manager', 'editor'] as const) cookies.set(role, await signInAs(site, role));
});
afterAll(() => site.close());

/** A product in two colours, without a configurator. */
beforeEach(async () => {
  slug = `test-choices-${++counter}`;
  const { rows } = await site.connection.pool.query<{ uuid: string }>(
    `with p as (insert into products (company_uid, slug, kind, name, price_agorot)
       select company_uid, $1, 'ACCESSORY', 'קסדה', 50000 from stores where key = 'raam' returning uuid, company_uid),
     s as (insert into store_products (store_uid, product_uid, is_home) select s.uuid, p.uuid, true from stores s, p where s.key = 'raam'),
     v as (insert into variants (company_uid, product_uid, sku, stock, position)
       select company_uid, uuid, $1 || '-' || n, 3, n from p, generate_series(1, 2) n)
     select uuid from p`,
    [slug],
  );
  uuid = rows[0]?.uuid ?? '';
  await site.connection.pool.query('notify cache_versions');
});

type Part = { rows: Record<string, string>[]; version: string };
type Page = { choices: Part; rules: Part; options: Record<string, string>[]; faults: { kind: string }[] };
const path = () => `/products/${uuid}/configurator`;
const page = async () => (await readPage<Page>(site, cookies.get('owner') ?? '', path())).data;
async function save(part: 'choices' | 'rules', rows: object[], role: RoleKey = 'manager', more: object = {}) {
  const { version } = (await page())[part];
  return actAs(site, cookies.get(role) ?? '', path(), part, { version, rows, ...more });
}
const shown = async () =>
  JSON.parse((await site.call({ path: `/api/products/get-product/${slug}` })).text) as { configurator?: unknown };

const choices = () => [
  { group: 'צבע', pick: 'one', choice: 'red', name: 'אדום', variants: `${slug}-1`, default: 'on' },
  { group: 'צבע', pick: 'one', choice: 'blue', name: 'כחול', variants: `${slug}-2` },
  { group: 'תוספות', pick: 'many', choice: 'visor', name: 'משקף כהה', price: '120.5' },
  { group: 'תוספות', pick: 'many', choice: 'mount', name: 'תושבת מצלמה', price: '80' },
];

test('choices and rules are saved as the importer would, and their fields come back as they were typed', async () => {
  expect((await save('choices', choices())).data).toMatchObject({ ok: true });
  const rule = { choice: 'visor', rule: 'requires', others: 'mount', reason: 'המשקף נתלה על התושבת' };
  expect((await save('rules', [rule])).data).toMatchObject({ ok: true });
  const { choices: stored, rules, faults } = await page();
  expect(stored.rows).toMatchObject(choices());
  expect(rules.rows).toEqual([rule]);
  expect(faults).toEqual([]);
  const { rows } = await site.connection.pool.query(
    'select key, price_agorot::int as price from configurator_choices where product_uid = $1 order by position',
    [uuid],
  );
  expect(rows.map(({ price }) => price)).toEqual([0, 0, 12_050, 8_000]);
  const { text } = await site.call({ path: `/product/${slug}` });
  expect(text).toContain('משקף כהה');
});

test('the shop’s configurator, which is kept, has a saved price at once', async () => {
  const visorOf = async () => {
    const { text } = await site.call({ path: `/api/variants/get-configurator?product=${slug}` });
    const { configurator } = JSON.parse(text) as CallReply<'GET /api/variants/get-configurator'>;
    return configurator?.groups.flatMap((group) => group.choices).find(({ key }) => key === 'visor')?.price;
  };
  await save('choices', choices());
  await expect.poll(visorOf, { timeout: 20_000 }).toBe(120.5);
  await save(
    'choices',
    choices().map((row) => (row.choice === 'visor' ? { ...row, price: '90' } : row)),
  );
  await expect.poll(visorOf, { timeout: 20_000 }).toBe(90);
});

test('a difference of price that changes by more than half is saved only when it is confirmed', async () => {
  const visor = (price: string, more: object = {}) =>
    choices().map((row) => (row.choice === 'visor' ? { ...row, price, ...more } : row));
  const storedPrice = async () => (await page()).choices.rows.find(({ choice }) => choice === 'visor')?.price;
  await save('choices', visor('560'));
  expect((await save('choices', visor('56'))).data.errors).toEqual([
    { path: 'confirmed', message: expect.stringMatching(/משקף כהה.*₪560/) },
  ]);
  expect((await save('choices', visor(''))).data.errors).toMatchObject([{ path: 'confirmed' }]);
  expect(await storedPrice()).toBe('560');
  expect((await save('choices', visor('700'))).data).toMatchObject({ ok: true });
  expect((await save('choices', visor('-56'), 'manager', { confirmed: 'on' })).data).toMatchObject({ ok: true });
  expect(await storedPrice()).toBe('-56');
  // One that names variants has their price.
  expect((await save('choices', visor('', { variants: `${slug}-1|${slug}-2` }))).data).toMatchObject({ ok: true });
});

test('a configurator can begin with the options in which the variants differ, as they are', async () => {
  await site.connection.pool.query(
    `insert into variant_values (variant_uid, type, value_name, value, position)
     select v.uuid, t.type, case t.type when 'COLOR' then (array['אדום', 'כחול'])[v.position] else 'M' end, 'x', t.n
     from variants v, (values ('COLOR', 0), ('SIZE', 1)) t(type, n) where v.product_uid = $1`,
    [uuid],
  );
  const { options } = await page();
  // All are of one size, in which there is nothing to choose.
  expect(options.map(({ group, name, variants }) => [group, name, variants])).toEqual([
    ['צבע', 'אדום', `${slug}-1`],
    ['צבע', 'כחול', `${slug}-2`],
  ]);
  expect((await save('choices', options)).data).toMatchObject({ ok: true });
  expect((await page()).faults).toEqual([]);
});

test('what the importer refuses is refused at its row, in Hebrew', async () => {
  const wrong = [
    [{ ...choices()[0], variants: 'no-such-sku' }, 'rows.0.variants', 'אין מק״ט כזה'],
    [{ ...choices()[0], choice: 'אדום' }, 'rows.0.choice', 'אותיות לטיניות'],
    [{ ...choices()[0], price: 'הרבה' }, 'rows.0.price', 'הפרש מחיר'],
    [{ ...choices()[0], name: '' }, 'rows.0.name', 'ריק'],
  ] as const;
  for (const [row, field, message] of wrong)
    expect((await save('choices', [row])).data.errors).toMatchObject([
      { path: field, message: expect.stringContaining(message) },
    ]);
  expect((await page()).choices.rows).toEqual([]);
});

test('rules that leave a choice impossible, and a choice that a rule needs, are refused', async () => {
  await save('choices', choices());
  const never = [
    { choice: 'visor', rule: 'requires', others: 'red' },
    { choice: 'visor', rule: 'excludes', others: 'red' },
  ];
  expect((await save('rules', never)).data.errors).toMatchObject([
    { message: expect.stringContaining('אי אפשר לבחור בה') },
  ]);
  expect((await save('rules', [{ choice: 'visor', rule: 'requires', others: 'wings' }])).data.errors).toMatchObject([
    { path: 'rows.0.others' },
  ]);
  await save('rules', [{ choice: 'visor', rule: 'requires', others: 'mount' }]);
  expect((await save('choices', choices().slice(0, 3))).data.ok).toBe(false);
  expect((await page()).choices.rows).toHaveLength(4);
});

test('a dead end that nobody meant is found: a combination that no variant has', async () => {
  const sizes = [
    { group: 'מידה', pick: 'one', choice: 'size-m', name: 'M', variants: `${slug}-1` },
    { group: 'מידה', pick: 'one', choice: 'size-l', name: 'L', variants: `${slug}-2` },
  ];
  await save('choices', [...choices(), ...sizes]);
  expect((await page()).faults).toEqual([
    { kind: 'dead-end', choice: 'red', other: 'size-l', noVariant: true },
    { kind: 'dead-end', choice: 'blue', other: 'size-m', noVariant: true },
  ]);
});

test('a list that others changed isn’t overwritten; who may not set prices doesn’t; an emptied one comes back by the log', async () => {
  const { version } = (await page()).choices;
  await save('choices', choices());
  const late = await actAs(site, cookies.get('manager') ?? '', path(), 'choices', { version, rows: [] });
  expect(late.status).toBe(409);
  expect((await save('choices', [], 'editor')).status).toBe(403);
  expect((await save('choices', [])).data.ok).toBe(true);
  expect((await page()).choices.rows).toEqual([]);
  expect((await shown()).configurator ?? null).toBeNull();
  const { rows } = await site.connection.pool.query<{ uuid: string }>(
    `select uuid from audit_log where command like 'products.edit-choices%' order by created_at desc limit 1`,
  );
  const undone = await actAs(site, cookies.get('owner') ?? '', `/changes/${rows[0]?.uuid}`, 'undo', { reason: 'טעות' });
  expect(undone.data).toMatchObject({ ok: true });
  expect((await page()).choices.rows).toMatchObject(choices());
});

test('a choice keeps its variants and its picture when they get other SKUs, even each other’s, until an undo', async () => {
  await save('choices', choices());
  const { rows: others } = await site.connection.pool.query<{ uuid: string }>(
    `with p as (select p.uuid from products p join configurator_choices t on t.product_uid = p.uuid order by p.slug limit 1)
     update configurator_choices t set picture_sku = $1 from p where t.product_uid = p.uuid and t.key =
       (select key from configurator_choices x where x.product_uid = p.uuid order by group_position, position limit 1)
     returning p.uuid`,
    [`${slug}-1`],
  );
  type Variants = { variants: { rows: { uuid: string; sku: string }[]; version: string } };
  const owner = cookies.get('owner') ?? '';
  const renamed = async (skus: Record<string, string>) => {
    const { variants } = (await readPage<Variants>(site, owner, `/products/${uuid}`)).data;
    const rows = variants.rows.map((row, at) => ({
      uuid: row.uuid,
      sku: skus[row.sku] ?? row.sku,
      size: at === 0 ? 'M' : 'L',
      active: 'on',
    }));
    const { data } = await actAs(site, owner, `/products/${uuid}`, 'variants', { version: variants.version, rows });
    expect(data).toMatchObject({ ok: true });
  };
  const named = async () => {
    const { rows } = await site.connection.pool.query(
      `select (select variant_skus from configurator_choices where product_uid = $1 and key = 'red') as red,
         (select variant_skus from configurator_choices where product_uid = $1 and key = 'blue') as blue,
         (select string_agg(picture_sku, '|') from configurator_choices where product_uid = $2 and picture_sku like 'test-choices-%') as picture`,
      [uuid, others[0]?.uuid],
    );
    return rows[0];
  };
  const { variants } = (await readPage<Variants>(site, owner, `/products/${uuid}`)).data;
  const half = [{ uuid: variants.rows[0]?.uuid, sku: `${slug}-2`, active: 'on' }];
  const input = { version: variants.version, rows: half };
  expect((await actAs(site, owner, `/products/${uuid}`, 'variants', input)).data.errors).toMatchObject([
    { path: 'rows.0.sku' },
  ]);
  const began = { red: [`${slug}-1`], blue: [`${slug}-2`], picture: `${slug}-1` };
  expect(await named()).toEqual(began);

  await renamed({ [`${slug}-1`]: `${slug}-2`, [`${slug}-2`]: `${slug}-1` });
  expect(await named()).toEqual({ red: [`${slug}-2`], blue: [`${slug}-1`], picture: `${slug}-2` });
  const { rows: changes } = await site.connection.pool.query<{ uuid: string }>(
    `select uuid from audit_log where command like 'products.edit-variants%' order by created_at desc limit 1`,
  );
  const undone = await actAs(site, owner, `/changes/${changes[0]?.uuid}`, 'undo', { reason: 'טעות' });
  expect(undone.data).toMatchObject({ ok: true });
  expect(await named()).toEqual(began);

  await renamed({ [`${slug}-1`]: `${slug}-2`, [`${slug}-2`]: `${slug}-3` });
  expect(await named()).toEqual({ red: [`${slug}-2`], blue: [`${slug}-3`], picture: `${slug}-2` });
  expect((await page()).faults).toEqual([]);
  const { text } = await site.call({ path: `/api/variants/get-configurator?product=${slug}` });
  const { configurator } = JSON.parse(text) as CallReply<'GET /api/variants/get-configurator'>;
  const sold = configurator?.variants.map(({ sku }) => sku);
  expect(sold).toEqual([`${slug}-2`, `${slug}-3`]);
  expect(configurator?.groups[0]?.choices.map(({ variants }) => variants)).toEqual([[`${slug}-2`], [`${slug}-3`]]);
  expect((await save('choices', (await page()).choices.rows)).data).toMatchObject({ ok: true });
});
