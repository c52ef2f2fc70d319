import pg from 'pg';
import { expect, test } from '../support/browser.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

const office = (site: Site, path: string) => `http://office.localhost:${site.port}${path}`;

/** A paid order of two pieces, with a phone that is read aloud. */
async function paidPair(site: Site, phone: string, stock: number) {
  const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const goods = await piece(pool, { stock });
  const customer = { first_name: 'דנה', last_name: 'לוי', phone, email: 'dana@example.com' };
  const made = await shopper(site.port).order(goods, { quantity: 2, customer });
  await pay(site.port, made.page, CARDS.approved);
  const left = async () =>
    (await pool.query<{ stock: number }>('select stock from variants where uuid = $1', [goods.variant])).rows[0]?.stock;
  return { number: made.order.number, left, end: () => pool.end() };
}

test('an order is found by a phone read aloud; one of two pieces is refunded above the limit, which waits for a second person', async ({
  page,
  site,
}) => {
  const order = await paidPair(site, '052-7771234', 6);
  await page.goto(office(site, '/sign-in'));
  await page.getByRole('button', { name: 'רותי אדלר' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(office(site, '/orders'));
  await page.getByRole('searchbox').first().fill('052 777 1234');
  await page.keyboard.press('Enter');
  await page.getByRole('rowheader', { name: order.number }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(order.number);
  await page.getByRole('button', { name: 'זיכוי', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/כמות/).fill('1');
  await expect(dialog.getByLabel('חוזר למלאי')).toBeChecked();
  await dialog.getByLabel('סיבה').fill('לא מתאים במידה');
  await dialog.getByRole('button', { name: 'לזכות' }).click();
  await expect(page.getByText('מחכה לאישור של אדם נוסף').first()).toBeVisible();
  expect(await order.left()).toBe(4);

  await page.context().clearCookies();
  await page.goto(office(site, '/sign-in'));
  await page.getByRole('button', { name: 'נועה ברק' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.goto(office(site, '/approvals'));
  await page.getByRole('button', { name: 'אישור', exact: true }).click();
  await page.getByRole('button', { name: 'לאשר ולבצע' }).click();
  await expect(page.getByText('אושר ובוצע')).toBeVisible();
  expect(await order.left()).toBe(5);
  await order.end();
});
