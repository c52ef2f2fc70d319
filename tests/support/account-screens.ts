import { createHash } from 'node:crypto';
import type { Page } from '@playwright/test';
import type { CreateOrderReply } from '#contract/checkout/orders.ts';
import { alive, expect } from './browser.ts';
import { goToDetails } from './browser-checkout.ts';
import { request } from './http.ts';
import { CARDS, pay, shopper } from './purchase.ts';
import { at, type Show, signedIn, type Visitor } from './show.ts';
import { query } from './site-rows.ts';

let phones = 0;
const newPhone = (): string => `05401${String(++phones).padStart(5, '0')}`;

const phoneField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'מספר טלפון נייד' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
const dialog = (page: Page) => page.getByRole('dialog').filter({ visible: true });

/** Many visitors come from this one address. */
const forgetTries = ({ site }: Visitor) => query(site, 'delete from limit_hits');

/** The way in, up to the field of the code. */
async function toCode(page: Page, visitor: Visitor): Promise<string> {
  await forgetTries(visitor);
  await at('/login')(page, visitor);
  await alive(phoneField(page));
  const phone = newPhone();
  await phoneField(page).fill(phone);
  await page.keyboard.press('Enter');
  await codeField(page).waitFor();
  return `+972${phone.slice(1)}`;
}

async function typeCode(page: Page, { site }: Visitor, phone: string, change = (code: string) => code): Promise<void> {
  const [sms] = await query(site, `select body from outbox where recipient = $1`, [phone]);
  await codeField(page).fill(change(/\d{6}/.exec(String(sms?.body))?.[0] ?? ''));
}

const wrong = (code: string): string => (code === '000000' ? '000001' : '000000');
const allWrong = (page: Page, visitor: Visitor, phone: string, times: number): Promise<void> =>
  Array.from({ length: times }).reduce<Promise<void>>(async (before) => {
    await before;
    await expect(codeField(page)).toHaveValue('');
    await typeCode(page, visitor, phone, wrong);
    await expect(codeField(page)).toHaveValue('');
  }, Promise.resolve());

/** A link that opens the account, or one that wants the phone proved first. */
async function resetLink(visitor: Visitor, proved: boolean): Promise<string> {
  const { site, store } = visitor;
  await forgetTries(visitor);
  const email = `noa-${store}-${newPhone()}@example.com`;
  await query(
    site,
    `update customers set email = $2, email_verified_at = case when $3 then now() end where ${OF_TOKEN}`,
    [tokenHash(visitor), email, proved],
  );
  const sent = await shopper(site.port, store).post('/api/customers/forgot-password', { email });
  if (sent.status !== 200) throw new Error(sent.text);
  const [mail] = await query(site, `select body from outbox where recipient = $1`, [email]);
  return /\/reset-password\?token=[\w-]{43}/.exec(String(mail?.body))?.[0] ?? '';
}

const PASSWORD_PAGE = '/personal-area/privacy/password';
const OF_TOKEN = 'uuid = (select customer_uid from customer_tokens where token_hash = $1)';
const tokenHash = ({ token }: Visitor): string => createHash('sha256').update(token).digest('hex');

/** An account with an address, with a password or without, which has been signed in for a while. */
async function ownPassword(visitor: Visitor, exists: boolean, since = '0'): Promise<void> {
  const hash = tokenHash(visitor);
  await query(
    visitor.site,
    `update customers set email = 'noa.bendavid@example.com', password_hash = case when $2 then 'none' end where ${OF_TOKEN}`,
    [hash, exists],
  );
  await query(visitor.site, 'update customer_tokens set created_at = now() - $2::interval where token_hash = $1', [
    hash,
    since,
  ]);
}

const full = new WeakSet<Visitor>();

/** Two addresses, a vehicle, a configuration and a finance quote in the visitor's account. */
async function fill(visitor: Visitor): Promise<void> {
  if (full.has(visitor)) return;
  full.add(visitor);
  const { site, store, token, product, model, configurable } = visitor;
  const shop = shopper(site.port, store);
  const bearer = { authorization: `Bearer ${token}` };
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await shop.post(path, body, bearer);
    if (reply.status !== 200) throw new Error(`${path}: ${reply.text}`);
    return reply.json<T>();
  };
  const get = async <T>(path: string): Promise<T> =>
    (await request(site.port, { host: `${store}.localhost`, path })).json<T>();
  const [home, work] = [
    { city: 'חיפה', street: 'שדרות הנשיא', house: '10', entrance: 'ב', floor: '3', apartment: '5' },
    { city: 'ירושלים', street: 'דרך חברון', house: '132', remarks: 'למסור בקבלה, קומת הכניסה' },
  ];
  for (const address of [home, work]) await post('/customer/customers/add-address', address);
  await post('/customer/customers/add-garage-vehicle', { slug: model, year: null });
  const { variants } = product;
  const kept = await post<{ uid: string }>('/api/finance/quote', { variant_id: variants[0]?.id, keep: true });
  await post('/customer/customers/save-quote', { uid: kept.uid });
  if (!configurable) return;
  const { configurator } = await get<{
    configurator: { groups: { choices: { key: string; default: boolean }[] }[] };
  }>(`/api/variants/get-configurator?product=${configurable}`);
  const choices = configurator.groups.flatMap((group) =>
    group.choices.filter((one) => one.default).map(({ key }) => key),
  );
  const { id } = await get<{ id: string }>(`/api/products/get-product/${configurable}`);
  const { code } = await post<{ code: string }>('/api/variants/configure', { product_uid: id, choices, save: true });
  await post('/customer/customers/save-configuration', { code });
}

/** Another order of the visitor's, paid. */
async function paidOrder(visitor: Visitor): Promise<string> {
  const { site, store, product } = visitor;
  const shop = shopper(site.port, store);
  const variant = product.variants.find(({ available }) => available);
  const goods = { variant: variant?.id ?? '', product: product.id, store, price: 0 };
  // Placed as a guest: an account has one order at a time that waits for payment, and this one's does.
  const placed = await shop.post('/api/orders/create', await shop.orderBody(goods), {
    'idempotency-key': crypto.randomUUID(),
  });
  if (placed.status !== 200) throw new Error(placed.text);
  const { order, secret, payment } = placed.json<CreateOrderReply>();
  await query(
    visitor.site,
    'update orders set customer_uid = (select customer_uid from customer_tokens where token_hash = $2) where uuid = $1',
    [order.uuid, tokenHash(visitor)],
  );
  await pay(site.port, new URL(payment?.url ?? '').pathname, CARDS.approved);
  await shop.ask(secret);
  return order.uuid;
}

/** Handed over, with all that staff and owner write of it. */
async function ownVehicle(page: Page, visitor: Visitor): Promise<void> {
  const order = await paidOrder(visitor);
  await query(visitor.site, `update orders set status = 'provided' where uuid = $1`, [order]);
  const [line] = await query(
    visitor.site,
    `insert into order_vehicles (order_line_uid, unit, chassis_number, plate_number)
     select uuid, 1, 'JH2SC5900XM000001', '12345678' from order_lines where order_uid = $1 returning order_line_uid as uuid`,
    [order],
  );
  await query(
    visitor.site,
    `insert into garage_vehicles (customer_uid, vehicle_uid, order_line_uid, unit, kilometres, kilometres_on, services, serviced_on, serviced_km,
       test_until, insured_until, details_at)
     select o.customer_uid, l.product_uid, l.uuid, 1, 4200, current_date, 1, current_date - 60, 980, current_date + 200, current_date - 3, now()
     from order_lines l join orders o on o.uuid = l.order_uid where o.uuid = $1`,
    [order],
  );
  await signedIn(`/personal-area/garage/${line?.uuid}.1`)(page, visitor);
}

const filled =
  (path: string, then?: (page: Page) => Promise<unknown>): Show =>
  async (page, visitor) => {
    await fill(visitor);
    await signedIn(path)(page, visitor);
    await then?.(page);
  };

async function press(page: Page, name: string | RegExp): Promise<void> {
  const button = page.getByRole('main').getByRole('button', { name }).first();
  await alive(button);
  await button.click();
  await dialog(page).waitFor();
}

/** The way in with every dialog, and the personal area of somebody who has used it. */
export const accountScreens: Record<string, Show> = {
  'login-code': toCode,
  'login-code-wrong': async (page, visitor) => {
    await allWrong(page, visitor, await toCode(page, visitor), 2);
    await page.getByText('נותרו 3 ניסיונות').waitFor();
  },
  'login-invalid-phone': async (page, visitor) => {
    await at('/login')(page, visitor);
    await alive(phoneField(page));
    await phoneField(page).fill('03-1234567');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('מספר הטלפון אינו תקין').waitFor();
  },
  'login-code-expired': async (page, visitor) => {
    const phone = await toCode(page, visitor);
    await query(visitor.site, 'update otp_codes set expires_at = now() where phone = $1', [phone]);
    await typeCode(page, visitor, phone);
    await dialog(page).getByText('פג תוקף הקוד').waitFor();
  },
  'login-code-blocked': async (page, visitor) => {
    await allWrong(page, visitor, await toCode(page, visitor), 5);
    await dialog(page).getByText('הקוד נחסם').waitFor();
  },
  'login-not-registered': async (page, visitor) => {
    await typeCode(page, visitor, await toCode(page, visitor));
    await dialog(page).getByText('המספר עדיין לא רשום').waitFor();
  },
  'signup-details': async (page, visitor) => {
    await accountScreens['login-not-registered']?.(page, visitor);
    await dialog(page).getByRole('button', { name: 'להרשמה' }).click();
    await page.getByRole('textbox', { name: 'שם פרטי' }).waitFor();
  },
  'signup-success': async (page, visitor) => {
    await accountScreens['signup-details']?.(page, visitor);
    await page.getByRole('textbox', { name: 'שם פרטי' }).fill('נועה');
    await page.getByRole('textbox', { name: 'שם משפחה' }).fill('בן־דוד');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('נרשמתם בהצלחה').waitFor();
  },
  'login-social': async (page, visitor) => {
    const { site, store } = visitor;
    await query(
      site,
      `update stores set settings = settings || '{"social": {"google": "client", "facebook": "client"}}' where key = $1`,
      [store],
    );
    await query(site, 'notify cache_versions');
    const google = page.getByRole('button', { name: /Google/ });
    await expect(async () => {
      await at('/login')(page, visitor);
      await expect(google).toBeVisible({ timeout: 500 });
    }).toPass();
    await query(site, `update stores set settings = settings - 'social' where key = $1`, [store]);
    await query(site, 'notify cache_versions');
  },
  'check-mail': async (page, visitor) => {
    await forgetTries(visitor);
    await at('/forgot-password')(page, visitor);
    const email = page.getByRole('main').getByRole('textbox', { name: 'דוא״ל' });
    await alive(email);
    await email.fill(`nobody-${newPhone()}@example.com`);
    await page.keyboard.press('Enter');
    await dialog(page).getByText('בדקו את תיבת הדוא״ל').waitFor();
  },
  'reset-password-valid': async (page, visitor) => {
    await at(await resetLink(visitor, true))(page, visitor);
    await page.getByLabel('סיסמה חדשה').waitFor();
  },
  'reset-password-phone-first': async (page, visitor) => {
    await at(await resetLink(visitor, false))(page, visitor);
    await page.getByRole('heading', { name: 'נשאר לאמת את הטלפון' }).waitFor();
  },
  'reset-password-done': async (page, visitor) => {
    await accountScreens['reset-password-valid']?.(page, visitor);
    const field = page.getByLabel('סיסמה חדשה');
    await alive(field);
    await field.fill('גשם על חלון ישן');
    // The visitor's token is kept: this session ends, the account's others must not.
    await page.route('**/api/customers/reset-password', (route) => route.fulfill({ json: {} }));
    await field.press('Enter');
    await dialog(page).getByText('הסיסמה הוחלפה').waitFor();
  },
  'purchase-sign-in-code': async (page, visitor) => {
    await at(`/purchase?uid=${visitor.product.id}`)(page, visitor);
    await forgetTries(visitor);
    await goToDetails(page);
    const opener = page.getByRole('link', { name: 'כניסה ומילוי הפרטים' });
    await alive(opener);
    await opener.click();
    await dialog(page).getByRole('textbox', { name: 'מספר טלפון נייד' }).fill(newPhone());
    await page.keyboard.press('Enter');
    await codeField(page).waitFor();
  },
  addresses: filled('/personal-area/edit-details/addresses'),
  'address-dialog': filled('/personal-area/edit-details/addresses', (page) => press(page, /^עריכה/)),
  'address-wrong': filled('/personal-area/edit-details/addresses', async (page) => {
    await press(page, 'הוספת כתובת');
    await dialog(page).getByRole('button', { name: 'שמירת הכתובת' }).click();
    await dialog(page).getByText('הזינו').first().waitFor();
  }),
  'address-delete': filled('/personal-area/edit-details/addresses', (page) => press(page, /^מחיקה/)),
  garage: filled('/personal-area/garage'),
  'garage-vehicle': ownVehicle,
  saved: filled('/personal-area/saved'),
  'order-details': (page, visitor) =>
    signedIn(`/personal-area/orders/order-details?id=${visitor.placed.uuid}`)(page, visitor),
  'order-details-paid': async (page, visitor) => {
    await signedIn(`/personal-area/orders/order-details?id=${await paidOrder(visitor)}`)(page, visitor);
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('heading', { name: 'חשבוניות וקבלות' })).toBeVisible({ timeout: 500 });
    }).toPass();
  },
  'order-cancel': async (page, visitor) => {
    await accountScreens['order-details']?.(page, visitor);
    await press(page, 'ביטול ההזמנה');
  },
  'password-first': async (page, visitor) => {
    await ownPassword(visitor, false);
    await signedIn(PASSWORD_PAGE)(page, visitor);
  },
  'password-sign-in-again': async (page, visitor) => {
    await ownPassword(visitor, false, '1 day');
    await signedIn(PASSWORD_PAGE)(page, visitor);
    await ownPassword(visitor, false);
  },
  'password-change': async (page, visitor) => {
    await ownPassword(visitor, true);
    await signedIn(PASSWORD_PAGE)(page, visitor);
  },
  'password-wrong': async (page, visitor) => {
    await accountScreens['password-change']?.(page, visitor);
    const fields = [
      page.getByLabel('הסיסמה הנוכחית', { exact: true }),
      page.getByLabel('הסיסמה החדשה', { exact: true }),
    ];
    for (const field of fields) {
      await alive(field);
      await field.fill('1234567890');
    }
    await page.keyboard.press('Enter');
    await page.getByText('נפוצה').first().waitFor();
  },
  'password-changed': async (page, visitor) => {
    await accountScreens['password-change']?.(page, visitor);
    await page.getByLabel('הסיסמה הנוכחית', { exact: true }).fill('כל סיסמה שהיא');
    await page.getByLabel('הסיסמה החדשה', { exact: true }).fill('גשם על חלון ישן');
    await page.route('**/customer/customers/change-password', (route) => route.fulfill({ json: {} }));
    await page.keyboard.press('Enter');
    await dialog(page).getByText('הסיסמה הוחלפה').waitFor();
  },
  'password-no-email': async (page, visitor) => {
    await ownPassword(visitor, false);
    await query(visitor.site, `update customers set email = null where ${OF_TOKEN}`, [tokenHash(visitor)]);
    await signedIn(PASSWORD_PAGE)(page, visitor);
  },
  'account-delete': (page, visitor) =>
    signedIn('/personal-area/privacy')(page, visitor).then(() => press(page, 'מחיקת החשבון')),
};
