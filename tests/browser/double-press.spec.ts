import type { Page, Request } from '@playwright/test';
import { alive, expect, test } from '../support/browser.ts';
import { screens, visitorOf } from '../support/screens.ts';

/** `npm run prove -- double-press`: every screen. Here those whose buttons send something away. */
const SCREENS = process.env.DOUBLE_PRESS_SCREENS === 'all' ? Object.keys(screens) : ['booking', 'cart'];
const STORE = 'raam';
/** What only asks may be asked twice, and what is kept once however often it is said. */
const QUESTION = /\/(calc-|get-|check-|find-|search-|sync-cart|logout|events|track)/;

test.use({ allowedConsole: [/status of (4\d\d)/] });

/** Buttons that can be pressed now: of the dialog that lies over the page, else of the page itself. */
async function buttonsOf(page: Page) {
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  const place = (await dialog.count()) > 0 ? dialog : page.getByRole('main');
  return place.getByRole('button', { disabled: false }).filter({ visible: true });
}

/** Every empty field gets what its kind asks for, so that a form is sent and not only refused. */
async function fillForms(page: Page): Promise<void> {
  const values: Record<string, string> = { tel: '0541234567', email: 'noa@example.com', number: '1' };
  for (const field of await page.locator('main :is(input, textarea):visible:enabled').all()) {
    const type = (await field.getAttribute('type')) ?? 'text';
    if (type === 'checkbox') continue;
    if (type === 'radio') {
      const name = await field.getAttribute('name');
      if ((await page.locator(`main input[type=radio][name="${name}"]:checked`).count()) === 0)
        await field.check({ force: true });
      continue;
    }
    if (['text', 'search', 'textarea', ...Object.keys(values)].includes(type) && (await field.inputValue()) === '')
      await field.fill(values[type] ?? 'נועה לוי');
  }
  const terms = page.locator('main form input[type=checkbox][required]:visible');
  for (const box of await terms.all()) await box.check({ force: true });
}

for (const name of SCREENS) {
  test(`pressing a button twice at once sends nothing twice: ${name}`, async ({ page, site }) => {
    test.slow();
    const visitor = await visitorOf(site, STORE);
    const problems: string[] = [];
    const show = async () => {
      await screens[name]?.(page, visitor);
      const buttons = await buttonsOf(page);
      // The gateway's page is the server's alone.
      if (name !== 'payment' && (await buttons.count()) > 0) await alive(buttons.first());
      await fillForms(page);
      return buttons;
    };
    const count = Math.min(30, await (await show()).count());
    for (let i = 0; i < count; i++) {
      const button = (i === 0 ? await buttonsOf(page) : await show()).nth(i);
      if ((await button.count()) === 0) continue;
      const label = ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '').trim();
      const sent: string[] = [];
      const note = (request: Request) => {
        const { pathname } = new URL(request.url());
        if (request.method() !== 'GET' && !QUESTION.test(pathname))
          sent.push(`${pathname} ${request.postData() ?? ''}`);
      };
      page.on('request', note);
      if (i % 2 === 0) await button.dblclick({ force: true, noWaitAfter: true });
      else {
        await button.focus();
        await page.keyboard.press('Enter');
        await page.keyboard.press('Enter');
      }
      await page.waitForLoadState('networkidle');
      page.off('request', note);
      const twice = sent.filter((one, at) => sent.indexOf(one) < at);
      if (twice.length > 0) problems.push(`${label}: ${twice.join(', ')}`);
      if ((await page.getByRole('heading', { level: 1 }).count()) === 0) problems.push(`${label}: no page is left`);
    }
    expect(problems).toEqual([]);
  });
}
