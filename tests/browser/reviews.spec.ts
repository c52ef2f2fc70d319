import type { Locator, Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, expectErrorList, LONG, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { piece, shopper } from '../support/purchase.ts';
import type { Site } from '../support/site.ts';

let db: pg.Pool;
test.beforeEach(({ site }) => {
  db = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
});
test.afterEach(() => db.end());

async function enter(page: Page, site: Site, path: string): Promise<void> {
  const office = `http://office.localhost:${site.port}`;
  await page.goto(`${office}/sign-in?${new URLSearchParams({ back: path })}`);
  await page.getByRole('button', { name: 'תמר אזולאי' }).click();
  await page.waitForURL(office + path);
}

/** A product of a store, or that of an earlier order, handed over to its buyer, with its page's address. */
async function handedOver(site: Site, store: string, earlier?: Awaited<ReturnType<typeof piece>>) {
  const goods = earlier ?? (await piece(db, { store }));
  const { order, secret } = await shopper(site.port, store).order(goods);
  await db.query(`update orders set status = 'provided' where uuid = $1`, [order.uuid]);
  const { rows } = await db.query<{ slug: string }>('select slug from products where uuid = $1', [goods.product]);
  return { secret, order: order.uuid, goods, product: goods.product, path: `/product/${rows[0]?.slug}` };
}

/** The page as it was may be shown once more while it is made anew. */
async function openWith(page: Page, url: string, words: Locator): Promise<void> {
  await expect(async () => {
    await page.goto(url);
    await expect(words).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
}

const photo = async () => ({
  name: 'photo.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 800, height: 600, channels: 3, background: '#4a6' } })
    .jpeg()
    .toBuffer(),
});

test('a buyer writes with a photo, staff publish and answer, and it stands on the page, in lists and in the structured data', async ({
  page,
  site,
}, { project }) => {
  test.slow();
  const store = project.name === 'phone' ? 'raam' : 'zik';
  const { secret, path, product, goods } = await handedOver(site, store);
  await page.goto(site.origin(store) + path);
  // A line, and no section of nothing.
  await expect(page.locator('#reviews')).toHaveText(/^\s*שאלה על המוצר/);
  await expect(page.getByRole('img', { name: /כוכבים/ })).toHaveCount(0);

  await page.goto(`${site.origin(store)}/review/${secret}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('ספרו איך היה');
  const send = page.getByRole('button', { name: /^(שליחת הביקורת|שמירת השינויים)$/ });
  await alive(send);
  await expectAccessible(page);
  await page.getByRole('group', { name: 'הציון שלכם' }).getByRole('radio', { name: '4: טוב' }).check({ force: true });
  await page
    .getByRole('group', { name: /^נוחות/ })
    .getByRole('radio', { name: /^5/ })
    .check({ force: true });
  await page.getByLabel('מה כדאי לדעת?').fill('נוסע בשקט, וצורך מעט. <b>מומלץ</b>');
  await page.reload();
  await expect(page.getByLabel('מה כדאי לדעת?')).toHaveValue('נוסע בשקט, וצורך מעט. <b>מומלץ</b>');
  await expect(page.getByRole('radio', { name: '4: טוב' }).first()).toBeChecked();
  // What was typed is about this order, and not about another one of the same goods.
  const again = await handedOver(site, store, goods);
  await page.goto(`${site.origin(store)}/review/${again.secret}`);
  await alive(send);
  await expect(page.getByLabel('מה כדאי לדעת?')).toHaveValue('');
  await page.goto(`${site.origin(store)}/review/${secret}`);
  await expect(page.getByLabel('מה כדאי לדעת?')).toHaveValue('נוסע בשקט, וצורך מעט. <b>מומלץ</b>');
  const drafts = () => page.evaluate(() => sessionStorage.getItem('drafts'));
  for (const text of ['נוסע בשקט, וצורך מעט מאוד.', 'נוסע בשקט, וצורך מעט. <b>מומלץ</b>']) {
    await page.getByLabel('מה כדאי לדעת?').fill(text);
    await send.click();
    await expect(page.getByRole('status').filter({ hasText: 'תודה, הביקורת התקבלה' })).toBeFocused();
    // Nothing that was received comes back over what is changed elsewhere.
    await expect.poll(drafts).toBe('{}');
  }
  await page.getByLabel('הוספת תמונות').setInputFiles(await photo());
  await expect(page.getByRole('status').filter({ hasText: 'התמונה נוספה' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'הסרת תמונה 1' })).toBeVisible();
  await expectAccessible(page);

  const { rows } = await db.query<{ uuid: string }>('select uuid from product_reviews where product_uid = $1', [
    product,
  ]);
  const uuid = rows[0]?.uuid;
  await enter(page, site, '/reviews?state=waiting');
  await expectAccessible(page);
  await page.goto(`http://office.localhost:${site.port}/reviews/${uuid}`);
  await expect(page.getByRole('img', { name: 'תמונה 1' })).toBeVisible();
  const publish = page.getByRole('button', { name: 'פרסום באתר' });
  await alive(publish);
  await expectAccessible(page);
  await page.getByRole('textbox', { name: 'תשובה' }).fill('תודה, סעו בזהירות');
  await publish.click();
  await expect(page.getByText('מוצגת באתר', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'שמירת התשובה' })).toBeVisible();
  // On a tablet each column of the list has room for its words.
  const size = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 820, height: 900 });
  await page.goto(`http://office.localhost:${site.port}/reviews?kind=review`);
  const badge = page.getByRole('grid').getByText('מוצגת באתר', { exact: true }).first();
  await expect(badge).toBeVisible();
  const roomBeside = () =>
    badge.evaluate((words) => {
      const [own = 0, cell = 0] = [words, words.closest('td, [role=gridcell]')].map(
        (part) => part?.getBoundingClientRect().left,
      );
      return own - cell;
    });
  await expect.poll(roomBeside).toBeGreaterThan(0);
  await page.setViewportSize(size);

  const section = page.locator('#reviews');
  await openWith(page, site.origin(store) + path, section.getByText('<b>מומלץ</b>'));
  await expect(section.getByText('רכישה מאומתת')).toBeVisible();
  await expect(section.getByText('דנה ל׳')).toBeVisible();
  await expect(section.getByText('תודה, סעו בזהירות')).toBeVisible();
  // Its photo opens over the page, and gives the focus back.
  const opens = section.getByRole('link', { name: /^תמונה 1 של דנה ל׳/ });
  await expect(opens).toHaveAttribute('href', /\?size=full/);
  await alive(opens);
  await opens.press('Enter');
  const photos = page.getByRole('dialog', { name: 'תמונות של דנה ל׳' });
  const whole = photos.getByRole('img', { name: /תמונה 1 מתוך 1/ });
  await expect(whole).toBeVisible();
  await expect.poll(() => whole.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(800);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(photos).toHaveCount(0);
  await expect(opens).toBeFocused();
  // The stars of an aspect that was rated, beside its name.
  const aspects = section.locator('dl').first();
  await expect(aspects).toContainText('נוחות');
  await expect(aspects.getByRole('img', { name: '5 מתוך 5 כוכבים' }).first()).toBeVisible();
  await expect(page.getByRole('link', { name: /4 מתוך 5 כוכבים/ })).toHaveAttribute('href', '#reviews');
  await expectAccessible(page);
  const data = (await page.locator('script[type="application/ld+json"]').allTextContents()).join();
  expect(data).toContain('"AggregateRating","ratingValue":4,"reviewCount":1');

  const { rows: names } = await db.query<{ name: string }>('select name from products where uuid = $1', [product]);
  const card = page.locator(`article:has(a[href="${path}"])`).first();
  const list = `${site.origin(store)}/category?search=${encodeURIComponent(names[0]?.name ?? '')}`;
  await openWith(page, list, card.getByRole('img', { name: '4 מתוך 5 כוכבים' }));
});

test(
  'photos are chosen with the first review and sent after it; what was refused or not sent is said, and nothing is lost by it',
  LONG_ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/422|ERR_CONNECTION_FAILED/);
    const { secret, order } = await handedOver(site, 'raam');
    const own = page.locator('section', {
      has: page.getByRole('button', { name: /^(שליחת הביקורת|שמירת השינויים)$/ }),
    });
    const send = own.getByRole('button', { name: 'שליחת הביקורת' });
    await page.goto(`${site.origin('raam')}/review/${secret}`);
    await alive(send);
    const image = await photo();
    const text = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') };
    await own.getByLabel('הוספת תמונות').setInputFiles([image, text, { ...image, name: 'two.jpg' }]);
    const chosen = own.getByRole('group', { name: /^תמונות/ });
    await expect(chosen.getByRole('status')).toHaveText(/notes\.txt.*: אפשר להעלות תמונת JPEG/);
    await expect(chosen.getByRole('img')).toHaveCount(2);
    await expect
      .poll(() =>
        chosen
          .getByRole('img')
          .first()
          .evaluate((one: HTMLImageElement) => one.naturalWidth),
      )
      .toBe(800);
    await expectAccessible(page);
    await chosen.getByRole('button', { name: 'הסרת תמונה 2' }).press('Enter');
    await expect(chosen.getByRole('img')).toHaveCount(1);
    await expect(own.getByText(/^תמונות/)).toBeFocused();
    await own.getByLabel('הוספת תמונות').setInputFiles([image]);
    // A form that isn't taken leaves them.
    await send.click();
    await expect(own.getByText('בחרו מספר כוכבים').first()).toBeVisible();
    await expect(chosen.getByRole('img')).toHaveCount(2);
    await own.getByRole('radio', { name: '5: מצוין' }).first().check({ force: true });
    await own.getByLabel('מה כדאי לדעת?').fill('נוסע בשקט, וצורך מעט.');
    let calls = 0;
    await page.route('**/api/reviews/add-photo*', (route) =>
      ++calls === 2 ? route.abort('connectionfailed') : route.continue(),
    );
    await send.click();
    await expect(own.getByText('תודה, הביקורת התקבלה')).toBeVisible();
    await expect(own.getByRole('status').filter({ hasText: 'נשלח קובץ אחד מתוך 2' })).toContainText('אין חיבור לשרת');
    await expect(own.getByRole('status').filter({ hasText: 'תודה, הביקורת התקבלה' })).toBeFocused();
    await expect(own.getByRole('button', { name: 'הסרת תמונה 1' })).toBeVisible();
    const kept = () =>
      db.query('select 1 from review_photos f join product_reviews r on r.uuid = f.review_uid where r.order_uid = $1', [
        order,
      ]);
    expect((await kept()).rowCount).toBe(1);
    // What was chosen is sent no second time with a change of the review.
    await own.getByLabel('מה כדאי לדעת?').fill('נוסע בשקט, וצורך מעט מאוד.');
    await own.getByRole('button', { name: 'שמירת השינויים' }).click();
    await expect(own.getByText('תודה, הביקורת התקבלה')).toBeVisible();
    await own.getByLabel('הוספת תמונות').setInputFiles([image]);
    await expect(own.getByRole('status').filter({ hasText: 'התמונה נוספה' })).toBeVisible();
    expect((await kept()).rowCount).toBe(2);
  },
);

test(
  'who has no order of it can’t review, nor before it was handed over',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/404/);
    await page.goto(`${site.origin('gal')}/review/guessed`);
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('ספרו איך היה');
    const goods = await piece(db, { store: 'gal' });
    const { secret } = await shopper(site.port, 'gal').order(goods);
    await page.goto(`${site.origin('gal')}/review/${secret}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('עוד מוקדם לביקורת');
    await expect(page.getByRole('radio')).toHaveCount(0);
    await expectAccessible(page);
  },
);

test(
  'a visitor asks, staff answer, and both stand on the product’s page',
  LONG,
  async ({ page, site }, { project }) => {
    const store = project.name === 'phone' ? 'noam' : 'gal';
    const { path, product } = await handedOver(site, store);
    await page.goto(site.origin(store) + path);
    const section = page.locator('#reviews');
    await section.scrollIntoViewIfNeeded();
    await section.getByText('שאלה על המוצר').click();
    const send = section.getByRole('button', { name: 'שליחת השאלה' });
    await alive(send);
    await send.click();
    await expectErrorList(section, ['כתבו את השאלה', 'הזינו שם', 'הזינו דוא״ל'], section.getByLabel('מה תרצו לדעת?'));
    await section.getByLabel('מה תרצו לדעת?').fill('אפשר לקפל אותו לתא המטען?');
    await page.reload();
    await section.getByText('שאלה על המוצר').click();
    await expect(section.getByLabel('מה תרצו לדעת?')).toHaveValue('אפשר לקפל אותו לתא המטען?');
    await section.getByLabel('שם', { exact: true }).fill('רון אלוני');
    await section.getByLabel('דוא״ל').fill('ron@example.com');
    await expectAccessible(page);
    await send.click();
    await expect(section.getByRole('status').filter({ hasText: 'השאלה התקבלה' })).toBeFocused();

    const { rows } = await db.query<{ uuid: string }>('select uuid from product_questions where product_uid = $1', [
      product,
    ]);
    await enter(page, site, `/questions/${rows[0]?.uuid}`);
    const publish = page.getByRole('button', { name: 'פרסום השאלה והתשובה' });
    await alive(publish);
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'תשובה' }).fill('כן, בלי כלים');
    await publish.click();
    await expect(page.getByText('מוצגת באתר', { exact: true })).toBeVisible();
    await openWith(page, site.origin(store) + path, section.getByText('אפשר לקפל אותו לתא המטען?'));
    await expect(section.getByText('רון א׳')).toBeVisible();
    await expect(section.getByText('כן, בלי כלים')).toBeVisible();
  },
);

test(
  'without scripts a link leads to the reviews and questions beyond the first three',
  ANY_WIDTH,
  async ({ browser, site }) => {
    const { product, path } = await handedOver(site, 'sela');
    const order = await db.query<{ uuid: string; store_uid: string }>(
      `select o.uuid, o.store_uid from orders o join order_lines l on l.order_uid = o.uuid where l.product_uid = $1 limit 1`,
      [product],
    );
    const { uuid, store_uid } = order.rows[0] ?? {};
    await db.query(
      `insert into product_reviews (store_uid, product_uid, order_uid, phone, author, rating, text, state, created_at)
     select $1, $2, $3, '+97250000000' || n, 'דנה', 5, 'ביקורת מספר ' || n, 'published', now() - make_interval(days => n) from generate_series(1, 5) n`,
      [store_uid, product, uuid],
    );
    await db.query(
      `insert into product_questions (store_uid, product_uid, author, text, answer, answered_at, state, created_at)
     select $1, $2, 'רון', 'שאלה מספר ' || n, 'כן', now(), 'published', now() - make_interval(days => n) from generate_series(1, 4) n`,
      [store_uid, product],
    );
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const section = page.locator('#reviews');
    await openWith(page, site.origin('sela') + path, section.getByText('ביקורת מספר 3'));
    await expect(section.getByText('ביקורת מספר 4')).toBeHidden();
    await expect(section.getByRole('button', { name: 'לביקורות נוספות' })).toBeHidden();
    await expect(section.getByRole('link', { name: 'לכל השאלות' })).toBeVisible();
    await section.getByRole('link', { name: 'לכל הביקורות' }).click();
    await expect(section.getByText('ביקורת מספר 5')).toBeVisible();
    await expect(section.getByText('שאלה מספר 4')).toBeVisible();
    await expect(section.getByRole('link', { name: /^לכל/ })).toHaveCount(0);
    await context.close();
  },
);
