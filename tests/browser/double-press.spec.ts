import type { Locator, Page, Request } from '@playwright/test';
import { alive, expect, sendTwice, test } from '../support/browser.ts';
import { screens, visitorOf } from '../support/screens.ts';

const isWhole = process.env.DOUBLE_PRESS_SCREENS === 'all';
/**
 * `npm run prove -- double-press`: every screen, each button both ways. Here a screen whose buttons send something, one
 * way each.
 */
const SCREENS = isWhole ? Object.keys(screens) : ['booking'];
const STORE = 'raam';
/**
 * What only asks may be asked twice, and what is kept once however often it is said; of the pages' own actions none.
 */
const QUESTION = /^\/(?!.*\.data$)(.*\/)?(calc-|get-|check-|find-|search-|sync-cart|logout|events|track)/;
/** Of a multipart body; each request has its own. */
const BOUNDARY = /-{4,}\S+/g;

test.use({ allowedConsole: [/status of (4\d\d)/] });

/** Buttons that can be pressed now: of the dialog that lies over the page, else of the page itself. */
async function buttonsOf(page: Page) {
  const dialog = page.getByRole('dialog').filter({ visible: true }).last();
  const place = (await dialog.count()) > 0 ? dialog : page.getByRole('main');
  return place.getByRole('button', { disabled: false }).filter({ visible: true });
}

/** Whether one of the radio's group is. */
const isChosen = (radio: Locator) =>
  radio.evaluate((one: HTMLInputElement) =>
    [...(one.form ?? document).querySelectorAll<HTMLInputElement>('input[type=radio]')].some(
      ({ name, checked }) => name === one.name && checked,
    ),
  );

/** Every empty field gets what its kind asks for, so that a form is sent and not only refused. */
async function fillForms(page: Page): Promise<void> {
  const values: Record<string, string> = { tel: '0541234567', email: 'noa@example.com', number: '1' };
  for (const field of await page.locator('main :is(input, textarea):visible:enabled').all()) {
    const type = (await field.getAttribute('type')) ?? 'text';
    if (type === 'radio' && !(await isChosen(field))) await field.check({ force: true });
    if (type === 'checkbox' || type === 'radio') continue;
    if (['text', 'search', 'textarea', ...Object.keys(values)].includes(type) && (await field.inputValue()) === '')
      await field.fill(values[type] ?? 'נועה לוי');
  }
  const terms = page.locator('main form input[type=checkbox][required]:visible');
  for (const box of await terms.all()) await box.check({ force: true });
}

/** What goes out when the button is pressed twice at once, until nothing has been on its way for half a second. */
async function sentBy(page: Page, button: Locator, way: string): Promise<string[]> {
  const sent: string[] = [];
  const open = new Set<Request>();
  let since = Date.now();
  const begin = (request: Request) => {
    open.add(request);
    const { pathname } = new URL(request.url());
    if (request.method() !== 'GET' && !QUESTION.test(pathname))
      sent.push(`${pathname} ${request.postData()?.replace(BOUNDARY, '') ?? ''}`);
  };
  const end = (request: Request) => {
    open.delete(request);
    since = Date.now();
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  if (way === 'pointer') await button.dblclick({ force: true, noWaitAfter: true });
  else {
    await button.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  }
  await expect.poll(() => open.size === 0 && Date.now() - since > 500, { timeout: 20_000 }).toBe(true);
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
  return sent;
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
    const count = await (await show()).count();
    for (let i = 0; i < count; i++) {
      for (const way of isWhole ? ['pointer', 'Enter'] : [i % 2 === 0 ? 'pointer' : 'Enter']) {
        const button = (await show()).nth(i);
        if ((await button.count()) === 0) continue;
        const label = ((await button.getAttribute('aria-label')) ?? (await button.textContent()) ?? '').trim();
        const sent = await sentBy(page, button, way);
        const twice = sent.filter((one, at) => sent.indexOf(one) < at);
        if (twice.length > 0) problems.push(`${label}, by ${way}: ${twice.join(', ')}`);
        if ((await page.getByRole('heading', { level: 1 }).count()) === 0) problems.push(`${label}: no page is left`);
      }
    }
    expect(problems).toEqual([]);
  });
}

test('a form pressed again before the page shows that it is on its way goes once', async ({ page, site }) => {
  await page.goto(`${site.origin(STORE)}/contact`);
  const form = page.locator('main form').filter({ has: page.getByRole('textbox', { name: 'טלפון' }) });
  await alive(form.getByRole('button').last());
  await fillForms(page);
  const sent = await sendTwice(form);
  await expect(page.getByText('הפרטים התקבלו, תודה!')).toBeVisible();
  expect(sent).toHaveLength(1);
});
