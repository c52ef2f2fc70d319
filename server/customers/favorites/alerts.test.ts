import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAVORITE_ALERTS_TEXT } from '#domain/people/consent-texts.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { signUp } from '../../../tests/support/customers.ts';
import { sendFavoriteAlerts } from './send-alerts.ts';

let site: TestApp;
/** A Monday morning, when messages may be sent. */
const monday = new Date('2026-06-08T07:00:00Z');
let clock = monday;
const dayOf = (days: number) => new Date(monday.getTime() + days * 86_400_000);
beforeAll(async () => {
  site = await startApp({ env: { TRUST_PROXY: '1' }, deps: { now: () => clock } });
});
afterAll(() => site.close());

const query = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  (await site.connection.pool.query<Row>(text, values)).rows;
type Owner = Awaited<ReturnType<typeof signUp>>;
const PAGE = '/personal-area/favorites';
const choose = (owner: Owner, form: Record<string, string>) =>
  site.call({
    ...{ host: 'raam.localhost', path: PAGE, method: 'POST', body: new URLSearchParams(form).toString() },
    headers: {
      cookie: `auth._token.local=${owner.token}`,
      origin: `http://raam.localhost:${site.port}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
  });
const shownIn = (text: string): string =>
  (/<main[\s\S]*<\/main>/.exec(text)?.[0] ?? text).replace(/<script[\s\S]*?<\/script>|<[^>]*>/g, ' ');
const tell = () => Promise.all([1, 2].map(() => sendFavoriteAlerts(site.deps)));
const bodies = async ({ phone }: Owner): Promise<string[]> =>
  (
    await query<{ body: string }>(
      `select body from outbox where about = 'favorite alert' and recipient = $1 order by created_at`,
      [`+972${phone.slice(1)}`],
    )
  ).map(({ body }) => body);

/** A product of the store whose variants all cost its price, and are there. */
async function goods(at: number) {
  const [row] = await query<{ uuid: string; name: string; slug: string }>(
    `select p.uuid, p.name, p.slug from products p join store_products l on l.product_uid = p.uuid and l.published and l.price_agorot is null
     join stores s on s.uuid = l.store_uid where s.key = 'raam' and p.stock_policy = 'IN_STOCK' and not p.price_on_request
       and exists (select from variants v where v.product_uid = p.uuid and v.active) order by p.slug limit 1 offset $1`,
    [at],
  );
  if (!row) throw new Error('the demo has too few products');
  await query('update variants set price_agorot = null, stock = 3 where product_uid = $1', [row.uuid]);
  const price = (agorot: number) => query('update products set price_agorot = $2 where uuid = $1', [row.uuid, agorot]);
  const stock = (pieces: number) => query('update variants set stock = $2 where product_uid = $1', [row.uuid, pieces]);
  await price(100_000);
  return { ...row, price, stock };
}

async function fan(...products: { uuid: string }[]) {
  const owner = await signUp(site);
  const product_ids = products.map(({ uuid }) => uuid);
  const reply = await owner.who.post('/customer/customers/add-favorite-product', { product_ids }, owner.bearer);
  expect(reply.status).toBe(200);
  return owner;
}

test('off until asked for; a drop is told once over several processes, a rise and what went back are not, and one press ends it', async () => {
  clock = monday;
  const [one, two] = [await goods(0), await goods(1)];
  const owner = await fan(one, two);
  const other = await fan(one, two);
  await one.price(90_000);
  await tell();
  expect(await bodies(owner), 'off by default').toEqual([]);
  expect(shownIn((await choose(owner, { by_email: 'on' })).text), 'an e-mail that nobody has proved').toContain(
    'לא אומתה',
  );
  expect((await choose(owner, { by_sms: 'on' })).status).toBe(200);
  const consents = () =>
    query('select kind, given, text from consents where customer_uid = $1 order by created_at', [owner.customer.uuid]);
  expect(await consents()).toEqual([{ kind: 'favorite_alerts', given: true, text: FAVORITE_ALERTS_TEXT }]);
  await tell();
  expect(await bodies(owner), 'a drop before it was asked for').toEqual([]);

  // Of one day: a drop, a rise, and a drop that went back.
  await one.price(80_050);
  await two.price(95_000);
  await two.price(120_000);
  await tell();
  expect(await bodies(owner), 'one look a day').toEqual([]);
  clock = new Date('2026-06-12T20:00:00Z');
  await tell();
  expect(await bodies(owner), 'not on a Friday night').toEqual([]);
  clock = dayOf(1);
  await tell();
  const [first = '', ...more] = await bodies(owner);
  expect(more).toEqual([]);
  for (const words of [one.name, '₪900', '₪800.50', `/product/${one.slug}`]) expect(first).toContain(words);
  expect(first).not.toContain(two.name);

  // The next drop, of both, is one message; what the store doesn't show or have is told when it does.
  await query('update store_products set published = false where product_uid = $1', [two.uuid]);
  await one.price(70_000);
  await one.stock(0);
  await two.price(60_000);
  clock = dayOf(2);
  await tell();
  expect(await bodies(owner), 'neither can be bought').toHaveLength(1);
  await query('update store_products set published = true where product_uid = $1', [two.uuid]);
  await one.stock(2);
  clock = dayOf(3);
  await tell();
  const [, second = ''] = await bodies(owner);
  for (const words of [one.name, '₪700', 'שוב במלאי', two.name, '₪1,200', '₪600', PAGE])
    expect(second).toContain(words);
  await query(`update outbox set sent_at = created_at where about = 'favorite alert' and body = $1`, [second]);
  clock = dayOf(7);
  await tell();
  expect(await bodies(owner), 'told once').toHaveLength(2);
  expect(await bodies(other), 'another’s favourites').toEqual([]);

  // One waits, and one was given up: the office could send that again.
  await query(
    `insert into outbox (store_uid, thing_uid, about, channel, recipient, body, gave_up_at)
     select store_uid, thing_uid, about, channel, recipient, body, now() from outbox where about = 'favorite alert' and body = $1`,
    [first],
  );
  const stop = /\/unsubscribe\/[\w-]+/.exec(second)?.[0] ?? '';
  const press = (host = 'raam.localhost') => site.call({ host, path: stop, method: 'POST' });
  expect((await press('noam.localhost')).status).toBe(404);
  expect(shownIn((await site.call({ path: stop })).text), 'opening it ends nothing').toContain('להפסיק את העדכונים');
  expect([(await press()).status, (await press()).status]).toEqual([200, 200]);
  expect(shownIn((await site.call({ path: stop })).text)).toContain('העדכונים הופסקו');
  expect(await consents()).toMatchObject([{ given: true }, { given: false }]);
  await one.price(50_000);
  clock = dayOf(8);
  await tell();
  expect(await bodies(owner), 'what was not sent is dropped').toEqual([second]);
});

test('a price of which there is no piece is no drop; mail is marked as an advertisement; a closed store and an erased person get none', async () => {
  clock = monday;
  const one = await goods(2);
  const owner = await fan(one);
  const leaving = await fan(one);
  const email = 'dana@example.com';
  await query('update customers set email = $2, email_verified_at = now() where uuid = $1', [
    owner.customer.uuid,
    email,
  ]);
  await choose(owner, { by_email: 'on' });
  await choose(leaving, { by_sms: 'on' });
  await tell();
  const [cheap] = await query<{ uuid: string }>(
    `insert into variants (company_uid, product_uid, sku, price_agorot, stock, position) select company_uid, uuid, 'CHEAP-1', 40000, 0, 99 from products where uuid = $1 returning uuid`,
    [one.uuid],
  );
  const mails = () =>
    query<{ uuid: string; subject: string; body: string }>(
      `select uuid, subject, body from outbox where about = 'favorite alert' and recipient = $1`,
      [email],
    );
  clock = dayOf(1);
  await tell();
  expect(await mails(), 'its cheapest variant is sold out').toEqual([]);
  await query('update variants set stock = 1 where uuid = $1', [cheap?.uuid]);
  await query(`update stores set status = 'closed' where key = 'raam'`);
  clock = dayOf(2);
  await tell();
  expect(await mails(), 'closed').toEqual([]);
  await query(`update stores set status = 'open' where key = 'raam'`);
  // The account is erased soon after its sign-in, or not at all.
  clock = monday;
  const erased = await leaving.who.post('/customer/customers/delete-account', { confirm: true }, leaving.bearer);
  expect(erased.status).toBe(200);
  clock = dayOf(2);
  await tell();
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^פרסומת: /);
  for (const words of ['₪400', 'דבר פרסומת מאת', '/unsubscribe/']) expect(mail?.body).toContain(words);
  expect(await bodies(leaving)).toEqual([]);
  const download = await owner.who.get('/customer/customers/download-my-data', owner.bearer);
  expect(download.json()).toMatchObject({ favorite_alerts: [{ by_sms: false, by_email: true }] });
});

test('an alert that nobody took in time is told by the next look while it still holds; what was sent, or refused, is not told again', async () => {
  clock = monday;
  const [one, two] = [await goods(3), await goods(4)];
  const owner = await fan(one, two);
  const refused = await fan(one);
  for (const who of [owner, refused]) await choose(who, { by_sms: 'on' });
  const give = async (who: Owner, seconds: number) =>
    query(
      `update outbox set gave_up_at = created_at + $2 * interval '1 second' where about = 'favorite alert' and sent_at is null and recipient = $1`,
      [`+972${who.phone.slice(1)}`, seconds],
    );
  const send = (who: Owner) =>
    query(`update outbox set sent_at = created_at where about = 'favorite alert' and recipient = $1`, [
      `+972${who.phone.slice(1)}`,
    ]);
  await tell();
  await one.price(90_000);
  await two.price(80_000);
  clock = dayOf(1);
  await tell();
  await give(owner, 7_300);
  await give(refused, 60);
  // The owner has only typed this address; what its own customer was sent is no message to the owner.
  const address = 'typed.only@example.com';
  await query('update customers set email = $2, email_verified_at = null where phone = $1', [
    `+972${owner.phone.slice(1)}`,
    address,
  ]);
  await query(
    `insert into outbox (store_uid, channel, about, recipient, subject, body, created_at, sent_at)
     select store_uid, 'email', about, $2, '', body, created_at + interval '1 second', created_at + interval '1 second'
     from outbox where about = 'favorite alert' and recipient = $1`,
    [`+972${owner.phone.slice(1)}`, address],
  );

  // One is cheaper still, the other as it was before.
  await one.price(70_000);
  await two.price(100_000);
  clock = dayOf(2);
  await tell();
  const [, second = '', ...more] = await bodies(owner);
  expect(more).toEqual([]);
  for (const words of [one.name, '₪1,000', '₪700']) expect(second).toContain(words);
  expect(second, 'what doesn’t hold any more').not.toContain(two.name);
  const [, lower = ''] = await bodies(refused);
  expect(lower, 'a refused alert was an answer: only what came after it').toContain('₪900');
  await send(owner);
  await send(refused);
  clock = dayOf(3);
  await tell();
  expect(await bodies(owner)).toHaveLength(2);
  await one.price(60_000);
  clock = dayOf(4);
  await tell();
  const [, , third = ''] = await bodies(owner);
  for (const words of ['₪700', '₪600']) expect(third).toContain(words);
});

test('a way that is switched off gets nothing that waited, nor does a former address; what others wait for stays', async () => {
  clock = monday;
  const one = await goods(5);
  const [owner, stranger] = [await fan(one), await fan(one)];
  const email = 'favorite.way@example.com';
  const named = (who: Owner, address: string, proved: boolean) =>
    query('update customers set email = $2, email_verified_at = case when $3 then now() end where uuid = $1', [
      ...[who.customer.uuid, address, proved],
    ]);
  await named(owner, email, true);
  await named(stranger, email, false);
  const waiting = async () =>
    (
      await query<{ channel: string }>(
        `select channel from outbox where about = 'favorite alert' and sent_at is null and recipient in ($1, $2) order by channel`,
        [`+972${owner.phone.slice(1)}`, email],
      )
    ).map(({ channel }) => channel);
  await choose(owner, { by_sms: 'on', by_email: 'on' });
  await tell();
  await one.price(50_000);
  clock = dayOf(1);
  await tell();
  expect(await waiting()).toEqual(['email', 'sms']);
  await choose(stranger, {});
  expect(await waiting(), 'to an e-mail that another has typed').toEqual(['email', 'sms']);
  await choose(owner, { by_email: 'on' });
  expect(await waiting()).toEqual(['email']);
  await named(owner, 'favorite.later@example.com', true);
  await choose(owner, {});
  expect(await waiting(), 'to the former address').toEqual([]);
});
