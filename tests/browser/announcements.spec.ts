import type { Page } from '@playwright/test';
import type { CalcCartBody } from '#contract/sales.ts';
import { alive, expect, test } from '../support/browser.ts';
import { visitorOf } from '../support/screens.ts';

const drawerOf = (page: Page) => page.getByRole('dialog', { name: /סל הקניות/ });
const said = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words });

test('the emptied cart is told of, and so is a bar that leads to no purchase; the server is asked with the empty cart, with store and customer', async ({
  page,
  site,
}, info) => {
  const origin = site.origin('raam');
  const asked: CalcCartBody[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sales/calc-cart')) asked.push(request.postDataJSON() as CalcCartBody);
  });
  await page.goto(`${origin}/product/kipod-atlas-full`);
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
  const store = (await page.evaluate(() => fetch('/api/stores/find-by-sub-domain/raam').then((reply) => reply.json())))
    .uuid;
  expect(asked.at(-1)?.cart).toEqual([]);
  for (const { store_uid, customer_uid } of asked) expect([store_uid, customer_uid]).toEqual([store, null]);

  const { token } = await visitorOf(site, 'raam');
  await page.context().addCookies([
    { url: origin, name: 'auth._token.local', value: token, httpOnly: true },
    { url: origin, name: 'auth.signed_in', value: '1' },
  ]);
  await page.goto(`${origin}/product/kipod-atlas-full`);
  const customer = (await page.evaluate(() => fetch('/api/customers/get-by-token').then((reply) => reply.json()))).uuid;
  const add = page.getByRole('button', { name: 'הוספה לסל' });
  await alive(add);
  await expect(page.getByRole('link', { name: 'אזור אישי' }).or(page.getByText('שלום, נועה')).first()).toBeAttached();
  await add.click();
  await expect(drawer.getByRole('button', { name: /^הסרת/ })).toHaveCount(1);
  expect(asked.at(-1)).toMatchObject({ store_uid: store, customer_uid: customer });
});
