import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { caller, newPhone, signUp } from '../../../tests/support/customers.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' } });
});
afterAll(() => site.close());

const GARAGE = '/personal-area/garage';
const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query<Row>(text, values)).rows;
type Owner = Awaited<ReturnType<typeof signUp>>;
const cookieOf = ({ token }: Owner) => ({ cookie: `auth._token.local=${token}` });
const page = (owner: Owner, host = 'raam.localhost') => site.call({ host, path: GARAGE, headers: cookieOf(owner) });
const post = (owner: Owner, form: Record<string, string>, host = 'raam.localhost', path = GARAGE) =>
  site.call({
    ...{ host, path, method: 'POST', body: new URLSearchParams(form).toString() },
    headers: {
      ...cookieOf(owner),
      origin: `http://${host}:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
const shownIn = (text: string): string =>
  (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text).replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');

test('a vehicle is added by its plate, which stays with it; what the registry does not answer is chosen from the list', async () => {
  const owner = await signUp(site);
  const add = (plate: string) => post(owner, { form: 'plate', plate });
  const refusal = async (plate: string) => shownIn((await add(plate)).text).replace(/\s+/g, ' ');
  const rows = (uuid = owner.customer.uuid) =>
    query('select year, plate from garage_vehicles where customer_uid = $1 order by year', [uuid]);
  expect((await page(owner)).text).toContain('aria-label="הוספה לפי מספר רישוי"');
  expect(await refusal('12')).toContain('מספר רישוי הוא חמש עד שמונה ספרות');
  // Older motorcycles have shorter plates.
  expect(await refusal('12-345')).toContain('המספר אינו במאגר הרכב');
  expect(await refusal('99-999-99')).toContain('מאגר הרכב אינו זמין כרגע. בחרו דגם מהרשימה.');
  expect(await refusal('11-111-11')).toContain('המספר אינו במאגר הרכב. בדקו אותו, או בחרו דגם מהרשימה.');
  expect(await refusal('12-345-67')).toContain('הונדה יפן CB500X (2021): הכלי הזה אינו מהדגמים שלנו');
  expect(await rows()).toEqual([]);

  const [barak] = await query<{ uuid: string; slug: string }>(
    `select uuid, slug from products where slug = 'raam-barak-500'`,
  );
  // Chosen from the list before, it is the same vehicle.
  await post(owner, { form: 'add', model: barak?.slug ?? '' });
  const first = await add('30-055-00');
  expect([first.status, first.headers.location]).toEqual([303, `${GARAGE}?added`]);
  expect(await rows()).toEqual([{ year: 2022, plate: '3005500' }]);
  expect((await add('3005500')).headers.location).toBe(`${GARAGE}?there`);
  expect(await rows()).toHaveLength(1);
  expect(shownIn((await page(owner)).text)).toContain('••-••5-00');

  // Another one of the same model and year has a plate of its own.
  await query(`update garage_vehicles set plate = '7000000' where customer_uid = $1`, [owner.customer.uuid]);
  expect(await refusal('3005500')).toContain('הדגם הזה, משנת 2022, כבר במוסך עם מספר רישוי אחר');
  await query(`update garage_vehicles set year = null where customer_uid = $1`, [owner.customer.uuid]);
  await add('3005500');
  expect(await rows()).toEqual([
    { year: 2022, plate: '3005500' },
    { year: null, plate: '7000000' },
  ]);
  // A mobility scooter has no plate, and the registry is asked for nobody.
  await query('delete from plate_answers');
  const host = 'noam.localhost';
  const other = await signUp(site, caller(site, { host }));
  expect((await page(other, host)).text).not.toContain('aria-label="הוספה לפי מספר רישוי"');
  const reply = await post(other, { form: 'plate', plate: '3005500' }, host);
  expect(shownIn(reply.text)).toContain('בחרו דגם כדי להוסיף');
  expect(await query('select 1 from plate_answers')).toEqual([]);
});

/** A vehicle of the plate's model that a guest with this phone was handed over. */
async function bought(phone: string): Promise<string> {
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const { order } = await shopper(site.port).order(await piece(site.connection.pool), { customer });
  await query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  await query(
    `update order_lines set product_uid = (select uuid from products where slug = 'raam-barak-500') where order_uid = $1`,
    [order.uuid],
  );
  return order.uuid;
}

test('a vehicle that the store sold is not added by its plate again', async () => {
  const phone = newPhone();
  const order = await bought(phone);
  await query(
    `insert into order_vehicles (order_line_uid, unit, chassis_number, plate_number)
     select uuid, 1, 'JH2SC5900XM000001', '3005500' from order_lines where order_uid = $1`,
    [order],
  );
  const owner = await signUp(site, undefined, phone);
  expect((await post(owner, { form: 'plate', plate: '3005500' })).headers.location).toBe(`${GARAGE}?there`);
  expect(await query('select 1 from garage_vehicles where customer_uid = $1', [owner.customer.uuid])).toEqual([]);
});

test('a vehicle that the store sold without recording its plate takes the plate, unless its year is another one', async () => {
  const phone = newPhone();
  await bought(phone);
  const owner = await signUp(site, undefined, phone);
  const garage = () =>
    query(
      `select order_line_uid is not null as bought, year, plate from garage_vehicles where customer_uid = $1 order by created_at`,
      [owner.customer.uuid],
    );
  const add = async () => (await post(owner, { form: 'plate', plate: '3005500' })).headers.location;
  const yearOf = (year: number | null) => query(`update products set year = $1 where slug = 'raam-barak-500'`, [year]);
  await yearOf(2022);
  expect(await add()).toBe(`${GARAGE}?there`);
  expect(await garage()).toEqual([{ bought: true, year: 2022, plate: '3005500' }]);
  // Written down by its owner before, without a year.
  await yearOf(null);
  await query(`update garage_vehicles set plate = '', year = null where customer_uid = $1`, [owner.customer.uuid]);
  expect(await add()).toBe(`${GARAGE}?there`);
  expect(await garage()).toEqual([{ bought: true, year: 2022, plate: '3005500' }]);
  await query(`update garage_vehicles set plate = '', year = 2024 where customer_uid = $1`, [owner.customer.uuid]);
  expect(await add()).toBe(`${GARAGE}?added`);
  expect(await garage()).toEqual([
    { bought: true, year: 2024, plate: '' },
    { bought: false, year: 2022, plate: '3005500' },
  ]);
});

test('a page that was open meanwhile takes year and plate of another one away only where it had them', async () => {
  const owner = await signUp(site);
  await post(owner, { form: 'add', model: 'raam-barak-500' });
  const row = async () =>
    (
      await query<{ uuid: string; year: number | null; plate: string }>(
        'select uuid, year, plate from garage_vehicles where customer_uid = $1',
        [owner.customer.uuid],
      )
    )[0];
  const path = `${GARAGE}/${(await row())?.uuid}`;
  const save = (form: Record<string, string>) => post(owner, { form: 'details', ...form }, undefined, path);
  await save({ was: '||||', year: '2025', plate: '12-345-67' });
  await save({ was: '||||', year: '', plate: '', kilometres: '800' });
  expect(await row()).toMatchObject({ year: 2025, plate: '1234567' });
  // A refusal that is answered without scripts keeps what its page began with.
  const refused = (await save({ was: '||||', year: '12', plate: '' })) as { text: string };
  expect(/<input[^>]*name="was"[^>]*>/.exec(refused.text)?.[0]).toContain('value="||||"');
  await save({ was: '800|||2025|1234567', kilometres: '800', year: '', plate: '' });
  expect(await row()).toMatchObject({ year: null, plate: '' });
});
