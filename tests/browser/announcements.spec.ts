import type { Page } from '@playwright/test';
import type { CalcCartBody } from '#contract/checkout/cart-pricing.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { fillDetails, goToDetails, openPurchase } from '../support/browser-checkout.ts';
import { visitorOf } from '../support/screens.ts';
import { productOf } from '../support/site-rows.ts';

const drawerOf = (page: Page) => page.getByRole('dialog', { name: /סל הקניות/ });
const said = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test('a colour is told of with its price and stock, and nothing before one is chosen', LONG, async ({ page, site }) => {
  const product = await productOf(site, 'raam', 'raam-barak-500');
  const [first, ...others] = [
    ...new Set(
      product.variants
        .flatMap(({ types }) => types)
        .filter(({ type }) => type === 'COLOR')
        .map(({ value_name }) => value_name),
    ),
  ];
  const other = others[0] ?? '';
  expect([first, other]).not.toContain('');
  await page.goto(`${site.origin('raam')}/product/${product.slug.name}`);
  const choice = page
    .getByRole('main')
    .getByRole('link', { name: `: ${other}` })
    .first();
  await alive(choice);
  await expect(said(page, other)).toHaveCount(0);
  await choice.click();
  await expect(said(page, new RegExp(`${other}.*₪[\\d,]+.*(במלאי|אזל מהמלאי)`))).toHaveCount(1);
});

test('steps 1 and 4 tell of item and price after a change of quantity, and of the delivery and the total after its choice', async ({
  page,
  site,
}) => {
  const { name } = await openPurchase(page, site, 'raam', 'kipod-atlas-full');
  await expect(said(page, name)).toHaveCount(0);
  const more = page.getByRole('button', { name: 'הוספת כמות' });
  await alive(more);
  await expect(more).toBeEnabled();
  await more.click();
  await expect(said(page, new RegExp(`${name}.*2 יחידות.*₪[\\d,]+.*סה״כ.*₪[\\d,]+`))).toHaveCount(1);
  await page.getByRole('button', { name: 'הפחתת כמות' }).click();
  await expect(said(page, '2 יחידות')).toHaveCount(0);
  await goToDetails(page);
  await fillDetails(page);
  await expect(said(page, /(איסוף|מסירה).*(חינם|₪[\d,.]+).*סה״כ: .*₪[\d,]+/)).toHaveCount(1);
});

test(
  'the emptied cart is told of, and so is a bar that leads to no purchase; the server is asked with the empty cart, with store and customer',
  LONG,
  async ({ page, site }, info) => {
    const origin = site.origin('raam');
    const asked: CalcCartBody[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/sales/calc-cart')) asked.push(request.postDataJSON() as CalcCartBody);
    });
    await page.goto(`${origin}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    if (info.project.name === 'phone') {
      const bar = page.getByRole('navigation', { name: 'ניווט מהיר' }).getByRole('button', { name: 'המשך רכישה' });
      await alive(bar);
      await bar.click();
      await expect(said(page, 'אין רכישה בתהליך')).toHaveCount(1);
    }
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const drawer = drawerOf(page);
    await drawer.getByRole('button', { name: /^הסרת/ }).click();
    await expect(drawer.getByRole('status').filter({ hasText: 'הסל ריק' })).toHaveCount(1);
    const store = (
      await page.evaluate(() => fetch('/api/stores/find-by-sub-domain/raam').then((reply) => reply.json()))
    ).uuid;
    expect(asked.at(-1)?.cart).toEqual([]);
    for (const { store_uid, customer_uid } of asked) expect([store_uid, customer_uid]).toEqual([store, null]);

    const { token } = await visitorOf(site, 'raam');
    await page.context().addCookies([
      { url: origin, name: 'auth._token.local', value: token, httpOnly: true },
      { url: origin, name: 'auth.signed_in', value: '1' },
    ]);
    await page.goto(`${origin}/product/kipod-atlas-full?variant=KP-1001-BK-M`);
    const customer = (await page.evaluate(() => fetch('/api/customers/get-by-token').then((reply) => reply.json())))
      .uuid;
    const add = page.getByRole('button', { name: 'הוספה לסל' });
    await alive(add);
    await expect(page.getByRole('link', { name: 'אזור אישי' }).or(page.getByText('שלום, נועה')).first()).toBeAttached();
    await add.click();
    await expect(drawer.getByRole('button', { name: /^הסרת/ })).toHaveCount(1);
    expect(asked.at(-1)).toMatchObject({ store_uid: store, customer_uid: customer });
  },
);
