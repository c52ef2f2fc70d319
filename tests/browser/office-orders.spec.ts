import pg from 'pg';
import { alive, expect, test } from '../support/browser.ts';
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

test.describe('with a refusal', () => {
  test.use({ allowedConsole: [/status of 422/] });

  test('by keys alone, two orders are chosen and moved; the one that waits for its payment says so and stays chosen', async ({
    page,
    site,
  }) => {
    const paid = await paidPair(site, '052-7772001', 3);
    const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
    const customer = { first_name: 'דנה', last_name: 'לוי', phone: '052-7772002', email: 'dana@example.com' };
    const waits = (await shopper(site.port).order(await piece(pool), { customer })).order;
    await page.goto(office(site, '/sign-in'));
    await page.getByRole('button', { name: 'נועה ברק' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.goto(office(site, '/orders?q=052777200'));
    const rowOf = (number: string) => page.getByRole('row').filter({ hasText: number });
    await alive(rowOf(waits.number));
    await rowOf(waits.number).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await expect(page.getByText('2 הזמנות נבחרו')).toBeVisible();
    await page.getByRole('button', { name: 'קידום הזמנות' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'לקדם' }).press('Enter');
    await expect(dialog.getByText('אחת קודמה, אחת לא')).toBeFocused();
    await expect(dialog.getByRole('listitem')).toContainText(`${waits.number}: היא מחכה לתשלום`);
    await page.keyboard.press('Escape');
    await expect(rowOf(paid.number)).toContainText('בטיפול');
    await expect(rowOf(waits.number)).toHaveAttribute('aria-selected', 'true');
    await expect(rowOf(paid.number)).toHaveAttribute('aria-selected', 'false');
    await paid.end();
    await pool.end();
  });
});
