import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { alive, expect, LONG, LONG_ANY_WIDTH, test } from '../support/browser.ts';

const removal = (page: Page) => page.getByRole('main').getByRole('link', { name: /^הסרת/ });
const notice = (page: Page) => page.getByRole('region', { name: 'השוואה מקישור' });

/** Which vehicles the device keeps. */
const keptOn = (page: Page): Promise<string> =>
  page.evaluate(() =>
    (JSON.parse(localStorage.getItem('compare') ?? '[]') as { slug: string }[]).map(({ slug }) => slug).join(),
  );

test(
  'the comparison without an address of its own is about the models that were chosen',
  LONG,
  async ({ page, site }, info) => {
    const [store, ...both] =
      info.project.name === 'phone'
        ? ['raam', 'raam-barak-500', 'raam-masa-750']
        : ['noam', 'noam-kal-3', 'noam-nof-4'];
    await page.goto(`${site.origin(store)}/compare?ids=${both.join()}`);
    await expect(page.getByRole('main').locator('th a').first()).toBeVisible();
    await alive(removal(page).first());
    await expect.poll(() => page.evaluate(() => localStorage.getItem('compare'))).toContain(both[1]);
    await page.goto(`${site.origin(store)}/compare`);
    await expect(page).toHaveURL(new RegExp(`ids=${both.join()}$`));
    await expect(removal(page)).toHaveCount(2);
    // What is taken out stays out.
    for (const left of [1, 0]) {
      await removal(page).first().click();
      await expect(removal(page)).toHaveCount(left);
    }
    await expect(page.getByText('עוד לא בחרתם דגמים להשוואה')).toBeVisible();
  },
);

test(
  'a comparison that came by a link leaves one’s own as it is, and is kept on request',
  LONG_ANY_WIDTH,
  async ({ page, site }) => {
    const compare = `${site.origin('raam')}/compare`;
    const remove = removal(page);
    const kept = () => keptOn(page);
    const own = 'raam-barak-500,raam-masa-750';
    const keep = notice(page).getByRole('button', { name: 'שמירה במקום ההשוואה שלי' });
    await page.goto(`${compare}?ids=raam-barak-500,raam-masa-750`);
    await alive(remove.first());
    await expect.poll(kept).toBe(own);
    await page.goto(`${compare}?ids=raam-barak-800,raam-barak-500,raam-masa-750`);
    await expect(notice(page)).toContainText('נפתחה מקישור');
    await expectAccessible(page);
    await expect.poll(kept).toBe(own);
    await remove.last().click();
    await expect(remove).toHaveCount(2);
    await notice(page).getByRole('link', { name: 'להשוואה שלי' }).click();
    await expect(page).toHaveURL(/ids=raam-barak-500,raam-masa-750$/);
    await expect(notice(page)).toHaveCount(0);
    // Back to the link's, which is kept this time.
    await page.goBack();
    await expect(page).toHaveURL(/ids=raam-barak-800,raam-barak-500$/);
    await expect.poll(kept).toBe(own);
    await keep.click();
    await expect(notice(page)).toHaveCount(0);
    await expect.poll(kept).toBe('raam-barak-800,raam-barak-500');
    await expect(page.getByRole('main')).toBeFocused();
    await page.getByRole('button', { name: 'ביטול', exact: true }).click();
    await expect.poll(kept).toBe(own);
    await expect(notice(page)).toBeVisible();
    await remove.last().click();
    await expect(remove).toHaveCount(1);
    await expect.poll(kept).toBe(own);
    await keep.click();
    await expect.poll(kept).toBe('raam-barak-800');
    // One's own of which a model has left the shop is still one's own.
    await page.evaluate(() => {
      const models = ['raam-gone-1', 'raam-masa-750'].map((slug) => ({ slug, name: slug, image: null }));
      localStorage.setItem('compare', JSON.stringify(models));
    });
    await page.goto(`${compare}?ids=raam-gone-1,raam-masa-750`);
    await alive(remove.first());
    await expect.poll(kept).toBe('raam-masa-750');
    await expect(notice(page)).toHaveCount(0);
  },
);

test(
  'Back leads to one’s own comparison as such; a removal leaves what another tab has added',
  LONG_ANY_WIDTH,
  async ({ page, site, context }) => {
    const compare = `${site.origin('raam')}/compare`;
    await page.goto(`${compare}?ids=raam-barak-500,raam-masa-750,raam-barak-800`);
    await alive(removal(page).first());
    await removal(page).last().click();
    await expect.poll(() => keptOn(page)).toBe('raam-barak-500,raam-masa-750');
    await page.locator('th a[href^="/product/raam-masa-750"]:not([aria-hidden])').click();
    await expect(page).toHaveURL(/\/product\/raam-masa-750/);
    const other = await context.newPage();
    await other.goto(`${compare}?ids=raam-barak-500,raam-masa-750`);
    await alive(removal(other).first());
    await other.getByLabel('הוספת דגם להשוואה').selectOption('raam-barak-800');
    await other.getByRole('button', { name: 'הוספה', exact: true }).click();
    await expect(removal(other)).toHaveCount(3);
    await expect.poll(() => keptOn(page)).toBe('raam-barak-500,raam-masa-750,raam-barak-800');
    await page.goBack();
    await alive(removal(page).first());
    await expect(removal(page)).toHaveCount(2);
    await expect(notice(page)).toHaveCount(0);
    await removal(page).last().click();
    await expect(removal(page)).toHaveCount(1);
    await expect.poll(() => keptOn(page)).toBe('raam-barak-500,raam-barak-800');
    await removal(page).click();
    await expect(removal(page)).toHaveCount(0);
    await expect.poll(() => keptOn(page)).toBe('raam-barak-800');
  },
);
