import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { expect, test } from '../support/browser.ts';
import { enterOffice } from '../support/office-life.ts';
import type { Site } from '../support/site.ts';

// A supplier's price list as suppliers send them: Windows-1255, semicolons, titles above, totals below, sums with
// shekel signs.

test.beforeEach(({ page }) => page.setViewportSize({ width: 1280, height: 900 }));

type Priced = { sku: string; name: string; price: number; product: number };

async function queried<R extends pg.QueryResultRow>(site: Site, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: site.databaseUrl });
  await client.connect();
  try {
    return (await client.query<R>(text)).rows;
  } finally {
    await client.end();
  }
}

/** All SKUs of products whose variants have the product's price, as a supplier lists them: 300 lines at least. */
const goodsOf = async (site: Site): Promise<Priced[]> => {
  const rows = await queried<Priced>(
    site,
    `select v.sku, p.name, p.price_agorot::int as price, dense_rank() over (order by p.slug)::int as product
     from products p join variants v on v.product_uid = p.uuid and v.active
     where not p.price_on_request and not exists (select from variants o where o.product_uid = p.uuid and o.price_agorot is not null)
     order by p.slug, v.sku`,
  );
  const last = rows[299]?.product ?? 0;
  return rows.filter(({ product }) => product <= last);
};
const everyPrice = (site: Site) =>
  queried<Omit<Priced, 'product'> & { own: number | null }>(
    site,
    `select v.sku, p.name, p.price_agorot::int as price, v.price_agorot::int as own from variants v join products p on p.uuid = v.product_uid order by v.sku`,
  );

const LETTERS: Record<string, number> = { '₪': 0xa4, '־': 0xce, '׳': 0xd7, '״': 0xd8 };
const windows1255 = (text: string): Buffer =>
  Buffer.from(
    [...text].map((letter) => {
      if (letter >= 'א' && letter <= 'ת') return letter.charCodeAt(0) - 0x5d0 + 0xe0;
      return LETTERS[letter] ?? (letter.charCodeAt(0) < 0x80 ? letter.charCodeAt(0) : 0x3f);
    }),
  );

/** Prices rise by two percent; those of the third product by a quarter, which the check has to mark. */
const raised = ({ price, product }: Priced): number => Math.round(price * (product === 3 ? 1.25 : 1.02));

function priceList(goods: Priced[]): Buffer {
  const sum = (agorot: number) => `₪${(agorot / 100).toFixed(2)}`;
  const lines = [
    'מחירון יצרן: אביזרים וכלי רכב;;;;',
    'בתוקף מיום 01/12/2026;;;;',
    ';;;;',
    'שורה;מק״ט;תיאור הפריט;מחיר לצרכן כולל מע״מ;הערות',
    ...goods.flatMap((one, at) => [
      ...(at === 150 ? [';;;;', 'המשך המחירון;;;;'] : []),
      `${at + 1};${one.sku};${one.name.replaceAll(';', ',')};${sum(raised(one))};${one.product === 3 ? 'עודכן' : ''}`,
    ]),
    `סה״כ פריטים;${goods.length};;;`,
    'ט.ל.ח;;;;',
  ];
  return windows1255(`${lines.join('\r\n')}\r\n`);
}

test('300 prices are changed from a supplier’s file with Hebrew headings, and undone', async ({ page, site }) => {
  test.setTimeout(180_000);
  const goods = await goodsOf(site);
  expect(goods.length).toBeGreaterThanOrEqual(300);
  const before = await everyPrice(site);
  await enterOffice(site, page, '/import', 'איתן שגיא');
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'מחירון דצמבר.csv', mimeType: 'text/csv', buffer: priceList(goods) });
  await page.getByLabel('ספק').fill('יצרן הדגמה');
  // Who goes elsewhere while it goes up stays there, and is told.
  const [uploading, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route('**/import/calls*', async (route) => {
    uploading.resolve();
    await left.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'העלאה ובדיקה' }).click();
  await uploading.promise;
  await page.getByRole('navigation').getByRole('link', { name: 'מוצרים', exact: true }).click();
  await page.waitForURL('**/products');
  left.resolve();
  const told = page.getByRole('button', { name: 'לייבוא', exact: true });
  await expect(told).toBeVisible();
  await expect(page).toHaveURL(/\/products$/);
  await told.click();
  await expect(page.getByRole('heading', { name: 'מה ישתנה' })).toBeVisible({ timeout: 60_000 });
  await expect(page.getByLabel('מה יש בקובץ')).toHaveValue('prices');
  const changes = page.getByRole('region', { name: 'מחירים שמשתנים' });
  await expect(changes.getByRole('row').nth(1)).toContainText('+25%');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'ייבוא', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'מה השתנה' })).toBeVisible({ timeout: 60_000 });
  const wanted = new Map(goods.map((one) => [one.sku, raised(one)]));
  const after = await everyPrice(site);
  for (const { sku, price, own } of after)
    if (wanted.has(sku)) expect([sku, own ?? price]).toEqual([sku, wanted.get(sku)]);

  await page.getByRole('button', { name: 'ביטול הייבוא' }).click();
  await page.getByLabel('למה מבטלים?').fill('מחירון ישן');
  await page.getByRole('button', { name: 'לבטל את הייבוא' }).click();
  await expect(page.getByText('בוטל', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  expect(await everyPrice(site)).toEqual(before);
});

test.describe('a refused undo', () => {
  test.use({ allowedConsole: [/409/] });

  test('prices without VAT are told so where they are written; an undo that is refused names what changed since', async ({
    page,
    site,
  }) => {
    test.setTimeout(120_000);
    const [one] = await queried<{ slug: string; sku: string; price: number }>(
      site,
      `select p.slug, min(v.sku) as sku, p.price_agorot::int as price from products p join variants v on v.product_uid = p.uuid and v.active
     where p.kind = 'ACCESSORY' and not p.price_on_request and p.deleted_price_agorot is null and v.price_agorot is null
       and not exists (select from store_products s where s.product_uid = p.uuid and s.price_agorot is not null)
       and not exists (select from configurator_choices c where c.product_uid = p.uuid)
     group by p.uuid having count(*) = 1 order by p.slug desc limit 1`,
    );
    if (!one) throw new Error('the demo has no such goods');
    const buffer = Buffer.from(`sku,price\n${one.sku},${one.price / 100}\n`);
    await enterOffice(site, page, '/import', 'איתן שגיא');
    await page.locator('input[type=file]').setInputFiles({ name: 'נטו.csv', mimeType: 'text/csv', buffer });
    await page.getByRole('button', { name: 'העלאה ובדיקה' }).click();
    await expect(page.getByText('אין בקובץ דבר ששונה מהקטלוג')).toBeVisible({ timeout: 60_000 });
    await page.getByLabel('המחירים בקובץ הם בלי מע״מ').check();
    await page.getByRole('button', { name: 'בדיקה מחדש' }).click();
    const writing = page.getByRole('region', { name: 'כתיבה לקטלוג' });
    await expect(writing).toContainText(/נוסף מע״מ של .?18%/, { timeout: 60_000 });
    await expect(writing).not.toContainText('כולל מע״מ');
    await page.getByRole('button', { name: 'ייבוא', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'מה השתנה' })).toBeVisible({ timeout: 60_000 });

    await queried(site, `update products set price_agorot = 98700 where slug = '${one.slug}'`);
    await page.getByRole('button', { name: 'ביטול הייבוא' }).click();
    await page.getByLabel('למה מבטלים?').fill('המחירים היו לצרכן');
    await page.getByRole('button', { name: 'לבטל את הייבוא' }).click();
    const row = page.getByRole('table', { name: 'מה השתנה מאז' }).getByRole('row', { name: /מחיר/ });
    await expect(row).toContainText('987', { timeout: 60_000 });
    await expectAccessible(page);
    await queried(site, `update products set price_agorot = ${one.price} where slug = '${one.slug}'`);
  });
});
