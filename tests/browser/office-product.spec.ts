import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, test } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { tabTo } from '../support/keyboard.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { ROOT } from '../support/template.ts';

test('a product’s address, text and related products: typed, formatted, found by name, moved by keys and by drag', async ({
  page,
  site,
}) => {
  const db = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const { rows } = await db.query<{ uuid: string }>(`select uuid from products where slug = 'raam-derech-1300'`);
  await page.setViewportSize({ width: 1280, height: 900 });
  await enterOffice(site, page, `/products/${rows[0]?.uuid}`, 'איתן שגיא');
  const panel = (name: string) => page.getByRole('region', { name, exact: true });
  const saved = async (name: string, button: string) => {
    const replied = page.waitForResponse((reply) => reply.request().method() === 'POST');
    await panel(name).getByRole('button', { name: button, exact: true }).click();
    expect((await replied).status()).toBe(200);
  };

  const parts = page.getByRole('navigation', { name: 'חלקי הדף' });
  await alive(parts);
  await parts.getByRole('link', { name: 'תיאור' }).click();
  await expect(parts.getByRole('link', { name: 'תיאור' })).toHaveAttribute('aria-current', 'true');
  await expect(panel('תיאור').getByRole('heading', { name: 'תיאור' })).toBeInViewport();
  await expect(page.locator('#description')).toBeFocused();

  const address = panel('פרטים').getByLabel(/כתובת באתר/);
  await alive(address);
  await address.fill('raam-derech-1300-b');
  await saved('פרטים', 'שמירה');
  await expect(panel('פרטים')).toContainText('שמובילות לכאן: raam-derech-1300');
  const shop = 'raam.localhost';
  const former = await request(site.port, { host: shop, path: '/product/raam-derech-1300' });
  expect([former.status, former.headers.location]).toEqual([301, '/product/raam-derech-1300-b']);

  const text = panel('תיאור').getByRole('textbox', { name: 'תיאור' });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Enter');
  const heading = panel('תיאור').getByRole('button', { name: 'כותרת', exact: true });
  await heading.click();
  // The editor takes the focus back with the next frame.
  await expect(heading).toHaveAttribute('aria-pressed', 'true');
  await expect(text).toBeFocused();
  await page.keyboard.type('כותרת מהעורך');
  await expect(text.getByRole('heading', { name: 'כותרת מהעורך', exact: true })).toBeVisible();
  await saved('תיאור', 'שמירת התיאור');
  await expect
    .poll(async () =>
      (await request(site.port, { host: shop, path: '/product/raam-derech-1300-b' })).text.includes(
        '>כותרת מהעורך</h3>',
      ),
    )
    .toBe(true);

  const related = panel('מוצרים קשורים');
  const list = related.getByRole('grid', { name: 'מוצרים דומים' });
  for (const name of ['Masa 750', 'Barak 300']) {
    await related.getByRole('combobox', { name: /^מוצר דומה/ }).fill(name);
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .click();
    await expect(list.getByRole('row').last()).toContainText(name);
  }
  await list.getByRole('row').filter({ hasText: 'Barak 300' }).focus();
  await tabTo(page, list.getByRole('button', { name: /^להקדים: .*Barak 300/ }));
  await page.keyboard.press('Enter');
  await expect(list.getByRole('row').last()).toContainText('Masa 750');
  await list
    .getByRole('row')
    .last()
    .dragTo(list.getByRole('row').first(), { targetPosition: { x: 20, y: 4 } });
  await expect(list.getByRole('row').first()).toContainText('Masa 750');
  await saved('מוצרים קשורים', 'שמירת הקשורים');
  const kept = await db.query<{ slug: string }>(
    `select r.slug from product_relations t join products r on r.uuid = t.related_uid
     where t.product_uid = $1 and t.kind = 'RELATED' order by t.position`,
    [rows[0]?.uuid],
  );
  const slugs = kept.rows.map(({ slug }) => slug);
  expect([slugs[0], slugs.at(-1)]).toEqual(['raam-masa-750', 'raam-barak-300']);
  await expectAccessible(page);
  await db.end();
});

test('a product that a menu leads to is hidden in one step, which says what is not shown; the menu’s editor marks the link, and the shop has it no more', async ({
  page,
  site,
}) => {
  const db = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
  const { rows } = await db.query<{ uuid: string; store: string }>(
    `select p.uuid, s.uuid as store from products p, stores s where p.slug = 'raam-barak-500' and s.key = 'raam'`,
  );
  await db.end();
  const [{ uuid, store } = { uuid: '', store: '' }] = rows;
  await page.setViewportSize({ width: 1280, height: 900 });
  const set = async (isShown: boolean, says: RegExp) => {
    await page.goto(officeUrl(site, `/products/${uuid}`));
    const panel = page.getByRole('region', { name: 'חנויות', exact: true });
    const tick = panel.getByRole('row', { name: /רעם/ }).getByRole('checkbox', { name: /^מוצג/ });
    await alive(tick);
    await tick.setChecked(isShown);
    await panel.getByRole('button', { name: 'שמירה', exact: true }).click();
    await expect(page.getByText(says).first()).toBeVisible();
    await expect(panel.getByText('Barak 500')).toHaveCount(isShown ? 0 : 1);
  };
  const link = page.getByRole('navigation', { name: 'תפריט ראשי' }).locator('a[href="/product/raam-barak-500"]');

  await enterOffice(site, page, '/', 'איתן שגיא');
  await set(false, /עד שהמוצר יוצג שוב לא יוצגו בחנות: הקישור ״.*Barak 500.*״ בתפריט של .*רעם/);
  await page.goto(officeUrl(site, `/content/menus?store=${store}`));
  const line = page
    .getByRole('list', { name: 'התפריט הראשי' })
    .getByRole('button', { name: /^Barak 500/ })
    .first();
  await alive(line);
  await expect(line).toContainText('המוצר מוסתר, הקישור אינו מוצג');
  await expect(page.getByText('המוצר מוסתר, הקישור אינו מוצג')).toHaveCount(1);
  await expectAccessible(page);
  await page.goto(officeUrl(site, `/content/home?store=${store}`));
  const chosen = page.getByRole('region', { name: 'מוצרים נבחרים' }).getByRole('listitem');
  await expect(chosen.filter({ hasText: 'מוסתר' })).toHaveCount(1);
  await expectAccessible(page);

  await page.setViewportSize({ width: 1600, height: 900 });
  // A page may be the former one for a moment.
  const countLinks = async () => {
    await page.goto(`${site.origin('raam')}/page/terms`);
    await expect(page.getByRole('navigation', { name: 'תפריט ראשי' })).toBeVisible();
    return link.count();
  };
  await expect.poll(countLinks).toBe(0);
  await set(true, /^נשמר$/);
  await expect.poll(countLinks).toBe(1);
});

test.describe('films', () => {
  // What is refused.
  test.use({ allowedConsole: [/status of 422/] });

  test(
    'a film is uploaded beside a link, refused where it is none, and played by a press in the shop',
    LONG,
    async ({ page, site }) => {
      const db = new pg.Pool({ connectionString: site.databaseUrl, max: 1 });
      const { rows } = await db.query<{ uuid: string }>(`select uuid from products where slug = 'raam-barak-300'`);
      await db.end();
      await page.setViewportSize({ width: 820, height: 1180 });
      await enterOffice(site, page, `/products/${rows[0]?.uuid}`, 'איתן שגיא');
      const films = page.getByRole('region', { name: 'סרטונים', exact: true });
      const add = films.getByRole('button', { name: 'הוספת סרטון' });
      await alive(add);
      await add.click();
      await films.getByRole('textbox', { name: /קישור לסרטון/ }).fill('https://youtu.be/aqz-KE-bpKQ');
      await add.click();
      const file = films.getByLabel('קובץ: קישור לסרטון');
      const film = { name: 'turn.mp4', mimeType: 'video/mp4' };
      await file.setInputFiles({ ...film, buffer: Buffer.from('no film at all, whatever its name is') });
      await expect(films.getByText('אינו סרטון')).toBeVisible();
      await file.setInputFiles({
        ...film,
        buffer: await readFile(join(ROOT, 'demo/pictures/raam-masa-750/sand-turn.mp4')),
      });
      const shown = films.locator('video');
      await expect(shown).toHaveAttribute('src', /^\/media\/[0-9a-f]{32}\.mp4$/);
      const src = (await shown.getAttribute('src')) ?? '';
      await films.getByRole('button', { name: /קובץ סרטון: למעלה/ }).click();
      await expectAccessible(page);
      await films.getByRole('button', { name: 'שמירת הסרטונים' }).click();
      await expect(page.getByText('נשמר', { exact: true })).toBeVisible();

      const values = page.getByRole('region', { name: 'ערכים לסינון ולחיפוש' });
      await expect(values.getByLabel('מסנן, שורה 1')).toHaveAccessibleDescription(/[א-ת]/);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect
        .poll(async () => (await request(site.port, { host: 'raam.localhost', path: '/product/raam-barak-300' })).text)
        .toContain(src);
      await page.goto(`${site.origin('raam')}/product/raam-barak-300`);
      const section = page.getByRole('region', { name: 'בסרטון' });
      await section.scrollIntoViewIfNeeded();
      const player = section.locator('video');
      await expect(player).toHaveAttribute('src', src);
      expect(
        await player.evaluate((one: HTMLVideoElement) => [one.preload, one.autoplay, one.controls, one.poster !== '']),
      ).toEqual(['none', false, true, true]);
      await expect(section.getByRole('listitem').nth(1).getByRole('link')).toBeVisible();
    },
  );
});
