import type { Page } from '@playwright/test';
import type { CartItem } from '#contract/checkout/cart-pricing.ts';
import { alive, expect, test } from '../support/browser.ts';
import { refuseCookies } from '../support/cookies.ts';
import { request } from '../support/http.ts';
import { shopper } from '../support/purchase.ts';
import { visitorOf } from '../support/screens.ts';
import { productOf, query } from '../support/site-rows.ts';

test.use({ allowedConsole: [/ERR_FAILED/] });

/** A store each, as the two widths share them out. */
const storeOf = (page: Page): string => ((page.viewportSize()?.width ?? 0) < 600 ? 'raam' : 'ofek');
const quantities = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(() =>
    Object.fromEntries(
      (JSON.parse(localStorage.getItem('cartItems') ?? '[]') as CartItem[]).map(({ sku, quantity }) => [sku, quantity]),
    ),
  );
const drawerOf = async (page: Page) => {
  const open = page.getByRole('button', { name: /^סל הקניות/ }).first();
  await alive(open);
  await open.click();
  return page.getByRole('dialog', { name: /סל הקניות/ });
};

test('two devices of an account have one cart: merged at sign-in, changed by either, kept over a lost connection, gone at sign-out', async ({
  page,
  site,
  browser,
}) => {
  test.slow();
  const store = storeOf(page);
  const origin = site.origin(store);
  const { token } = await visitorOf(site, store);
  const goods = await Promise.all(
    ['kipod-atlas-full', 'kipod-corsa-full', 'zerem-claw-phone-mount'].map((slug) => productOf(site, store, slug)),
  );
  const variants = goods.map(({ variants }) => variants.find(({ available }) => available));
  const [a, b, c] = variants.map((variant) => variant?.sku ?? '');
  const idOf = (at: number) => variants[at]?.id ?? '';
  const sent = await request(site.port, {
    host: `${store}.localhost`,
    method: 'POST',
    path: '/customer/customers/sync-cart',
    headers: { authorization: `Bearer ${token}` },
    body: {
      lines: [
        { id: idOf(0), quantity: 2 },
        { id: idOf(2), quantity: 1 },
      ],
      merge: true,
    },
  });
  expect(sent.status, sent.text).toBe(200);
  const [owner] = await query(
    site,
    `select customer_uid from customer_tokens where token_hash = encode(sha256(convert_to($1, 'UTF8')), 'hex')`,
    [token],
  );
  const kept = async () =>
    Object.fromEntries(
      (
        await query(
          site,
          `select v.sku, l.quantity from cart_lines l join variants v on v.uuid = l.variant_uid where l.customer_uid = $1`,
          [owner?.customer_uid],
        )
      ).map(({ sku, quantity }) => [String(sku), quantity]),
    );
  const cookies = [
    { url: origin, name: 'auth._token.local', value: token, httpOnly: true },
    { url: origin, name: 'auth.signed_in', value: '1' },
  ];

  // A device on which something was chosen before.
  const { cart } = await shopper(site.port, store).calculate({
    cart: [
      { id: idOf(0), quantity: 1 },
      { id: idOf(1), quantity: 1 },
    ],
  });
  await page.goto(`${origin}/page/terms`);
  await page.evaluate((items) => localStorage.setItem('cartItems', items), JSON.stringify(cart));
  await page.context().addCookies(cookies);
  // One lost answer makes nobody a guest.
  await page.route('**/api/customers/get-by-token*', (route) => route.abort(), { times: 1 });
  await page.goto(`${origin}/page/terms`);
  await expect(page.getByText('מוצר אחד מהחשבון שלכם נוסף לסל')).toBeVisible();
  await expect(page.getByText('הכמות של מוצר אחד בסל גדלה, לפי הסל שבחשבון שלכם')).toBeVisible();
  const merged = { [a ?? '']: 2, [b ?? '']: 1, [c ?? '']: 1 };
  await expect.poll(() => quantities(page)).toEqual(merged);
  await expect.poll(kept).toEqual(merged);

  const elsewhere = await browser.newContext();
  await elsewhere.addInitScript(refuseCookies);
  await elsewhere.addCookies(cookies);
  const other = await elsewhere.newPage();
  await other.goto(`${origin}/page/terms`);
  await expect.poll(() => quantities(other)).toEqual(merged);
  const theirs = await drawerOf(other);
  await theirs
    .getByRole('listitem')
    .filter({ hasText: goods[2]?.name ?? '' })
    .getByRole('button', { name: /^הסרת/ })
    .click();
  await expect.poll(kept).toEqual({ [a ?? '']: 2, [b ?? '']: 1 });

  // Without a line to the server a change stays on its device, and another device's removal doesn't take it away.
  await page.route('**/sync-cart', (route) => route.abort());
  const drawer = await drawerOf(page);
  await drawer
    .getByRole('listitem')
    .filter({ hasText: goods[1]?.name ?? '' })
    .getByRole('button', { name: 'הוספת כמות' })
    .click();
  await expect.poll(() => quantities(page)).toEqual({ ...merged, [b ?? '']: 2 });
  expect(await kept()).toEqual({ [a ?? '']: 2, [b ?? '']: 1 });
  await page.unroute('**/sync-cart');
  await page.reload();
  const after = { [a ?? '']: 2, [b ?? '']: 2 };
  await expect.poll(() => quantities(page)).toEqual(after);
  await expect.poll(kept).toEqual(after);

  await page.goto(`${origin}/personal-area`);
  const out = page.getByRole('navigation', { name: 'אזור אישי' }).getByRole('button', { name: 'התנתקות' });
  await alive(out);
  await out.click();
  await expect(page).toHaveURL(`${origin}/`);
  expect(await quantities(page)).toEqual({});
  expect(await page.evaluate(() => localStorage.getItem('cart_account'))).toBeNull();
  expect(await kept()).toEqual(after);

  // Back after a sign-out brings a page out of the browser's memory as it was left: it doesn't stay so.
  expect(await quantities(other)).not.toEqual({});
  await elsewhere.clearCookies();
  const loadedAgain = other.waitForEvent('load');
  await other.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await loadedAgain;
  await expect.poll(() => quantities(other)).toEqual({});
  await elsewhere.close();
});
