// Tasks of staff who have no mouse: nothing is pressed but keys.
import pg from 'pg';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { pressByKeys, tabTo, typeByKeys } from '../support/keyboard.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { CARDS, pay, piece, shopper } from '../support/purchase.ts';

test.use({ viewport: { width: 1280, height: 900 } });

let db: pg.Pool;
test.beforeEach(({ site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
});
test.afterEach(() => db.end());

test('an order is found by a phone read aloud; one of two helmets is refunded within the limit and goes back to stock', async ({
  page,
  site,
}) => {
  const { rows } = await db.query<{ variant: string; product: string; price: number }>(
    `update variants v set stock = 6 from products p where p.uuid = v.product_uid and v.uuid = (
       select v.uuid from variants v join products p on p.uuid = v.product_uid join store_products sp on sp.product_uid = p.uuid
         join stores s on s.uuid = sp.store_uid
       where s.key = 'raam' and v.active and sp.published and p.name like '%קסד%' and p.stock_policy = 'IN_STOCK' order by v.sku limit 1)
     returning v.uuid as variant, v.product_uid as product, coalesce(v.price_agorot, p.price_agorot)::int as price`,
  );
  const [helmet] = rows;
  if (!helmet) throw new Error('raam sells no helmets');
  const customer = { first_name: 'גיל', last_name: 'קסדאי', phone: '054-6660123', email: 'gil@example.com' };
  const made = await shopper(site.port).order({ ...helmet, store: 'raam' }, { quantity: 2, customer });
  await pay(site.port, made.page, CARDS.approved);
  await shopper(site.port).ask(made.secret);
  const stock = async () =>
    (await db.query<{ stock: number }>('select stock from variants where uuid = $1', [helmet.variant])).rows[0]?.stock;
  expect(await stock()).toBe(4);

  await page.goto(officeUrl(site, '/sign-in'));
  await pressByKeys(page, page.getByRole('button', { name: 'רותי אדלר' }));
  await page.waitForURL(officeUrl(site, '/'));
  await alive(page.getByRole('main'));
  const box = page.getByRole('combobox', { name: /טלפון/ });
  await expect(async () => {
    if (!(await box.isVisible())) await page.keyboard.press('Control+k');
    await expect(box).toBeFocused({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.type('054 666 01');
  await expect(page.getByRole('option', { name: new RegExp(made.order.number) })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toContainText(made.order.number);
  await pressByKeys(page, page.getByRole('button', { name: 'זיכוי', exact: true }));
  const dialog = page.getByRole('dialog');
  await typeByKeys(page, dialog.getByLabel(/כמות/), '1');
  await expect(dialog.getByLabel('חוזר למלאי')).toBeChecked();
  await typeByKeys(page, dialog.getByLabel('סיבה'), 'מידה לא מתאימה');
  await pressByKeys(page, dialog.getByRole('button', { name: 'לזכות' }));
  await expect(page.getByText('הכסף בדרך חזרה ללקוח')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'זיכוי', exact: true })).toBeFocused();
  expect(await stock()).toBe(5);
  const credits = await db.query<{ agorot: number }>(
    `select d.total_agorot::int as agorot from documents d where d.order_uid = $1 and d.credits_uid is not null`,
    [made.order.uuid],
  );
  expect(credits.rows).toHaveLength(1);
  await expect(page.getByRole('region', { name: 'תשלומים' })).toContainText('חשבונית מס זיכוי');
});

test('a booking is moved, and the focus stays on it', LONG, async ({ page, site }) => {
  const { rows } = await db.query<{ branch: string; day: string; uuid: string }>(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select s.uuid, b.uuid, 'TEST_RIDE', at, at + interval '30 minutes', 0, 'הזזה במקשים', '+972546660456', 'moved by keys'
     from stores s join branch_stores l on l.store_uid = s.uuid join branches b on b.uuid = l.branch_uid,
       (select (d + time '11:00') at time zone 'Asia/Jerusalem' as at from (select current_date + (14 - extract(dow from current_date)::int) + 1 as d) t) t
     where s.key = 'raam' and 'TEST_RIDE' = any(b.services) order by b.position limit 1
     returning uuid, branch_uid as branch, to_char(starts_at at time zone 'Asia/Jerusalem', 'YYYY-MM-DD') as day`,
  );
  const { branch = '', day = '', uuid = '' } = rows[0] ?? {};
  await enterOffice(
    site,
    page,
    `/bookings?${new URLSearchParams({ branch, service: 'TEST_RIDE', day })}`,
    'תמר אזולאי',
  );
  const card = page.getByRole('button', { name: 'הזזה במקשים' });
  await alive(card);
  await tabTo(page, card);
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'הזזת התור' });
  await expect(dialog.getByLabel('שעה')).toHaveValue('12:00');
  await expect(dialog.getByLabel('שעה')).toBeFocused();
  await pressByKeys(page, dialog.getByRole('button', { name: 'הזזה' }));
  await expect(page.getByText('התור הוזז')).toBeVisible();
  await expect(card).toBeFocused();
  const moved = await db.query(
    `select to_char(starts_at at time zone 'Asia/Jerusalem', 'HH24:MI') as at from bookings where uuid = $1`,
    [uuid],
  );
  expect(moved.rows).toEqual([{ at: '12:00' }]);
});

test('a visit on a seat that the branch no longer has is drawn within its day', async ({ page, site }) => {
  const { rows } = await db.query<{ branch: string; day: string }>(
    `insert into bookings (store_uid, branch_uid, service, starts_at, ends_at, seat, name, phone, secret_hash)
     select s.uuid, b.uuid, 'TEST_RIDE', at, at + interval '30 minutes', seat, 'מושב ' || seat, '+97254666070' || seat, 'seat ' || seat
     from stores s join branch_stores l on l.store_uid = s.uuid join branches b on b.uuid = l.branch_uid, generate_series(0, 6, 6) seat,
       (select (d + time '11:00') at time zone 'Asia/Jerusalem' as at from (select current_date + (14 - extract(dow from current_date)::int) + 2 as d) t) t
     where s.key = 'raam' and b.uuid = (select branch_uid from branch_stores o join branches p on p.uuid = o.branch_uid
       where o.store_uid = s.uuid and 'TEST_RIDE' = any(p.services) order by p.position limit 1)
     returning branch_uid as branch, to_char(starts_at at time zone 'Asia/Jerusalem', 'YYYY-MM-DD') as day`,
  );
  expect(rows).toHaveLength(2);
  const { branch = '', day = '' } = rows[0] ?? {};
  const path = `/bookings?${new URLSearchParams({ branch, service: 'TEST_RIDE', day })}`;
  await enterOffice(site, page, path, 'תמר אזולאי');
  const column = await page.locator(`[data-day="${day}"]`).boundingBox();
  if (!column) throw new Error('the day is not shown');
  for (const name of ['מושב 0', 'מושב 6']) {
    const box = await page.getByRole('button', { name }).boundingBox();
    expect(box?.x, name).toBeGreaterThanOrEqual(column.x - 1);
    expect((box?.x ?? 0) + (box?.width ?? Number.NaN), name).toBeLessThanOrEqual(column.x + column.width + 1);
  }
});

test('who changed a price is found by its SKU, and the change is undone', LONG, async ({ page, site }) => {
  const goods = await piece(db);
  const { rows } = await db.query<{ sku: string; before: string | null }>(
    `with old as (select uuid, price_agorot from variants where uuid = $1)
     update variants v set price_agorot = 123400 from old where v.uuid = old.uuid returning v.sku, old.price_agorot as before`,
    [goods.variant],
  );
  const { sku = '', before } = rows[0] ?? {};
  await enterOffice(site, page, '/', 'איתן שגיא');
  await pressByKeys(page, page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'יומן השינויים' }));
  await typeByKeys(page, page.getByRole('main').getByRole('searchbox'), sku);
  await page.keyboard.press('Enter');
  await page.waitForURL(/q=/);
  const row = page.getByRole('row').filter({ hasText: sku }).first();
  await expect(row).toContainText('מחיר');
  await tabTo(page, row);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('row', { name: /מחיר/ })).toContainText('1,234');
  await pressByKeys(page, page.getByRole('button', { name: 'ביטול השינוי' }));
  await typeByKeys(page, page.getByLabel('למה מבטלים?'), 'מחיר שגוי');
  await pressByKeys(page, page.getByRole('button', { name: 'לבטל את השינוי' }));
  await expect(page.getByText('השינוי כבר בוטל')).toBeVisible();
  const now = await db.query('select price_agorot as price from variants where uuid = $1', [goods.variant]);
  expect(now.rows).toEqual([{ price: before }]);
});

test('a menu of three levels is rebuilt, and its third level opens in the shop', LONG, async ({ page, site }) => {
  test.slow();
  await enterOffice(site, page, '/content/menus', 'עומר פלד');
  await pressByKeys(page, page.getByRole('navigation', { name: 'חנות' }).getByRole('link', { name: 'רעם' }));
  await page.waitForURL(/store=/);
  const menu = page.getByRole('region', { name: 'התפריט הראשי' });
  const list = menu.getByRole('list', { name: 'התפריט הראשי' });
  const lines = list.locator('[data-level]');
  for (let left = await lines.count(); left > 0; left = await lines.count())
    await pressByKeys(page, list.getByRole('button', { name: /: הסרה$/ }).first());
  const kinds = ['קטגוריה', 'מוצר', 'דף תוכן', 'דף אחר באתר'];
  const add = async (name: string, kind: string, label: string, value: string) => {
    await pressByKeys(page, menu.getByRole('button', { name: 'קישור חדש' }));
    const line = lines.last();
    await expect(line.getByLabel('שם', { exact: true })).toBeFocused();
    await page.keyboard.insertText(name);
    await tabTo(page, line.getByLabel('לאן'));
    for (let at = 0; at < kinds.indexOf(kind); at++) await page.keyboard.press('ArrowDown');
    await typeByKeys(page, line.getByLabel(label, { exact: true }), value);
    const opener = line.getByRole('button', { name }).first();
    await page.keyboard.press('Escape');
    return opener;
  };
  await add('כל הדגמים', 'קטגוריה', 'הקטגוריה', 'motorbikes');
  const roads = await add('כביש', 'קטגוריה', 'הקטגוריה', 'naked');
  await tabTo(page, roads, 'Shift+Tab');
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(menu.getByRole('status')).toHaveText('כביש: שורה 2, רמה 2');
  const first = await add('הראשון שלי', 'מוצר', 'המוצר', 'raam-barak-300');
  await tabTo(page, first, 'Shift+Tab');
  for (const level of [2, 3]) {
    await page.keyboard.press('Alt+ArrowLeft');
    await expect(menu.getByRole('status')).toHaveText(`הראשון שלי: שורה 3, רמה ${level}`);
  }
  // No fourth level; and a branch moves as a whole.
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(menu.getByRole('status')).toHaveText('אי אפשר להזיז את הראשון שלי לשם');
  const contact = await add('צור קשר', 'דף אחר באתר', 'כתובת', 'contact');
  await tabTo(page, contact, 'Shift+Tab');
  await page.keyboard.press('Alt+ArrowUp');
  await expect(lines).toHaveText([/^צור קשר, רמה 1/, /^כל הדגמים, רמה 1/, /^כביש, רמה 2/, /^הראשון שלי, רמה 3/]);
  await pressByKeys(page, menu.getByRole('button', { name: 'שמירה: התפריט הראשי' }));
  await expect(page.getByText('התפריט נשמר ומוצג בחנות')).toBeVisible();

  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto(site.origin('raam'));
  const shown = page.getByRole('navigation', { name: 'תפריט ראשי' });
  const arrow = shown.getByRole('button', { name: 'תפריט המשנה של כל הדגמים' });
  await alive(arrow);
  await tabTo(page, arrow);
  for (const name of ['כביש', 'הראשון שלי']) {
    await page.keyboard.press('Tab');
    await expect(shown.getByRole('link', { name, exact: true })).toBeFocused();
  }
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/product\/raam-barak-300$/);
});

test(
  'a row that is removed, and a line of a basket, leave the focus where another is added',
  LONG,
  async ({ page, site }) => {
    const { product } = await piece(db);
    await enterOffice(site, page, `/products/${product}`);
    const specs = page.getByRole('region', { name: 'מפרט', exact: true });
    const remove = specs.getByRole('button', { name: 'מחיקה, שורה 1', exact: true });
    await alive(remove);
    await remove.press('Enter');
    await expect(specs.getByRole('button', { name: 'שורה', exact: true })).toBeFocused();

    const raam = await db.query<{ uuid: string }>(`select uuid from stores where key = 'raam'`);
    await page.goto(officeUrl(site, `/promotions/simulator?store=${raam.rows[0]?.uuid}`));
    const search = page.getByLabel('מוצר', { exact: true });
    await alive(search);
    await search.fill('raam');
    await page
      .getByRole('button', { name: /^הוספה/ })
      .first()
      .click();
    await page.getByRole('button', { name: /^הסרה/ }).press('Enter');
    await expect(page.getByText('חפשו מוצר והוסיפו אותו לסל')).toBeVisible();
    await expect(search).toBeFocused();
  },
);
