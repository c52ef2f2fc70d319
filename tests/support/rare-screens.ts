import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Connection, connect } from '#db/client.ts';
import { payLinkSecret } from '#server/checkout/order-secret.ts';
import { mailOf } from '#server/jobs/mail.ts';
import type { Message } from '#server/jobs/outbox.ts';
import { parseEnvironment } from '#server/platform/environment.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { SECRET } from './app.ts';
import { fillDetails, goToDetails, payBy, placeOrder } from './browser-checkout.ts';
import { pay, shopper } from './purchase.ts';
import { screens } from './screens.ts';
import { at, forgetAddress, openBy, type Show, type Visitor } from './show.ts';
import { query } from './site-rows.ts';
import type { Template } from './template.ts';

const newPhone = (): string => `05422${String(++phones).padStart(5, '0')}`;
let phones = 0;

const payLink = ({ placed }: Visitor): string => `/pay/${payLinkSecret(SECRET, placed)}`;
const main = (page: Page) => page.getByRole('main');

/**
 * Screens that are met less often: what links in mails lead to, a store that is not open, mails,
 * failures. Those that change something for the other screens stand last.
 */
export const rareScreens: Record<string, Show> = {
  blog: at('/blog'),
  'design-system': at('/design-system'),
  'lead-wrong': async (page, visitor) => {
    await screens.contact?.(page, visitor);
    await page.waitForLoadState('networkidle');
    await main(page).getByRole('button', { name: 'שליחת הפנייה' }).first().click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  },
  newsletter: (page, visitor) => subscriber(page, visitor, 'confirm'),
  'newsletter-confirmed': async (page, visitor) => {
    await subscriber(page, visitor, 'confirm');
    const confirm = main(page).getByRole('button', { name: 'אישור ההרשמה' });
    if (await confirm.isVisible()) await confirm.click();
    await page.getByRole('heading', { level: 1, name: 'ההרשמה אושרה' }).waitFor();
  },
  unsubscribe: (page, visitor) => subscriber(page, visitor, 'unsubscribe'),
  'booking-move': async (page, visitor) => {
    await screens['booking-details']?.(page, visitor);
    await page.getByRole('link', { name: 'שינוי מועד' }).click();
    await page.getByRole('heading', { name: 'לאיזה מועד להעביר?' }).waitFor();
  },
  'booking-cancelled': async (page, visitor) => {
    await screens['booking-details']?.(page, visitor);
    await page.getByRole('button', { name: 'ביטול התור' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'ביטול התור' }).click();
    await page.getByRole('heading', { level: 1, name: 'התור בוטל' }).waitFor();
  },
  'upsell-dialog': async (page, visitor) => {
    await screens['purchase-2']?.(page, visitor);
    await openBy(page, page.getByRole('button', { name: /^בחירת אפשרויות: / }).first());
  },
  'purchase-wrong': async (page, visitor) => {
    await screens['purchase-4']?.(page, visitor);
    const go = page.getByRole('button', { name: /^המשך ל(תשלום|אישור)$/ });
    await ((await go.isVisible()) ? go : page.getByRole('button', { name: /^לתשלום/ })).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  },
  'purchase-payment': async (page, visitor) => {
    await toPayment(page, visitor);
    await page.frameLocator('iframe').getByRole('textbox', { name: 'מספר כרטיס' }).waitFor();
  },
  'payment-declined': async (page, visitor) => {
    await toPayment(page, visitor);
    await payBy(page, 'declined');
    await page.frameLocator('iframe').getByText('לא בוצע חיוב', { exact: false }).waitFor();
  },
  'thank-you': at(({ order }) => `/thank-you?order=${order}`),
  'order-link': at(({ order }) => `/order/${order}`),
  'pay-link': at(payLink),
  'pay-link-frame': async (page, visitor) => {
    await rareScreens['pay-link']?.(page, visitor);
    await page.waitForLoadState('networkidle');
    await page.getByRole('button', { name: /^לתשלום/ }).click();
    await page.frameLocator('iframe').getByRole('textbox', { name: 'מספר כרטיס' }).waitFor();
  },
  // Whoever shows another screen on the same page connects it again.
  offline: async (page, visitor) => {
    await screens.contact?.(page, visitor);
    await page.waitForLoadState('networkidle');
    await page.context().setOffline(true);
    await page.getByRole('status').filter({ hasText: 'אין חיבור לאינטרנט' }).waitFor();
  },
  'success-paid': async (page, visitor) => {
    await settle(visitor);
    await screens.success?.(page, visitor);
  },
  'pay-link-paid': async (page, visitor) => {
    await settle(visitor);
    await rareScreens['pay-link']?.(page, visitor);
  },
  'mail-order': (page, visitor) => mail(page, visitor, 'order %'),
  'mail-booking': (page, visitor) => mail(page, visitor, 'booking %'),
  'mail-newsletter': async (page, visitor) => {
    await subscriber(page, visitor, 'confirm');
    await mail(page, visitor, 'newsletter confirm');
  },
  'store-closed': (page, visitor) => inState(page, visitor, 'closed'),
  'under-construction': (page, visitor) => inState(page, visitor, 'under_construction'),
  'server-error': async (page, { site, store }) => {
    await query(site, 'alter table posts rename to posts_gone; notify cache_versions');
    try {
      await page.goto(`${site.origin(store)}/blog?fresh=${Date.now()}`);
    } finally {
      await query(site, 'alter table posts_gone rename to posts; notify cache_versions');
    }
  },
};

/** Where a subscriber's mail leads: one for each visitor, since only so many may subscribe from one address. */
const confirmLinks = new WeakMap<Visitor, string>();

/** The page that a link of the newsletter's mail leads to. */
async function subscriber(page: Page, visitor: Visitor, link: 'confirm' | 'unsubscribe'): Promise<void> {
  const { site, store } = visitor;
  if (!confirmLinks.has(visitor)) {
    await forgetAddress(visitor);
    const email = `noa-${++phones}@example.com`;
    const sent = await shopper(site.port, store).post('/api/mailing/subscribe', { email, consent: true });
    if (sent.status !== 200) throw new Error(`subscribe: ${sent.text}`);
    const [row] = await query(site, `select content -> 'button' ->> 'url' url from outbox where recipient = $1`, [
      email,
    ]);
    confirmLinks.set(visitor, String(row?.url));
  }
  await page.goto((confirmLinks.get(visitor) ?? '').replace('/confirm/', `/${link}/`));
}

async function toPayment(page: Page, visitor: Visitor): Promise<void> {
  // Else it goes on with the payment that was begun.
  await screens.contact?.(page, visitor);
  await page.evaluate(() => {
    window.localStorage.clear();
    window.sessionStorage.clear();
  });
  // What nobody pays for is held for a while, and there are few of some.
  await query(visitor.site, 'update variants set stock = stock + 1 where product_uid = $1', [visitor.product.id]);
  await at(`/purchase?uid=${visitor.product.id}`)(page, visitor);
  await goToDetails(page);
  // Of one phone only so many unpaid orders may be open.
  await fillDetails(page, { first: 'נועה', last: 'בן־דוד', phone: newPhone() });
  await placeOrder(page);
}

/** The visitor's order is paid, if it wasn't. */
async function settle({ site, payment, order, store }: Visitor): Promise<void> {
  await pay(site.port, new URL(payment).pathname, '4580000000000000');
  await shopper(site.port, store).ask(order);
}

async function inState(page: Page, { site, store }: Visitor, status: string): Promise<void> {
  const set = (to: string) =>
    query(site, `update stores set status = '${to}' where key = '${store}'; notify cache_versions`);
  await set(status);
  try {
    for (let tries = 0; tries < 20; tries++) {
      await page.goto(site.origin(store));
      if (!(await page.locator('#content').count())) break;
      await page.waitForTimeout(200);
    }
  } finally {
    await set('open');
  }
}

/** The newest mail of the store about this, as a mailbox draws it. */
async function mail(page: Page, { site, store }: Visitor, about: string): Promise<void> {
  const { dataDir } = JSON.parse(process.env.TEST_TEMPLATE ?? '{}') as Template;
  const connection: Connection = connect(site.databaseUrl, { max: 2 });
  try {
    const [row] = await query(
      site,
      `select o.uuid, o.store_uid "storeUid", o.order_uid "orderUid", o.about, o.recipient, o.subject, o.body, o.content from outbox o
       join stores s on s.uuid = o.store_uid where s.key = $1 and o.about like $2 and o.channel = 'email'
       order by (o.recipient is not distinct from s.lead_email), o.created_at desc limit 1`,
      [store, about],
    );
    if (!row) throw new Error(`${store} has sent no mail about ${about}`);
    const env = parseEnvironment({
      PORT: String(site.port),
      DATABASE_URL: site.databaseUrl,
      DATA_DIR: dataDir,
      SECRET,
    });
    const made = mailOf({ db: connection.db, storage: localStorage(path.join(dataDir, 'media')), env });
    const { html, pictures } = await made(row as unknown as Message);
    const drawn = pictures.reduce(
      (text, { cid, type, bytes }) => text.replace(`cid:${cid}`, `data:${type};base64,${bytes.toString('base64')}`),
      html,
    );
    await page.goto('about:blank');
    await page.setContent(drawn);
  } finally {
    await connection.close();
  }
}
