import { test as base, expect } from '../support/browser.ts';
import { fillDetails, goToDetails, openPurchase, placeOrder } from '../support/browser-checkout.ts';
import { type PayplusFake, payplusFake } from '../support/payplus-fake.ts';
import { startSite } from '../support/site.ts';
import { ordersOf, paymentsOf, query } from '../support/site-rows.ts';

/** A site whose stores take money by PayPlus, of which only the page itself is made up here. */
const test = base.extend<object, { payplus: PayplusFake }>({
  payplus: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const fake = await payplusFake();
      await use(fake);
      await fake.close();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ payplus }, use) => {
      const site = await startSite({ env: { ...payplus.env, PAYPLUS_URL: payplus.url } });
      await query(
        site,
        `update stores set settings = jsonb_set(settings, '{purchase}', settings->'purchase' || '{"provider": "payplus"}')`,
      );
      await query(site, 'notify cache_versions');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

test('on the page of PayPlus within the purchase the card is refused once, then the order is paid', async ({
  page,
  site,
  payplus,
}, info) => {
  test.slow();
  const [store, slug] = info.project.name === 'phone' ? ['raam', 'raam-masa-450'] : ['noam', 'noam-sderot-4'];
  // The vendor's page is on the vendor's host, and sends the browser back to the address that it was made with.
  await page.route('https://payments.payplus.co.il/**', async (route) => {
    const [, ref = '', act] = new URL(route.request().url()).pathname.split('/');
    if (act === 'approve' || act === 'decline') {
      await payplus.act(ref, act);
      const { refURL_success, refURL_failure } = payplus.books.pages.get(ref)?.body ?? {};
      const location = String(act === 'approve' ? refURL_success : refURL_failure);
      return route.fulfill({
        contentType: 'text/html',
        body: `<meta http-equiv="refresh" content="0; url=${location}">`,
      });
    }
    const ways = ['approve', 'decline'].map((way) => `<a href="/${ref}/${way}">${way}</a>`).join(' ');
    await route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>PayPlus</title>${ways}` });
  });
  const last = `פלוס ${info.project.name}`;
  await openPurchase(page, site, store, slug);
  await goToDetails(page);
  await fillDetails(page, { first: 'נועה', last });
  await placeOrder(page);
  const frame = page.frameLocator('iframe[title*="תשלום"]');
  await frame.getByRole('link', { name: 'decline' }).click();
  await expect(page.getByText(/לא חויבתם/).first()).toBeVisible();
  await frame.getByRole('link', { name: 'approve' }).click();
  await expect(page).toHaveURL(/\/success\?order=/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const [order] = await ordersOf(site, last);
  expect(order).toMatchObject({ payment_status: 'paid' });
  const payments = await paymentsOf(site, order?.uuid);
  expect(payments.at(-1)).toMatchObject({ provider: 'payplus', status: 'paid', last4: '9844' });
});
