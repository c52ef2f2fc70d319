import type { Page } from '@playwright/test';
import pg from 'pg';
import type { Slots } from '#contract/leads/bookings.ts';
import type { RoleKey } from '#domain/people/permissions.ts';
import { alive } from './browser.ts';
import { type Reply, request } from './http.ts';
import { CARDS, pay, piece, shopper } from './purchase.ts';
import type { Site } from './site.ts';
import { query } from './site-rows.ts';

const HOST = 'office.localhost';

/** What people write of themselves and about their wishes, where the shop and the office let them. */
export type Words = {
  /** Letters only, as the shop wants it. */
  firstName: string;
  lastName: string;
  /** Of whoever asks a question or books a visit. */
  name: string;
  message: string;
  remarks: string;
  city: string;
  note: string;
  product: string;
};

const usualWords: Words = {
  firstName: 'דנה',
  lastName: 'לוי',
  name: 'אביגיל שואלת',
  message: 'מתי מגיע הדגם החדש?',
  remarks: 'נא להתקשר לפני שמגיעים',
  city: 'חיפה',
  note: 'הלקוחה תבוא ביום ראשון',
  product: '',
};

/** The rows whose pages are looked at, by their uuid. */
export type Life = Record<
  | 'order'
  | 'lead'
  | 'customer'
  | 'variant'
  | 'product'
  | 'person'
  | 'role'
  | 'draft'
  | 'change'
  | 'document'
  | 'message'
  | 'import'
  | 'promotion'
  | 'page'
  | 'post'
  | 'category'
  | 'diagram'
  | 'store'
  | 'branch'
  | 'review'
  | 'question'
  | 'tradeIn',
  string
> & {
  /** Of the calendar that shows the visit. */
  visits: string;
};

/**
 * One of everything that the office has pages for, made by the calls of the shop and of the office: a paid order with
 * notes, a refund that waits, a lead, a visit, a customer, a draft, an uploaded price list.
 */
export async function liveOnce(site: Site, words: Words = usualWords): Promise<Life> {
  const db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
  try {
    return await lived(site, db, words);
  } finally {
    await db.end();
  }
}

async function lived(site: Site, db: pg.Pool, words: Words): Promise<Life> {
  const shop = shopper(site.port);
  const made = async (promised: Promise<Reply>): Promise<Reply> => {
    const reply = await promised;
    if (reply.status >= 400) throw new Error(`${reply.status} ${reply.text}`);
    return reply;
  };
  const owner = await officeForms(site, db, 'owner');
  const accountant = await officeForms(site, db, 'accountant');
  const only = async (text: string, values: unknown[] = []): Promise<string> => {
    const { rows } = await db.query<{ found: string }>(text, values);
    if (!rows[0]) throw new Error(`there is none: ${text}`);
    return rows[0].found;
  };

  const goods = await piece(db, { stock: 7 });
  if (words.product) {
    const [was] = (
      await db.query<{ name: string; kind: string; policy: string; slug: string }>(
        'select name, kind, slug, stock_policy as policy from products where uuid = $1',
        [goods.product],
      )
    ).rows;
    const kept = { kind: was?.kind ?? '', stockPolicy: was?.policy ?? '', slug: was?.slug ?? '' };
    const began = Object.fromEntries(Object.entries(kept).map(([name, value]) => [`was.${name}`, value]));
    await owner(`/products/${goods.product}`, 'edit', {
      ...kept,
      ...began,
      'was.name': was?.name ?? '',
      name: words.product,
    });
  }
  const phone = `05477${String(await countOf(db)).padStart(5, '0')}`;
  const customer = { first_name: words.firstName, last_name: words.lastName, phone, email: 'dana@example.com' };
  const order = await shop.order(goods, {
    quantity: 2,
    customer,
    remarks: words.remarks,
    address: { city: words.city, street: 'הרצל', house: '10' },
  });
  await made(pay(site.port, order.page, CARDS.approved));
  await made(shop.ask(order.secret));
  const orderPage = `/orders/${order.order.uuid}`;
  await owner(orderPage, 'note', { text: words.note });
  await owner(orderPage, 'task', { title: words.note.slice(0, 200) });
  const line = await only('select uuid as found from order_lines where order_uid = $1', [order.order.uuid]);
  const refunded = String(goods.price / 100);
  await accountant(orderPage, 'refund', {
    'lines[0].line': line,
    'lines[0].quantity': '1',
    'lines[0].amount': refunded,
    total: refunded,
    reason: words.note,
  });

  const contact = { name: words.name, phone, email: 'dana@example.com', message: words.message };
  await made(shop.post('/api/contacts', contact));

  const branch = await only(
    `select b.uuid as found from branches b join branch_stores l on l.branch_uid = b.uuid join stores s on s.uuid = l.store_uid
     where s.key = 'raam' and 'TEST_RIDE' = any(b.services) order by b.position limit 1`,
  );
  const where = { branch_uid: branch, service: 'TEST_RIDE' };
  const slots = await made(request(site.port, { path: `/api/bookings/get-slots?${new URLSearchParams(where)}` }));
  const free = slots.json<Slots>().days.find(({ times }) => times.length > 3);
  await made(
    shop.post('/api/bookings/create', {
      ...where,
      day: free?.day,
      time: free?.times[0],
      name: words.name,
      phone,
      message: words.message.slice(0, 1_000),
    }),
  );

  const other = await piece(db);
  const handedOver = await shop.order(other, { customer });
  await db.query(`update orders set status = 'provided', payment_status = 'paid', hold_until = null where uuid = $1`, [
    handedOver.order.uuid,
  ]);
  const about = { product_uid: other.product, text: words.message.slice(0, 1_000).padEnd(12, '!') };
  await made(
    shop.post('/api/reviews/write-review', { ...about, order: handedOver.secret, rating: 4, aspects: { value: 5 } }),
  );
  await made(
    shop.post('/api/reviews/ask-question', { ...about, name: words.name.slice(0, 60), email: 'dana@example.com' }),
  );

  const used = { make: 'הונדה', model: 'CB500X', year: 2021, km: 9_000, remarks: words.message.slice(0, 1_000) };
  const answers = { hand: 'first', ownership: 'private', accidents: 'none', tyres: 'good' };
  await made(
    shop.post('/api/trade-ins/create', { ...used, ...answers, name: words.name.slice(0, 80), phone: customer.phone }),
  );

  const ownPhone = `05488${phone.slice(5)}`;
  await signUp(site, db, ownPhone, words);
  await owner('/drafts', 'create', { name: words.note.slice(0, 80) });
  const importUid = await upload(owner, 'sku,price\nNOT-THERE,100\n');

  return {
    order: order.order.uuid,
    lead: await only('select uuid as found from leads order by created_at desc limit 1'),
    review: await only('select uuid as found from product_reviews order by created_at desc limit 1'),
    tradeIn: await only('select uuid as found from trade_ins order by created_at desc limit 1'),
    question: await only('select uuid as found from product_questions order by created_at desc limit 1'),
    customer: await only('select uuid as found from customers where phone = $1', [`+972${ownPhone.slice(1)}`]),
    variant: goods.variant,
    product: goods.product,
    person: await only(`select uuid as found from staff where email = 'maya@demo.example'`),
    role: await only(`select uuid as found from roles where key = 'sales'`),
    draft: await only('select uuid as found from drafts order by created_at desc limit 1'),
    change: await only(
      `select uuid as found from audit_log where actor_kind = 'staff' order by created_at desc limit 1`,
    ),
    document: await only('select uuid as found from documents where order_uid = $1', [order.order.uuid]),
    message: await only(`select uuid as found from outbox where channel = 'email' order by created_at desc limit 1`),
    import: importUid,
    promotion: await only('select uuid as found from sales order by name limit 1'),
    page: await only('select uuid as found from content_pages order by slug limit 1'),
    post: await only('select uuid as found from posts order by slug limit 1'),
    category: await only('select uuid as found from collections order by slug limit 1'),
    diagram: await only('select uuid as found from assemblies order by slug limit 1'),
    store: await only(`select uuid as found from stores where key = 'raam'`),
    branch,
    visits: new URLSearchParams({ branch, service: 'TEST_RIDE', day: free?.day ?? '' }).toString(),
  };
}

/** Of a database: so that each life has a phone of its own. */
const countOf = async (db: pg.Pool): Promise<number> =>
  (await db.query<{ count: number }>('select count(*)::int as count from orders')).rows[0]?.count ?? 0;

type Forms = (page: string, call: string, fields: Record<string, string | Blob>) => Promise<Reply>;

/** Sends forms of the office's pages as the demo's person of a role, as a browser without scripts does. */
async function officeForms(site: Site, db: pg.Pool, role: RoleKey): Promise<Forms> {
  const origin = `http://${HOST}:${site.port}`;
  const { rows } = await db.query<{ uuid: string }>(
    `select s.uuid from staff s join staff_roles sr on sr.staff_uid = s.uuid join roles r on r.uuid = sr.role_uid
     where r.key = $1 and s.email like '%@demo.example' limit 1`,
    [role],
  );
  const send = async (path: string, fields: Record<string, string | Blob>, cookie = ''): Promise<Reply> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const isText = Object.values(fields).every((value) => typeof value === 'string');
    const body = isText ? new URLSearchParams(fields as Record<string, string>) : form;
    const sent = new Request(origin, { method: 'POST', body });
    const headers = { origin, cookie, 'content-type': sent.headers.get('content-type') ?? '' };
    return request(site.port, {
      host: HOST,
      method: 'POST',
      path,
      headers,
      body: Buffer.from(await sent.arrayBuffer()),
    });
  };
  const entered = await send('/sign-in', { person: rows[0]?.uuid ?? '' });
  const cookie = entered.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  return async (page, call, fields) => {
    const reply = await send(page, { _call: call, ...fields }, cookie);
    if (reply.status >= 400)
      throw new Error(`${page} ${call}: ${reply.status} ${/role="alert".{0,400}/s.exec(reply.text)}`);
    return reply;
  };
}

async function upload(owner: Forms, sheet: string): Promise<string> {
  const begun = await owner('/import/calls', 'begin', { name: 'prices.csv', bytes: String(sheet.length) });
  const { uuid } = begun.json<{ result: { uuid: string } }>().result;
  await owner('/import/calls', 'append', { import: uuid, position: '0', part: new Blob([sheet]) });
  return uuid;
}

async function signUp(site: Site, db: pg.Pool, phone: string, words: Words): Promise<void> {
  const headers = { 'x-rate-limit': 'otp' };
  await request(site.port, { path: `/api/customers/get-otp-code?phone=${phone}`, headers });
  const { rows } = await db.query<{ body: string }>(
    `select body from outbox where channel = 'sms' and recipient = $1 order by created_at desc limit 1`,
    [`+972${phone.slice(1)}`],
  );
  const code = /\d{6}/.exec(rows[0]?.body ?? '')?.[0] ?? '';
  const verify = `/api/customers/login-verify-otp-code?phone=${phone}&code=${code}`;
  const { ticket } = (await request(site.port, { path: verify, headers })).json<{ ticket: string }>();
  const names = { first_name: words.firstName, last_name: words.lastName };
  const reply = await shopper(site.port).post('/api/customers/create-customer', { ticket, ...names });
  if (reply.status >= 400) throw new Error(`create-customer: ${reply.status} ${reply.text}`);
}

/** Where the office answers, and its rows. */
type Office = Pick<Site, 'port' | 'databaseUrl'>;

export const officeUrl = (site: Pick<Site, 'port'>, path: string): string => `http://${HOST}:${site.port}${path}`;

/**
 * Gives a browser the cookies of a person of the demo: the owner, who sees everything, unless told otherwise. The
 * presses of the page of sign-in are `office-sign-in.spec.ts`'s.
 */
export async function signInToOffice(site: Office, page: Page, name = 'נועה ברק'): Promise<void> {
  const [person] = await query<{ uuid: string }>(site, 'select uuid from staff where name = $1', [name]);
  const entered = await request(site.port, {
    host: HOST,
    method: 'POST',
    path: '/sign-in',
    headers: { origin: officeUrl(site, ''), 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ person: person?.uuid ?? '' }).toString(),
  });
  const cookies = (entered.headers['set-cookie'] ?? []).map((one) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
    // As one of TLS, for which browsers take this machine's own names.
    return { name, value, url: `https://${HOST}`, httpOnly: true, sameSite: 'Strict' as const };
  });
  await page.context().addCookies(cookies);
}

/** Opens a page of the office as a person of the demo, and waits until it answers presses. */
export async function enterOffice(site: Office, page: Page, path = '/', name?: string): Promise<void> {
  await signInToOffice(site, page, name);
  await page.goto(officeUrl(site, path));
  await alive(page.getByRole('main'));
}
