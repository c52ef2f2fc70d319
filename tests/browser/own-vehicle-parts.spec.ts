import type { Route } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect as expectSoon, LONG_ANY_WIDTH, test } from '../support/browser.ts';
import { visitorOf } from '../support/screens.ts';
import { query } from '../support/site-rows.ts';

// Parts for the vehicle that the shopper has, as page, cart and garage remember it.

/** A new database has no pictures in the sizes that pages ask for: the server makes them while it answers. */
const expect = expectSoon.configure({ timeout: 20_000 });

test(
  'the garage remembers the vehicle, says on a part whether it fits, and forgets it when asked',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/spare-parts?model=raam-barak-800&year=2021`);
    await expect(page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link')).toHaveText('RAAM Barak 8002021');
    const fits = page.getByRole('list', { name: 'התאמה למוסך שלכם' });
    await page.goto(`${site.origin('ofek')}/product/yatziv-pads-radial`);
    await expect(fits).toHaveText('מתאים ל־RAAM Barak 800 2021 שלכם');
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const lines = page.getByRole('dialog', { name: /סל הקניות/ }).getByRole('listitem');
    await expect(lines.getByText('מתאים ל־RAAM Barak 800 2021 שלכם', { exact: true })).toBeVisible();
    await expectAccessible(page);
    await page.goto(`${site.origin('ofek')}/product/raam-front-wheel-cast-17`);
    await expect(fits).toHaveText('לא מתאים ל־RAAM Barak 800 2021 שלכם');
    await page.goto(`${site.origin('ofek')}/category/parts`);
    await page.getByRole('link', { name: /חלקים ל־RAAM Barak 800 2021 שלכם/ }).click();
    await expect(page).toHaveURL(/\?model=raam-barak-800&year=2021$/);
    // From a category of parts only those of it.
    await page.goto(`${site.origin('ofek')}/category/parts-brakes`);
    await page.getByRole('link', { name: /חלקים ל־RAAM Barak 800 2021 שלכם/ }).click();
    await expect(page).toHaveURL(/\?model=raam-barak-800&year=2021&category=parts-brakes$/);
    await expect(page.getByRole('heading', { level: 2, name: /^בלמים/ })).toBeVisible();
    await expectAccessible(page);
    // Coming back without a year brings the vehicle to the front, and its year stays.
    const links = page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link');
    for (const [query, shown] of [
      ['model=raam-barak-500&year=2022', ['RAAM Barak 5002022', 'RAAM Barak 8002021']],
      ['model=raam-barak-800', ['RAAM Barak 8002021', 'RAAM Barak 5002022']],
    ] as const) {
      await page.goto(`${site.origin('ofek')}/spare-parts?${query}`);
      await expect(links).toHaveText(shown);
    }
    await page.getByRole('button', { name: 'הסרת RAAM Barak 800 2021 מהמוסך' }).click();
    await expect(links).toHaveText(['RAAM Barak 5002022']);
    await expect(links.first()).toBeFocused();
    await page.goto(`${site.origin('ofek')}/spare-parts`);
    await page.getByRole('button', { name: 'הסרת RAAM Barak 500 2022 מהמוסך' }).click();
    await expect(page.getByRole('heading', { name: 'המוסך שלי' })).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await expect(page.getByRole('link', { name: /זיק|ZIK/ }).first()).toBeVisible();
    await expect(page.getByRole('heading', { name: 'המוסך שלי' })).toHaveCount(0);
  },
);

test(
  'a vehicle that is taken out of the garage stays out while its parts are looked through',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/spare-parts?model=raam-barak-800&year=2021&category=parts-brakes`);
    const remove = page.getByRole('button', { name: 'הסרת RAAM Barak 800 2021 מהמוסך' });
    await alive(remove);
    await remove.click();
    await page.getByRole('link', { name: 'לכל החלקים והתרשימים' }).click();
    await expect(page.getByRole('heading', { name: 'תרשימים' })).toBeVisible();
    expect(await page.evaluate(() => JSON.parse(localStorage.garage ?? '[]'))).toEqual([]);
  },
);

test(
  'of a vehicle without a year the cart names the years that a part fits, as the part’s page does',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('ofek')}/spare-parts?model=raam-barak-500`);
    await expect(page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link')).toHaveText('RAAM Barak 500');
    await page.goto(`${site.origin('ofek')}/product/raam-headlight-led`);
    const words = /^מתאים ל־RAAM Barak 500\s+שלכם, שנים 2023–2026$/;
    await expect(page.getByRole('list', { name: 'התאמה למוסך שלכם' })).toHaveText(words);
    await page.getByRole('button', { name: 'הוספה לסל' }).click();
    const line = page.getByRole('dialog', { name: /סל הקניות/ }).getByRole('listitem');
    await expect(line.getByText(words)).toBeVisible();
  },
);

test(
  'a vehicle that gets another slug stays the device’s: its parts fit, its chip leads on, and a sign-in keeps all of it',
  ANY_WIDTH,
  async ({ page, ownSite: site }) => {
    const url = site.origin('ofek');
    const stored = () => page.evaluate(() => JSON.parse(localStorage.garage ?? '[]'));
    await page.goto(`${url}/spare-parts?model=raam-barak-800&year=2021&chassis=RB800-0012345`);
    const known = { slug: 'raam-barak-800', name: 'RAAM Barak 800', year: 2021, chassis: 'RB800-0012345' };
    await expect.poll(stored).toEqual([known]);
    await query(
      site,
      `with renamed as (update products set slug = 'raam-barak-810', name = 'Barak 810' where slug = 'raam-barak-800' returning uuid, company_uid)
       insert into slug_history (owner_uid, entity_type, slug, entity_uid) select company_uid, 'PRODUCT', 'raam-barak-800', uuid from renamed`,
    );
    await query(site, 'notify cache_versions');
    await page.goto(`${url}/product/yatziv-pads-radial`);
    await expect(page.getByRole('list', { name: 'התאמה למוסך שלכם' })).toHaveText('מתאים ל־RAAM Barak 800 2021 שלכם');

    await page.goto(`${url}/spare-parts`);
    const chips = page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link');
    await chips.click();
    await expect(page).toHaveURL(`${url}/spare-parts?model=raam-barak-810&year=2021&chassis=RB800-0012345`);
    await expect(chips).toHaveText('Barak 8102021');
    await expect(chips).toHaveAttribute('aria-current', 'page');
    const renamed = { ...known, slug: 'raam-barak-810', name: 'Barak 810' };
    expect(await stored()).toEqual([renamed]);

    // A device that comes back only to sign in.
    await page.evaluate((own) => {
      localStorage.setItem('garage', JSON.stringify([own]));
      localStorage.setItem('favorites_to_merge', 'true');
    }, known);
    const { token } = await visitorOf(site, 'ofek');
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    const merged = page.waitForResponse(/merge-device/);
    await page.goto(`${url}/spare-parts`);
    expect((await merged).status()).toBe(200);
    await expect.poll(stored).toMatchObject([renamed]);
  },
);

test.describe('while the account can take nothing', () => {
  test.use({ allowedConsole: [/status of 503/] });

  test(
    'a vehicle that is added stays and joins it later; one that can’t be removed is back, and the page says so',
    LONG_ANY_WIDTH,
    async ({ page, site }) => {
      const { token, model } = await visitorOf(site, 'raam');
      const url = site.origin('raam');
      await page.context().addCookies([
        { url, name: 'auth._token.local', value: token, httpOnly: true },
        { url, name: 'auth.signed_in', value: '1' },
      ]);
      const links = page.getByRole('region', { name: 'המוסך שלי' }).getByRole('link');
      const busy = (route: Route) =>
        route.fulfill({
          status: 503,
          json: { error_code: 'UNAVAILABLE', message: 'האתר אינו זמין לרגע', request_id: '' },
        });
      await page.route('**/customer/customers/add-garage-vehicle', busy);
      const refused = page.waitForResponse(/add-garage-vehicle/);
      await page.goto(`${url}/spare-parts?model=${model}`);
      await refused;
      const merged = page.waitForResponse(/merge-device/);
      await page.goto(`${url}/spare-parts`);
      expect((await merged).status()).toBe(200);
      await page.waitForLoadState('networkidle');
      await expect(links).toHaveCount(1);

      await page.route('**/customer/customers/remove-garage-vehicle', busy);
      const remove = page.getByRole('button', { name: /^הסרת .* מהמוסך$/ });
      await alive(remove);
      await remove.click();
      await expect(page.getByRole('alert').filter({ hasText: 'האתר אינו זמין לרגע' })).toBeVisible();
      await expect(links).toHaveCount(1);
      await page.unroute('**/customer/customers/remove-garage-vehicle');
      await remove.click();
      await expect(links).toHaveCount(0);
    },
  );
});
