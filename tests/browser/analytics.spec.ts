import type { BrowserContext, Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test, unfold } from '../support/browser.ts';
import { fillDetails, payBy, placeOrder } from '../support/browser-checkout.ts';
import type { Site } from '../support/site.ts';
import { ordersOf, productOf } from '../support/site-rows.ts';

test.use({ refused: false });

type Entry = { event?: string; ecommerce?: Record<string, unknown> & { items?: Record<string, unknown>[] } } & Record<
  string,
  unknown
>;

/** Writes down what is put into `dataLayer` on any page, and what is asked of other sites. */
async function listenIn(page: Page, context: BrowserContext, site: Site) {
  const told: Entry[] = [];
  const foreign: string[] = [];
  await context.route(
    (url) => !url.hostname.endsWith('localhost'),
    (route) => {
      foreign.push(route.request().url());
      return route.fulfill({ contentType: 'text/javascript', body: '' });
    },
  );
  await page.exposeFunction('tellTest', (text: string) => told.push(JSON.parse(text)));
  await page.addInitScript(() => {
    let layer: unknown[] | undefined;
    Object.defineProperty(window, 'dataLayer', {
      get: () => layer,
      set(list: unknown[]) {
        const push = list.push.bind(list);
        list.push = (...entries) => {
          const tellTest = (window as unknown as { tellTest: (text: string) => void }).tellTest;
          for (const entry of entries) tellTest(JSON.stringify(entry));
          return push(...entries);
        };
        layer = list;
      },
    });
  });
  /** Each event with what tells it from another of its kind. */
  const events = () =>
    told.flatMap(({ event, ecommerce, ...rest }) => {
      if (!event || event === 'gtm.js') return [];
      const list = ecommerce?.item_list_name;
      const items = event === 'view_item_list' ? [] : (ecommerce?.items ?? []);
      const about = items.map((item) => `${item.item_id}×${item.quantity}`).join(' ');
      const { page_path, page_status, search_term, media_type, payment_type, lead_source } = rest;
      return [
        [event, page_path, page_status, search_term, media_type, payment_type, lead_source, list, about]
          .filter(Boolean)
          .join(' '),
      ];
    });
  return { told, foreign, events, banner: page.getByRole('region', { name: 'שימוש בעוגיות' }), site };
}

test(
  'each step of a purchase is told once, after consent, whatever is reloaded or gone back to',
  LONG,
  async ({ page, context, site }, info) => {
    test.slow();
    const { told, foreign, events, banner } = await listenIn(page, context, site);
    const origin = site.origin('ofek');
    const last = `מדידה ${info.project.name}`;
    const product = await productOf(site, 'ofek', 'zerem-claw-phone-mount');
    const line = product.slug.name;
    const words = line.replaceAll('-', ' ');

    await page.goto(`${origin}/category?search=${words}`);
    await expect(banner).toBeVisible();
    const first = page.getByRole('main').getByRole('link', { name: product.name, exact: true }).first();
    await expect(first).toBeVisible();
    expect([foreign, told]).toEqual([[], []]);
    await expect(page.locator('script[src*="googletagmanager"]')).toHaveCount(0);
    await banner.getByRole('button', { name: 'אישור הכול' }).click();
    await expect(banner).toBeHidden();
    await expect.poll(() => foreign).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-OFEK01']);
    expect(told[0]).toMatchObject({ 0: 'consent', 1: 'default', 2: { analytics_storage: 'granted' } });
    await expect.poll(() => events().length).toBe(3);

    await first.click();
    await page.getByRole('group', { name: 'גלריה' }).getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'סגירה' }).click();
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = page.getByRole('dialog', { name: /סל הקניות/ });
    const counted = (quantity: number) =>
      expect
        .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('cartItems') ?? '[]')[0]?.quantity))
        .toBe(quantity);
    await counted(1);
    await drawer.getByRole('button', { name: 'הוספת כמות' }).click();
    await counted(2);
    await drawer.getByRole('button', { name: 'הפחתת כמות' }).click();
    await counted(1);
    await drawer.getByRole('button', { name: 'המשך לרכישה' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('פרטים ותשלום');
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('איך תרצו לשלם?');
    await page.reload();
    await page.getByRole('button', { name: 'המשך לפרטים' }).click();
    await fillDetails(page, { first: 'גיל', last });
    await placeOrder(page);
    await payBy(page, 'approved');
    await expect(page).toHaveURL(/\/success\?order=[2-9A-Z]{4}-[2-9A-Z]{4}$/);
    await expect.poll(() => events().at(-1)).toContain('purchase');
    const cookie = (await context.cookies()).find(({ name }) => name.startsWith('order.'));
    const secret = String(cookie?.value);
    expect([cookie?.httpOnly, secret.length > 30]).toEqual([true, true]);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('ההזמנה התקבלה');
    await expect.poll(() => events().at(-1)).toContain('/success');
    await page.goto(`${origin}/contact`);
    const form = page.getByRole('main');
    await alive(form.getByRole('button', { name: 'שליחת הפנייה' }));
    await form.getByRole('textbox', { name: 'שם מלא' }).fill('גיל בר');
    await form.getByRole('textbox', { name: 'טלפון', exact: true }).fill('0501234567');
    await form.getByRole('button', { name: 'שליחת הפנייה' }).click();
    await expect(page.getByText('הפרטים התקבלו')).toBeVisible();
    await expect.poll(() => events().at(-1)).toContain('generate_lead');
    const newsletter = page.getByRole('region', { name: /העדכונים/ });
    await unfold(newsletter);
    await newsletter.getByRole('textbox').fill(`measured-${info.project.name}@example.com`);
    await newsletter.getByRole('checkbox').check();
    await newsletter.getByRole('button', { name: 'הצטרפות' }).click();
    await expect(newsletter.getByRole('status')).toBeFocused();
    await expect.poll(() => events().at(-1)).toContain('newsletter');

    // A visit is a lead, too; the page of what was booked, whose address is a secret, is a document without a tag
    // manager.
    await page.goto(`${origin}/booking?service=SERVICE`);
    await page.getByRole('main').getByRole('link', { name: /^אופק/ }).first().click();
    const book = page.getByRole('button', { name: 'קביעת התור' });
    await alive(book);
    await page.getByRole('radio').first().check({ force: true });
    await page.getByLabel('שם מלא').fill('גיל בר');
    await page.getByLabel('טלפון', { exact: true }).fill(info.project.name === 'phone' ? '0507300021' : '0507300022');
    await book.click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('התור נקבע');
    const booking = page.url().split('/').at(-1) ?? '';
    const isMeasured = () => page.evaluate(() => 'dataLayer' in window && window.dataLayer !== undefined);
    await alive(page.getByRole('button', { name: 'ביטול התור' }));
    await page.waitForLoadState('networkidle');
    expect(await isMeasured()).toBe(false);
    // Back among the measured pages, it is another document again.
    await page
      .getByRole('banner')
      .getByRole('link', { name: /לדף הבית/ })
      .click();
    await expect(page).toHaveURL(`${origin}/`);
    await expect.poll(isMeasured).toBe(true);
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('התור נקבע');
    await page.waitForLoadState('networkidle');
    expect(await isMeasured()).toBe(false);

    // What is seen is seen when its code has come, so that its place among the others is not the test's to choose.
    const isSeen = (one: string) => /^(?:view_item_list|search) /.test(one);
    const seen = events().filter(isSeen);
    expect(seen).toEqual([...new Set(seen)]);
    expect(seen).toEqual(expect.arrayContaining([`search ${words}`, 'view_item_list תוצאות חיפוש']));
    expect(events().filter((one) => !isSeen(one))).toEqual([
      'page_view /category',
      `select_item תוצאות חיפוש ${line}×1`,
      `page_view /product/${line}`,
      `view_item ${line}×1`,
      'media_click picture',
      `add_to_cart ${line}×1`,
      `view_cart ${line}×1`,
      `add_to_cart ${line}×1`,
      `remove_from_cart ${line}×1`,
      'page_view /purchase',
      `begin_checkout ${line}×1`,
      `add_payment_info card ${line}×1`,
      'page_view /purchase',
      'page_view /success',
      `purchase ${line}×1`,
      'page_view /success',
      'page_view /contact',
      'generate_lead contact',
      'generate_lead newsletter',
      'page_view /booking',
      'generate_lead booking',
      'page_view /',
    ]);
    const [order] = await ordersOf(site, last);
    const { ecommerce } = told.find(({ event }) => event === 'purchase') ?? {};
    expect(ecommerce).toMatchObject({ transaction_id: order?.number, currency: 'ILS' });
    expect(Number(ecommerce?.value) * 100).toBe(Number(order?.total_agorot));
    const removed = told.find(({ event }) => event === 'remove_from_cart')?.ecommerce;
    expect(removed).toMatchObject({
      currency: 'ILS',
      items: [{ item_name: product.name, item_id: line, quantity: 1, price: expect.any(Number) }],
    });
    for (const one of [secret, booking]) expect(JSON.stringify(told)).not.toContain(one);
    expect(new Set(foreign)).toEqual(new Set(['https://www.googletagmanager.com/gtm.js?id=GTM-OFEK01']));
  },
);

test('refused is refused, one store’s choice is no other’s, and it can be taken back', async ({
  page,
  context,
  site,
  allowedConsole,
}) => {
  allowedConsole.push(/404/);
  const { told, foreign, banner } = await listenIn(page, context, site);
  await page.goto(`${site.origin('zik')}/page/cookies`);
  await expect(banner).toBeVisible();
  await expectAccessible(page);
  // What is chosen stands where the settings were opened: a double press consents to nothing.
  const opener = banner.getByRole('button', { name: 'הגדרות', exact: true });
  const place = await opener.boundingBox();
  await opener.click();
  await expect(banner.getByRole('checkbox').first()).not.toBeChecked();
  expect(
    Math.abs(((await banner.getByRole('button', { name: 'שמירה' }).boundingBox())?.x ?? 0) - (place?.x ?? 0)),
  ).toBeLessThan(4);
  await expectAccessible(page);
  await banner.getByRole('button', { name: 'דחייה' }).press('Enter');
  await expect(banner).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goto(`${site.origin('zik')}/`);
  await alive(page.getByRole('banner').getByRole('button', { name: 'חיפוש', exact: true }));
  await page.waitForLoadState('networkidle');
  await expect(banner).toBeHidden();
  expect([told, foreign]).toEqual([[], []]);

  // Asked again by the visitor, in the footer: measuring, but no marketing.
  const settings = page.getByRole('contentinfo').getByRole('link', { name: 'הגדרות עוגיות' });
  await settings.click();
  await expect(banner.getByRole('heading')).toBeFocused();
  await banner.getByRole('checkbox', { name: /מדידה/ }).check();
  await banner.getByRole('button', { name: 'שמירה' }).click();
  await expect(settings).toBeFocused();
  await expect.poll(() => foreign).toEqual(['https://www.googletagmanager.com/gtm.js?id=GTM-ZIK0007']);
  expect(told[0]).toMatchObject({ 2: { analytics_storage: 'granted', ad_storage: 'denied' } });

  // An address that nothing answers is a page view of its own kind; a secret one is none.
  await page.goto(`${site.origin('zik')}/old-page.asp?x=1`);
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({
      event: 'page_view',
      page_path: '/old-page.asp',
      page_status: 404,
      page_location: expect.stringMatching(/asp$/),
    });
  const before = told.length;
  await page.goto(`${site.origin('zik')}/order/nobodys-secret`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('אופס, הדף לא נמצא');
  await page.waitForLoadState('networkidle');
  expect([told.length, foreign.length]).toEqual([before, 2]);

  // Taken back: nothing of others' is on the page any more, and none of their cookies.
  await page.goto(`${site.origin('zik')}/page/cookies`);
  await expect.poll(() => foreign.length).toBe(3);
  await context.addCookies([{ url: site.origin('zik'), name: '_ga', value: 'GA1.1.1' }]);
  await page.getByRole('main').getByRole('link', { name: 'הגדרות העוגיות' }).click();
  const reloaded = page.waitForEvent('load');
  await banner.getByRole('button', { name: 'דחייה' }).click();
  await reloaded;
  await expect(page.locator('script[src*="googletagmanager"]')).toHaveCount(0);
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('_ga');
  expect(foreign.length).toBe(3);

  // Another store has not been asked.
  await page.goto(`${site.origin('noam')}/contact`);
  await expect(banner).toBeVisible();
});
