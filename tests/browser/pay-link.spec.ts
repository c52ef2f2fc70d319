import { formatExactPrice, isolate } from '#domain/text/format.ts';
import { payLinkSecret } from '#server/checkout/order-secret.ts';
import { SECRET } from '../support/app.ts';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, test } from '../support/browser.ts';
import { declineUntilClosed, expectStopped, payBy } from '../support/browser-checkout.ts';
import { changeUnpaid, grow, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';
import { productOf, queries, query } from '../support/site-rows.ts';

/** An unpaid order and the address of its payment link. */
async function linked(site: Site, store: string, slug: string) {
  const product = await productOf(site, store, slug);
  const variant = product.variants.find(({ available }) => available);
  if (!variant) throw new Error(`${slug} is sold out`);
  const shop = shopper(site.port, store);
  const made = await shop.order({ variant: variant.id, product: product.id, store, price: variant.price ?? 0 });
  return { ...made, shop, product, url: `${site.origin(store)}/pay/${payLinkSecret(SECRET, made.order)}` };
}

test('a payment link shows what is paid for, outlives stopping, a decline and a reload, and is paid once; and says when there is nothing to pay', async ({
  page,
  site,
  allowedConsole,
}, info) => {
  test.slow();
  allowedConsole.push(/404/);
  const { store, slug } =
    info.project.name === 'phone' ? { store: 'raam', slug: 'raam-masa-450' } : { store: 'noam', slug: 'noam-kal-3' };
  const [one, late, given] = [
    await linked(site, store, slug),
    await linked(site, store, slug),
    await linked(site, store, slug),
  ];
  // The job that lets unpaid orders go looks every quarter of a minute: it is seen to at the end.
  await query(site, 'update orders set hold_until = now() where uuid = $1', [late.order.uuid]);
  await given.shop.post('/api/orders/release', { secret: given.secret });

  await page.goto(one.url);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^תשלום ל/);
  // `2345-K678` would be drawn as `K678-2345`.
  await expect(page).toHaveTitle(new RegExp(`^תשלום עבור הזמנה ${isolate(one.order.number)} \\|`));
  const bill = page.getByRole('region', { name: 'מה משלמים' });
  await expect(bill).toContainText(one.product.name);
  await expect(bill).toContainText('אפשר לשלם עד');
  await expect(page.getByText(/^אפשר לשלם גם ב־/)).toBeVisible();
  await expectAccessible(page);
  const open = page.getByRole('button', { name: /^לתשלום/ });
  const part = page.getByRole('region', { name: 'תשלום', exact: true });
  const card = page.frameLocator('iframe').getByRole('textbox', { name: 'מספר כרטיס' });
  await alive(open);
  await open.click();
  await expect(card).toBeVisible();
  await expect(part).toBeFocused();
  const frame = await page.locator('iframe').getAttribute('src');

  await page.reload();
  await alive(open);
  await open.click();
  await expect(card).toBeVisible();
  expect(await page.locator('iframe').getAttribute('src')).toBe(frame);
  await expectStopped(page, part);
  await page.frameLocator('iframe').getByRole('button', { name: 'ביטול וחזרה לחנות' }).click();
  await expect(part.getByRole('status')).toContainText('התשלום הופסק');
  await expectAccessible(page);
  await part.getByRole('button', { name: 'חזרה לתשלום' }).click();

  const refusal = part.getByRole('alert').filter({ hasText: 'התשלום לא אושר' });
  await declineUntilClosed(page, refusal);
  await expect(card).toBeVisible();
  await expect(refusal).toBeVisible();
  await payBy(page, 'approved');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).toHaveText('התשלום התקבל');
  await expect(title).toBeFocused();
  await expectAccessible(page);
  await page.reload();
  await expect(title).toHaveText('התשלום התקבל');
  expect((await one.shop.find(one.secret)).payment_status).toBe('paid');

  // What staff add since is declined and left like any other payment, though the order stays paid.
  await grow(queries(site), one.order.uuid);
  await page.goto(one.url);
  await alive(open);
  await open.click();
  await declineUntilClosed(page, refusal);
  await expect(card).toBeVisible();
  await page.frameLocator('iframe').getByRole('button', { name: 'ביטול וחזרה לחנות' }).click();
  await expect(part.getByRole('status')).toContainText('התשלום הופסק');

  await page.goto(given.url);
  await expect(title).toHaveText('ההזמנה בוטלה');
  await expect(page.getByRole('link', { name: 'להזמנה חדשה' })).toBeVisible();
  const wrong = await page.goto(`${given.url.slice(0, -1)}${given.url.endsWith('A') ? 'B' : 'A'}`);
  expect(wrong?.status()).toBe(404);
  await expect(title).toHaveText('אופס, הדף לא נמצא');
  await expect.poll(async () => (await late.shop.find(late.secret)).status, { timeout: 30_000 }).toBe('cancelled');
  await page.goto(late.url);
  await expect(title).toHaveText('תוקף הקישור פג');
  await expectAccessible(page);
});

test('an order’s own page says till when the goods are held, by a date or a clock, and while it is paid what staff made of it', async ({
  page,
  site,
}) => {
  const { order, secret } = await linked(site, 'raam', 'raam-masa-450');
  const hold = (time: string) =>
    query(site, `update orders set hold_until = now() + $2::interval where uuid = $1`, [order.uuid, time]);
  await hold('71 hours');
  await page.goto(`${site.origin('raam')}/order/${secret}`);
  const open = page.getByRole('button', { name: /^לתשלום/ });
  await alive(open);
  await open.click();
  const part = page.getByRole('region', { name: 'תשלום מאובטח' });
  await expect(part).toContainText(/הפריטים שמורים עבורכם עד .+ בשעה \d\d:\d\d/);
  await hold('5 hours');
  await expect(part.getByRole('timer')).toHaveText(/^4:59:\d\d$/);

  const lines = page.getByRole('region', { name: 'מה הזמנתם' });
  await expect(lines).not.toContainText('כמות: 2');
  await changeUnpaid(queries(site), order.uuid);
  await expect(part.getByRole('status').filter({ hasText: 'התשלום הופסק' })).toBeVisible();
  await expect(lines).toContainText('כמות: 2');
  await expect(lines).toContainText(formatExactPrice(2 * order.total_order_price));
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test(
    'an order’s own page and its payment link say what paying takes, instead of a button',
    ANY_WIDTH,
    async ({ page, site }) => {
      const { url, secret } = await linked(site, 'raam', 'raam-masa-450');
      for (const address of [url, `${site.origin('raam')}/order/${secret}`]) {
        await page.goto(address);
        await expect(page.getByText('כדי לשלם כאן צריך לאפשר JavaScript בדפדפן')).toBeVisible();
        await expect(page.getByRole('button', { name: /^לתשלום/ })).toBeHidden();
      }
    },
  );
});
