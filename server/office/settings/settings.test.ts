import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { eq } from '#db/sql.ts';
import { israelDay, weekdayOf } from '#domain/calendar/israel-time.ts';
import { formatTime } from '#domain/text/format.ts';
import { startApp, type TestApp } from '../../../tests/support/app.ts';
import { keptPages } from '../../../tests/support/kept-pages.ts';
import { act, readPage, signInAs } from '../../../tests/support/office.ts';
import { piece, shopper } from '../../../tests/support/purchase.ts';
import { settingsDesk, type Values } from '../../../tests/support/settings.ts';
import { notifyOrder } from '../../checkout/orders/notify-order.ts';
import { storeFile } from '../../import/schemas/store.ts';
import { sections } from './edit-store.ts';

let site: TestApp;
let desk: Awaited<ReturnType<typeof settingsDesk>>;
beforeAll(async () => {
  site = await startApp({ office: true, env: { OFFICE_HOST: 'office.localhost' } });
  desk = await settingsDesk(site);
});
afterAll(() => site.close());

type Settings = {
  opening: { status: string; until: string | null; message: string };
  sections: Record<string, Values>;
  contact: Values;
  dropped: { uuid: string; name: string }[];
  may: { edit: boolean };
};

const settingsOf = async (key: string): Promise<Settings> =>
  (await readPage<Settings>(site, desk.owner, await desk.pathOf(key))).data;

/** Saves a panel as its form does that began with what is stored. */
async function save(key: string, call: string, former: Values, changes: Values) {
  const now = { ...former, ...changes };
  const input = { store: await desk.storeOf(key), was: JSON.stringify(former), now: JSON.stringify(now) };
  return (await act(site, desk.owner, await desk.pathOf(key), call, input)).data;
}

const open = { was: { status: 'open', until: '', message: '' } };

test('a store that is closed says so to shoppers within two seconds, until its moment; other stores stay as they are', async () => {
  const path = await desk.pathOf('zik');
  for (const key of ['zik', 'raam']) await site.call({ host: `${key}.localhost`, path: '/page/about' });
  const input = { ...open, status: 'closed', message: 'חוגגים <עשור>', until: '2099-12-31T08:30' };
  const { data } = await act(site, desk.owner, path, 'state', input);
  expect(data).toMatchObject({ ok: true });
  await desk.shown('zik', '/page/about', 'חוגגים &#60;עשור&#62;');
  const closed = await site.call({ host: 'zik.localhost', path: '/' });
  expect([closed.status, closed.text.includes('08:30')]).toEqual([503, true]);
  expect([...keptPages(site.deps.cache).plain.keys()].map(String).join(' ')).toContain('/page/about');
  expect((await site.call({ host: 'raam.localhost', path: '/page/about' })).status).toBe(200);
  const { opening } = await settingsOf('zik');
  expect(opening).toEqual({ status: 'closed', until: '2099-12-31T06:30:00.000Z', message: 'חוגגים <עשור>' });
  const [change] = await desk.query<{ actor: string; command: string }>(
    `select a.actor, a.command from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'stores' order by a.created_at desc limit 1`,
  );
  expect([change?.actor, change?.command]).toEqual([
    expect.stringMatching(/^staff:/),
    expect.stringMatching(/^settings\.set-state /),
  ]);
  const was = { status: 'closed', until: opening.until, message: opening.message };
  expect((await act(site, desk.owner, path, 'state', { was, status: 'open' })).data).toMatchObject({ ok: true });
  await desk.shown('zik', '/page/about', '</main>');
});

test('an end that is past, a gate without a password, and a state that somebody else has changed are refused', async () => {
  const path = await desk.pathOf('zik');
  const past = { ...open, status: 'closed', until: '2020-01-01T08:00' };
  expect((await act(site, desk.owner, path, 'state', past)).data).toMatchObject({
    ok: false,
    details: 'מועד הפתיחה כבר עבר',
  });
  expect((await act(site, desk.owner, path, 'gate', open)).data).toMatchObject({
    ok: false,
    details: expect.stringContaining('סיסמת כניסה'),
  });
  const was = { status: 'closed', until: '', message: 'אחר' };
  expect((await act(site, desk.owner, path, 'state', { was, status: 'closed', message: 'שלי' })).data).toMatchObject({
    ok: false,
    details: { conflicts: [{ field: 'status', theirs: 'open' }, { field: 'message' }] },
  });
  expect((await settingsOf('zik')).opening.status).toBe('open');
  expect((await act(site, desk.owner, path, 'gate', { ...open, code: 'סיסמה 1' })).data).toMatchObject({ ok: true });
  await desk.shown('zik', '/', 'האתר בבנייה');
  const [logged] = await desk.query<{ values: string }>(
    `select c::text as values from changes c join audit_log a on a.uuid = c.deed_uid where c.table_name = 'stores' order by a.created_at desc limit 1`,
  );
  expect(logged?.values).not.toContain('סיסמה 1');
  const gated = { was: { status: 'under_construction' }, status: 'open' };
  expect((await act(site, desk.owner, path, 'state', gated)).data).toMatchObject({ ok: true });
});

test('a store that isn’t ready leaves its gate in no way: neither open nor closed until a moment', async () => {
  const path = await desk.pathOf('zik');
  expect((await act(site, desk.owner, path, 'gate', { ...open, code: 'סיסמה 2' })).data).toMatchObject({ ok: true });
  const [{ email = '' } = {}] = await desk.query<{ email: string }>(`select email from stores where key = 'zik'`);
  await desk.query(`update stores set email = null where key = 'zik'`);
  const was = { status: 'under_construction', until: '', message: '' };
  for (const input of [{ status: 'open' }, { status: 'closed' }, { status: 'closed', until: '2099-12-31T08:30' }]) {
    const refused = await act(site, desk.owner, path, 'state', { was, ...input });
    expect(refused.status, JSON.stringify(input)).toBe(422);
    expect(refused.data.errors).toEqual([expect.objectContaining({ path: 'business' })]);
  }
  expect((await settingsOf('zik')).opening.status).toBe('under_construction');
  await desk.query(`update stores set email = $1 where key = 'zik'`, [email]);
  const closed = { status: 'closed', until: '2099-12-31T08:30' };
  expect((await act(site, desk.owner, path, 'state', { was, ...closed })).data).toMatchObject({ ok: true });
  const again = { status: 'closed', until: (await settingsOf('zik')).opening.until };
  expect((await act(site, desk.owner, path, 'state', { was: again, status: 'open' })).data).toMatchObject({ ok: true });
});

test('a store takes no domain of another one or of the office, and of two who take a new one at once, one has it', async () => {
  const identities = async () =>
    Promise.all(['raam', 'zik'].map(async (key) => (await settingsOf(key)).sections.identity ?? {}));
  const [raam = {}, zik = {}] = await identities();
  for (const public_domain of ['www.raam.co.il', 'raam.co.il', 'www.office.localhost'])
    expect(await save('zik', 'identity', zik, { public_domain })).toMatchObject({
      ok: false,
      errors: [{ path: 'public_domain' }],
    });
  const both = await Promise.all([
    save('zik', 'identity', zik, { public_domain: 'new.example' }),
    save('raam', 'identity', raam, { public_domain: 'www.new.example' }),
  ]);
  expect(both.map(({ ok }) => ok).sort()).toEqual([false, true]);
  const [raamNow = {}, zikNow = {}] = await identities();
  // What is its own already stays, and comes back.
  expect(await save('zik', 'identity', zikNow, zik)).toMatchObject({ ok: true });
  expect(await save('raam', 'identity', raamNow, raam)).toMatchObject({ ok: true });
  // Nor does an undo take a domain back that another store has by now.
  const of = async (key: string) => (await settingsOf(key)).sections.identity ?? {};
  expect(await save('zik', 'identity', await of('zik'), { public_domain: 'moved.example' })).toMatchObject({
    ok: true,
  });
  const [moved] = await desk.query<{ deed_uid: string }>(
    `select deed_uid from changes where table_name = 'stores' and after ->> 'public_domain' = 'moved.example' order by id desc limit 1`,
  );
  const change = moved?.deed_uid;
  expect(await save('raam', 'identity', await of('raam'), { public_domain: zik.public_domain })).toMatchObject({
    ok: true,
  });
  const undone = await act(site, desk.owner, `/changes/${change}`, 'undo', { change, reason: 'טעות' });
  expect([undone.status, JSON.stringify(undone.data.details)]).toEqual([409, expect.stringContaining('public_domain')]);
  expect((await of('zik')).public_domain).toBe('moved.example');
  expect(await save('raam', 'identity', await of('raam'), raam)).toMatchObject({ ok: true });
  expect((await act(site, desk.owner, `/changes/${change}`, 'undo', { change, reason: 'טעות' })).status).toBe(200);
  expect((await of('zik')).public_domain).toBe(zik.public_domain);
});

test('in live mode an open store keeps what the server does not start without', async () => {
  const { identity = {}, purchase = {} } = (await settingsOf('ruach')).sections;
  // Live mode knows nobody of the demo.
  const named = (email: string) => desk.query(`update staff set email = $1 where email like 'noa@%'`, [email]);
  await named('noa@shop.example');
  Object.assign(site.deps.env, { MODE: 'live' });
  try {
    const lost: [string, Values, Values, string, string][] = [
      ['identity', identity, { public_domain: undefined }, 'public_domain', 'לחנות אין דומיין'],
      ['identity', identity, { email: undefined }, 'email', 'כתובת שולח'],
      [
        'purchase',
        purchase,
        { purchase: { ...(purchase.purchase as Values), terminal: 'nobody' } },
        'purchase',
        'סליקה',
      ],
    ];
    for (const [call, former, changes, path, message] of lost)
      expect(await save('ruach', call, former, changes), path).toMatchObject({
        ok: false,
        errors: [{ path, message: expect.stringContaining(message) }],
      });
    expect(await save('ruach', 'identity', identity, { lead_email: 'new@ruach.example' })).toMatchObject({ ok: true });
    await desk.query(`update stores set status = 'under_construction' where key = 'ruach'`);
    expect(await save('ruach', 'identity', identity, { public_domain: undefined })).toMatchObject({ ok: true });
  } finally {
    Object.assign(site.deps.env, { MODE: 'demo' });
    await named('noa@demo.example');
    await desk.query(`update stores set status = 'open', public_domain = $1, lead_email = $2 where key = 'ruach'`, [
      identity.public_domain,
      identity.lead_email ?? null,
    ]);
  }
  expect(await save('ruach', 'identity', identity, { email: 'demo@ruach.example' })).toMatchObject({ ok: true });
});

test('who may see the settings and not change them is shown them, and refused', async () => {
  const manager = await signInAs(site, 'manager');
  const path = await desk.pathOf('raam');
  const { status, data } = await readPage<Settings>(site, manager, path);
  expect([status, data.may]).toEqual([200, { edit: false }]);
  expect((await act(site, manager, path, 'state', { ...open, status: 'closed' })).status).toBe(403);
  expect((await readPage(site, await signInAs(site, 'sales'), path)).status).toBe(403);
  expect((await settingsOf('raam')).opening.status).toBe('open');
});

test('the importer’s rules are the form’s: what is no colour, no address and no name is refused at its field', async () => {
  const { sections } = await settingsOf('raam');
  const { theme = {}, identity = {} } = sections;
  const colours = theme.template_settings as Values;
  expect(await save('raam', 'theme', theme, { template_settings: { ...colours, clr1: 'red' } })).toMatchObject({
    ok: false,
    errors: [{ path: 'template_settings.clr1', message: expect.stringContaining('צבע') }],
  });
  expect(await save('raam', 'theme', theme, { template_settings: { ...colours, face: 'comic' } })).toMatchObject({
    ok: false,
    errors: [{ path: 'template_settings.face', message: 'בחרו מהרשימה' }],
  });
  const { clr2: _, ...without } = colours;
  expect(await save('raam', 'theme', theme, { template_settings: without })).toMatchObject({
    ok: false,
    errors: [{ path: 'template_settings.clr2', message: 'חסר' }],
  });
  expect(
    await save('raam', 'identity', identity, { name: ' ', email: 'x', public_domain: 'https://a.b' }),
  ).toMatchObject({
    ok: false,
    errors: [{ path: 'name' }, { path: 'public_domain' }, { path: 'email' }],
  });
  // Of the file, a panel changes only its own part.
  expect(await save('raam', 'theme', theme, { name: 'אחר' })).toMatchObject({ ok: true });
  expect((await settingsOf('raam')).sections.identity?.name).toBe(identity.name);
});

test('a colour is in the shop within two seconds', async () => {
  const { theme = {} } = (await settingsOf('raam')).sections;
  const colours = theme.template_settings as Values;
  const saved = await save('raam', 'theme', theme, { template_settings: { ...colours, clr1: '#00695c' } });
  expect(saved).toMatchObject({ ok: true });
  await desk.shown('raam', '/', '--action:#00695c');
});

test('of two people who change other fields both changes stay; of the same field the second is told', async () => {
  const { identity = {} } = (await settingsOf('gal')).sections;
  expect(await save('gal', 'identity', identity, { email: 'one@gal.example' })).toMatchObject({ ok: true });
  expect(await save('gal', 'identity', identity, { lead_email: 'two@gal.example' })).toMatchObject({ ok: true });
  expect((await settingsOf('gal')).sections.identity).toMatchObject({
    email: 'one@gal.example',
    lead_email: 'two@gal.example',
  });
  expect(await save('gal', 'identity', identity, { email: 'three@gal.example' })).toMatchObject({
    ok: false,
    details: { conflicts: [{ field: 'email', theirs: 'one@gal.example' }] },
  });
});

test('every setting of the demo’s stores is saved by its own panel as it was', async () => {
  for (const { key } of await desk.query<{ key: string }>('select key from stores order by key')) {
    const before = await settingsOf(key);
    for (const [call, values] of Object.entries(before.sections))
      expect(await save(key, call, {}, values), `${key} ${call}`).toMatchObject({ ok: true });
    expect(await save(key, 'contact', {}, before.contact)).toMatchObject({ ok: true });
    const after = await settingsOf(key);
    expect([after.sections, after.contact]).toEqual([before.sections, before.contact]);
  }
});

test('the phone at the foot of every page is changed, and what is emptied goes', async () => {
  const { contact } = await settingsOf('gal');
  const hours = 'א׳–ה׳ 09:00–17:00';
  expect(
    await save('gal', 'contact', contact, { sale_phone: '*9876', youtube_url: undefined, activity_time: hours }),
  ).toMatchObject({ ok: true });
  await desk.shown('gal', '/page/about', '*9876');
  // Not isolated, it would show as 17:00–09:00.
  await desk.shown('gal', '/page/about', 'א׳–ה׳ \u206609:00–\u206017:00\u2069');
  expect((await site.call({ host: 'gal.localhost', path: '/page/about' })).text).not.toContain('youtube.example');
});

test('a delivery’s price, a new zone and a new way are in the shop’s calculation; one that is taken off can be offered again', async () => {
  const { deliveries: section = {} } = (await settingsOf('gal')).sections;
  const zones = section.delivery_zones as Values[];
  const [pickup, courier, ...others] = section.deliveries as Values[];
  const unused = { delivery_zones: [...zones, { name: 'יקנעם', cities: ['יקנעם'] }] };
  expect(await save('gal', 'deliveries', section, unused)).toMatchObject({
    ok: false,
    errors: [{ path: `delivery_zones.${zones.length}`, message: expect.stringContaining('אין מחיר') }],
  });
  const prices = [{ zone: 'יקנעם', price: 11 }, ...((courier?.prices ?? []) as Values[])];
  const fresh = { kind: 'COURIER', name: 'שליח מהיר', price: 77 };
  const changed = {
    ...unused,
    deliveries: [{ ...courier, price: 45, prices }, ...others, fresh, { ...fresh, name: 'שליח לילה' }],
  };
  expect(await save('gal', 'deliveries', section, changed)).toMatchObject({ ok: true });
  const rows = await desk.query<{ key: string; price: number; active: boolean; prices: unknown[] }>(
    `select d.key, price_agorot as price, d.active, prices from delivery_types d join stores s on s.uuid = d.store_uid where s.key = 'gal' order by d.active, d.position`,
  );
  expect(rows.map(({ key, active }) => `${key} ${active}`)).toEqual([
    'pickup false',
    'courier true',
    'handover true',
    'marina-handover true',
    'courier-2 true',
    'courier-3 true',
  ]);
  expect(rows[1]).toMatchObject({ price: 4_500 });
  expect(rows[1]?.prices[0]).toEqual({ zone: 'יקנעם', cities: ['יקנעם'], priceAgorot: 1_100, freeFromAgorot: null });
  const { dropped } = await settingsOf('gal');
  expect(dropped).toEqual([{ uuid: expect.any(String), name: pickup?.name }]);
  const delivery = dropped[0]?.uuid;
  expect((await act(site, desk.owner, await desk.pathOf('gal'), 'restore', { delivery })).data).toMatchObject({
    ok: true,
  });
  expect((await settingsOf('gal')).dropped).toEqual([]);
});

test('a finance plan whose months or rates contradict each other is refused by the importer’s words', async () => {
  const { finance: section = {} } = (await settingsOf('gal')).sections;
  const [first, ...others] = section.finance as Values[];
  const finance = [{ ...first, months_min: 60, months_max: 12, prime: 20 }, ...others];
  const refused = await save('gal', 'finance', section, { finance });
  expect(refused.errors?.map(({ path }) => path)).toEqual(['finance.0.months_max', 'finance.0.prime']);
});

test('closing a store can wait for its moment as a step of a draft', async () => {
  const input = { ...open, status: 'closed', message: 'מתוזמן', _when: 'draft', _draft_name: 'סגירה לחג' };
  expect((await act(site, desk.owner, await desk.pathOf('sela'), 'state', input)).data).toMatchObject({ ok: true });
  expect((await settingsOf('sela')).opening.status).toBe('open');
  expect(await desk.query(`select 1 from draft_steps where call = 'settings.set-state'`)).toHaveLength(1);
});

test('the store’s own words are in the mail of the next order, as plain text; an unknown placeholder is refused', async () => {
  const { messages = {} } = (await settingsOf('raam')).sections;
  const words = (order_words: Values) => save('raam', 'messages', messages, { order_words });
  expect(await words({ greeting: 'היי {שם}', ending: '{name}' })).toMatchObject({
    ok: false,
    errors: [{ path: 'order_words.ending', message: expect.stringContaining('{שם}') }],
  });
  const sentences = { received: 'נציג של {חנות} יתקשר על {הזמנה} <b>' };
  expect(await words({ greeting: 'היי {שם}!', ending: 'צוות {חנות}', sentences })).toMatchObject({ ok: true });
  const purchase = await shopper(site.port).order(await piece(site.connection.pool));
  await site.deps.db.transaction(async (tx) => {
    const [order] = await tx.select().from(orders).where(eq(orders.uuid, purchase.order.uuid));
    if (order) await notifyOrder(site.deps, tx, order, 'received');
  });
  const [mail] = await desk.query<{ content: { paragraphs: string[] } }>(
    `select content from outbox where order_uid = $1 and channel = 'email' and about = 'order received'`,
    [purchase.order.uuid],
  );
  const plain = mail?.content.paragraphs.map((text) => text.replace(/[\u2066-\u2069]/g, ''));
  expect(plain?.[0]).toMatch(/^היי \S+!$/);
  expect(plain?.slice(-2)).toEqual([`נציג של רעם יתקשר על ${purchase.order.number} <b>`, 'צוות רעם']);
  expect(plain).toHaveLength(4);
});

test('every part of store.json has a panel; the home page, the state and the webhook have screens of their own', () => {
  const others = ['home', 'status', 'lead_webhook', 'webhook_events'];
  expect([...Object.values(sections).flat(), ...others].sort()).toEqual(Object.keys(storeFile.shape).sort());
});

test('hours of answering are told to every page, and calls back are offered and promised within them', async () => {
  const { sections: before } = await settingsOf('zik');
  const week = { sun: '', mon: '', tue: '11:00-13:30', wed: '', thu: '', fri: '09:00-11:00', sat: '' };
  const wrong = await save('zik', 'identity', before.identity ?? {}, { contact_hours: { tue: '9-14' } });
  expect(wrong.errors).toEqual([{ path: 'contact_hours.tue', message: expect.stringContaining('שעות נכתבות') }]);
  expect(await save('zik', 'identity', before.identity ?? {}, { contact_hours: week })).toMatchObject({ ok: true });

  await desk.shown('zik', '/contact', 'בצהריים, בין 12:00 ל־13:30');
  const { text } = await site.call({ host: 'zik.localhost', path: '/contact' });
  // Two days have it, each at hours of its own.
  expect(text).toContain('>בבוקר<');
  expect(text).not.toContain('אחר הצהריים, בין');

  const leave = async (phone: string, callback: string) => {
    const body = { name: 'נועה לוי', phone, callback };
    expect((await site.call({ method: 'POST', host: 'zik.localhost', path: '/api/contacts', body })).status).toBe(200);
    const [lead] = await desk.query<{ callback_from: Date | null; callback_to: Date | null }>(
      'select callback_from, callback_to from leads where phone = $1',
      [`+972${phone.replaceAll('-', '').slice(1)}`],
    );
    return lead;
  };
  const noon = await leave('050-7800001', 'noon');
  const time = (at: Date | null | undefined) => at && [weekdayOf(israelDay(at)), formatTime(at)];
  expect([time(noon?.callback_from), time(noon?.callback_to)]).toEqual([
    [2, '12:00'],
    [2, '13:30'],
  ]);
  // No day of the week has it: as soon as possible.
  expect(await leave('050-7800002', 'afternoon')).toEqual({ callback_from: null, callback_to: null });

  const { sections: after } = await settingsOf('zik');
  expect(await save('zik', 'identity', after.identity ?? {}, { contact_hours: undefined })).toMatchObject({ ok: true });
  await desk.shown('zik', '/contact', 'אחר הצהריים, בין 15:00 ל־18:00');
});
