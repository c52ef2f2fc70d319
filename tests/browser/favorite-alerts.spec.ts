import { expectAccessible } from '../support/axe.ts';
import { alive, expect, hold, LONG, test } from '../support/browser.ts';
import { visitorOf } from '../support/screens.ts';
import { query } from '../support/site-rows.ts';

test(
  'alerts of the wish list: off until ticked, kept, and ended by the link of a message',
  LONG,
  async ({ page, site }, { project }) => {
    const store = project.name === 'phone' ? 'raam' : 'noam';
    const visitor = await visitorOf(site, store);
    const url = site.origin(store);
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    const [owner] = await query(
      site,
      `insert into favorites (customer_uid, product_uid) select customer_uid, $2 from orders where uuid = $1
     on conflict (customer_uid, product_uid) do update set created_at = now() returning customer_uid as uuid`,
      [visitor.placed.uuid, visitor.product.id],
    );
    await page.goto(`${url}/personal-area/favorites`);
    const main = page.getByRole('main');
    const alerts = main.getByRole('region', { name: 'לעדכן אותי כשהמחיר יורד או כשחוזר למלאי' });
    const bySms = alerts.getByRole('checkbox', { name: /SMS/ });
    await expect(bySms).not.toBeChecked();
    await expectAccessible(page);
    await alive(bySms);
    await bySms.check();
    await alerts.getByRole('button', { name: 'שמירת הבחירה' }).click();
    await expect(alerts.getByRole('status')).toHaveText('העדכונים הופעלו');
    await page.reload();
    await expect(bySms).toBeChecked();

    // A message of today: its link is that of the job.
    await query(
      site,
      `update favorite_alerts set stop_hash = encode(sha256(convert_to('press-' || $1::text, 'UTF8')), 'hex') where customer_uid = $1`,
      [owner?.uuid],
    );
    await page.goto(`${url}/unsubscribe/press-${owner?.uuid}`);
    await expectAccessible(page);
    const stop = main.getByRole('button', { name: 'הפסקת העדכונים' });
    await alive(stop);
    await stop.click();
    await expect(main.getByRole('heading', { name: 'העדכונים הופסקו' })).toBeFocused();
    await page.goto(`${url}/personal-area/favorites`);
    await expect(bySms).not.toBeChecked();

    // A card that is alone has the whole width of a phone, as in every list.
    if (project.name !== 'phone') return;
    const card = main.getByRole('list').filter({ has: page.getByRole('article') });
    await expect(card.getByRole('listitem').filter({ has: page.getByRole('article') })).toHaveCount(1);
    const widths = await card.evaluate((list) => [list.clientWidth, list.firstElementChild?.clientWidth]);
    expect(widths[1]).toBe(widths[0]);

    // The only one of the last page is taken out: the page before it is shown, which the list goes on with.
    await query(
      site,
      `insert into favorites (customer_uid, product_uid, created_at)
     select $1, sp.product_uid, now() + interval '1 minute' from store_products sp
     where sp.published and sp.product_uid <> $2 and sp.store_uid = (select store_uid from orders where uuid = $3) limit 24`,
      [owner?.uuid, visitor.product.id, visitor.placed.uuid],
    );
    // Pressed so early that the account's list comes while the change is still on its way.
    const list = await hold(page, /get-by-token/);
    const change = await hold(page, /\/customer\/customers\/[\w-]+$/);
    await page.goto(`${url}/personal-area/favorites?page=9`);
    await expect(card.getByRole('article')).toHaveCount(1);
    const heart = card.getByRole('button', { name: /במועדפים$/ });
    await alive(heart);
    await heart.press('Enter');
    list();
    await expect(card.getByRole('article')).toHaveCount(0);
    await expect(main.getByRole('heading', { name: 'רשימת המשאלות עוד ריקה' })).toHaveCount(0);
    change();
    await expect(card.getByRole('article')).toHaveCount(24);
    await expect(main).toBeFocused();
    // As long as there is another one, the list isn't called empty.
    await query(
      site,
      'delete from favorites where customer_uid = $1 and product_uid not in (select product_uid from favorites where customer_uid = $1 limit 1)',
      [owner?.uuid],
    );
    await page.goto(`${url}/personal-area/favorites`);
    await alive(heart);
    await heart.press('Enter');
    await expect(main.getByRole('heading', { name: 'רשימת המשאלות עוד ריקה' })).toBeVisible();
    await expect(main).toBeFocused();
  },
);

test(
  'a heart that is pressed on and off while no answer comes is sent in that order, and ends as it was where none arrives',
  LONG,
  async ({ page, site, allowedConsole }) => {
    allowedConsole.push(/ERR_CONNECTION_FAILED/);
    const visitor = await visitorOf(site, 'raam');
    const url = site.origin('raam');
    await page.context().addCookies([
      { url, name: 'auth._token.local', value: visitor.token, httpOnly: true },
      { url, name: 'auth.signed_in', value: '1' },
    ]);
    const known = page.waitForResponse(/get-by-token/);
    await page.goto(`${url}/category?kind=VEHICLE`);
    await known;
    const hearts = page.getByRole('main').getByRole('button', { name: /במועדפים$/, pressed: false });
    await alive(hearts);
    const name = (await hearts.first().getAttribute('aria-label')) ?? '';
    const heart = page.getByRole('main').getByRole('button', { name, exact: true });
    const sent: string[] = [];
    const calls = /\/customer\/customers\/(add-favorite-product|[\da-f]{8}-[\da-f-]+)$/;
    for (const arrives of [true, false]) {
      sent.length = 0;
      let answer = () => {};
      const held = new Promise<void>((resolve) => {
        answer = resolve;
      });
      let last: Promise<void> = held;
      await page.route(calls, async (route) => {
        sent.push(route.request().method());
        // One after the other, in the order in which they were pressed.
        const before = last;
        let over = () => {};
        last = new Promise<void>((resolve) => {
          over = resolve;
        });
        await before;
        await (arrives ? route.continue() : route.abort('connectionfailed'));
        over();
      });
      await heart.click();
      await expect(heart).toHaveAttribute('aria-pressed', 'true');
      await heart.click();
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      await expect.poll(() => sent.length).toBeGreaterThan(0);
      expect(sent).toEqual(['POST']);
      const done = page.waitForRequest((request) => request.method() === 'DELETE');
      answer();
      await done;
      if (!arrives) await expect(page.getByRole('alert').filter({ hasText: 'אין חיבור לשרת' })).toBeVisible();
      await page.waitForLoadState('networkidle');
      await expect(heart).toHaveAttribute('aria-pressed', 'false');
      expect(sent).toEqual(['POST', 'DELETE']);
      await page.unroute(calls);
    }
    await page.reload();
    await expect(heart).toHaveAttribute('aria-pressed', 'false');
  },
);
