import type { Browser, Page } from '@playwright/test';
import { connect } from '#db/client.ts';
import { addDays, atIsraelTime, israelDay, weekdayOf } from '#domain/calendar/israel-time.ts';
import { carryOutDrafts } from '#server/jobs/drafts.ts';
import { startApp, type TestApp } from '../support/app.ts';
import { expectAccessible } from '../support/axe.ts';
import { expect, LONG, listen, test } from '../support/browser.ts';
import { clock } from '../support/clock.ts';
import { refuseCookies } from '../support/cookies.ts';
import { enterOffice } from '../support/office-life.ts';

// The application runs in this process, so that its clock can be moved on.

const time = clock();
let site: TestApp;
test.beforeAll(async () => {
  site = await startApp({ office: true, deps: { now: time.now } });
});
test.afterAll(() => site.close());

/** A person with a browser of their own. */
async function person(browser: Browser, width = 1280): Promise<{ page: Page; complaints: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 900 } });
  await context.addInitScript(refuseCookies);
  const page = await context.newPage();
  return { page, complaints: listen(page) };
}
const enter = (page: Page, name: string, path: string) =>
  enterOffice({ port: site.port, databaseUrl: site.deps.env.DATABASE_URL as string }, page, path, name);

/** A day of the date field, which is typed as it is read: day, month, year. */
async function typeDay(page: Page, label: string, day: string): Promise<void> {
  await page.getByRole('dialog').getByRole('group', { name: label }).getByRole('spinbutton').first().click();
  await page.keyboard.type(day.split('-').reverse().join(''));
}

/** The first of the home page's slides. */
const slide = (page: Page, title: string) => page.getByRole('main').getByRole('heading', { name: title, level: 2 });

/** The jobs' next turn, at this moment of Israel's clocks. */
async function jobsAt(day: string, clockTime: string): Promise<void> {
  const at = atIsraelTime(day, clockTime) as Date;
  time.pass((at.getTime() - time.now().getTime()) / 60_000);
  const { db, close } = connect(site.deps.env.DATABASE_URL as string, { max: 2, actor: 'each' });
  await carryOutDrafts({ ...site.deps, db }, site.app.log);
  await close();
}

test(
  'a holiday’s home page is prepared by one, looked at by link and scheduled by another, comes on Sunday at 00:00 and goes at its end',
  LONG,
  async ({ browser }) => {
    test.slow();
    // An editor whose work somebody else publishes.
    await site.connection.pool.query(
      `update roles set permissions = array_remove(permissions, 'content.publish') where key = 'editor'`,
    );
    const today = israelDay(time.now());
    const sunday = addDays(today, 7 - weekdayOf(today));
    const end = addDays(sunday, 8);
    const usual = 'הכביש נגמר. המסע לא';
    const holiday = 'חג שמח, ושנה של דרכים טובות';

    const shopper = await person(browser, 390);
    const shopShows = (text: string) =>
      expect(async () => {
        await shopper.page.goto(`http://raam.localhost:${site.port}/`);
        await expect(slide(shopper.page, text)).toBeVisible({ timeout: 2_000 });
      }).toPass();
    await shopShows(usual);

    const editor = await person(browser);
    await enter(editor.page, 'עומר פלד', '/content/home');
    await editor.page.getByRole('navigation', { name: 'חנות' }).getByRole('link', { name: 'רעם' }).click();
    await expect(editor.page.getByRole('region', { name: 'רעם' })).toBeVisible();
    await editor.page.getByRole('button', { name: usual, exact: true }).click();
    await editor.page.getByLabel('כותרת', { exact: true }).first().fill(holiday);
    await editor.page.getByLabel('כותרת המוצרים הנבחרים').fill('מתנות לחג');
    // Who may not publish saves to a draft, and nowhere else.
    await expect(editor.page.getByRole('group', { name: 'מתי' }).getByRole('radio')).toHaveCount(1);
    await expect(editor.page.getByRole('radio', { name: 'לטיוטה' })).toBeChecked();
    await editor.page.getByLabel('שם הטיוטה החדשה').fill('דף בית לחג');
    await expectAccessible(editor.page);
    await editor.page.getByRole('button', { name: 'שמירה', exact: true }).click();
    await expect(editor.page.getByText('נשמר בטיוטה ״דף בית לחג״')).toBeVisible();
    // What is changed next goes there, too.
    const into = editor.page.getByRole('combobox', { name: /^טיוטה/ });
    await expect(into.locator('option:checked')).toHaveText('דף בית לחג');
    await shopShows(usual);

    await editor.page.getByRole('navigation', { name: 'ראשי' }).getByRole('link', { name: 'טיוטות ותזמון' }).click();
    await editor.page.getByRole('link', { name: 'דף בית לחג' }).click();
    await expect(editor.page.getByRole('heading', { level: 1 })).toContainText('דף בית לחג');
    await expect(editor.page.getByRole('button', { name: 'תזמון', exact: true })).toHaveCount(0);
    await expect(editor.page.getByRole('button', { name: 'פרסום עכשיו' })).toHaveCount(0);
    const draft = new URL(editor.page.url()).pathname;
    const preview = editor.page.getByRole('region', { name: 'תצוגה מקדימה' });
    await preview.getByRole('button', { name: 'הכנת קישור' }).click();
    const link = await preview.getByLabel(/^הקישור, עד/).inputValue();
    await expectAccessible(editor.page);

    // Whoever has the link sees the shop with the draft, without an account.
    const manager = await person(browser);
    await manager.page.goto(link);
    await expect(slide(manager.page, holiday)).toBeVisible();
    await expect(manager.page.getByRole('heading', { name: 'מתנות לחג' })).toBeVisible();
    await expectAccessible(manager.page);
    await shopShows(usual);
    await enter(manager.page, 'איתן שגיא', draft);
    await manager.page.getByRole('button', { name: 'תזמון', exact: true }).click();
    await typeDay(manager.page, 'לפרסם בתאריך', sunday);
    await typeDay(manager.page, 'להחזיר בתאריך', end);
    await manager.page.getByRole('button', { name: 'לתזמן' }).click();
    await expect(manager.page.getByText('מתוזמנת', { exact: true })).toBeVisible();
    await manager.page.getByRole('link', { name: 'טיוטות ותזמון' }).first().click();
    const coming = manager.page.getByRole('region', { name: 'מה עומד להשתנות' });
    await expect(coming.getByRole('listitem').filter({ hasText: 'יום ראשון' })).toContainText('00:00');
    await expectAccessible(manager.page);

    await jobsAt(addDays(sunday, -1), '23:59');
    await shopShows(usual);
    await jobsAt(sunday, '00:00');
    await shopShows(holiday);
    await jobsAt(addDays(end, -1), '23:59');
    await shopShows(holiday);
    await jobsAt(end, '00:00');
    await shopShows(usual);
    // The link has ended long before, and says so instead of the shop.
    expect((await manager.page.goto(link))?.status()).toBe(410);

    await enter(manager.page, 'איתן שגיא', draft);
    await expect(manager.page.getByText('פורסמה והוחזרה')).toBeVisible();
    for (const { complaints } of [shopper, editor, manager])
      expect(complaints.filter((text) => !/status of 4/.test(text))).toEqual([]);
  },
);
