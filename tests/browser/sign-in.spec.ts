import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, test as base, expect, expectErrorList, hold, LONG_ANY_WIDTH } from '../support/browser.ts';
import { goToDetails, openPurchase } from '../support/browser-checkout.ts';
import { type Issuer, startIssuer } from '../support/issuer.ts';
import { type Site, startSite } from '../support/site.ts';
import { query } from '../support/site-rows.ts';

/** A site whose stores have client ids at an issuer of ID tokens on this machine. */
const test = base.extend<object, { issuer: Issuer }>({
  issuer: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures from this pattern.
    async ({}, use) => {
      const issuer = await startIssuer();
      await use(issuer);
      await issuer.stop();
    },
    { scope: 'worker' },
  ],
  site: [
    async ({ issuer }, use) => {
      const site = await startSite({ env: { GOOGLE_ISSUER: issuer.url, FACEBOOK_ISSUER: issuer.url } });
      await query(
        site,
        `update stores set settings = settings || '{"social": {"google": "client", "facebook": "client"}}'`,
      );
      await query(site, 'notify cache_versions');
      await use(site);
      await site.stop();
    },
    { scope: 'worker' },
  ],
});

// Refusals are 422 and 429 in the console, too.
test.use({ allowedConsole: [/status of (422|429)/] });

let phones = 0;
const newPhone = (): string => `05310${String(++phones).padStart(5, '0')}`;
const PASSWORD = 'סוס כחול אוכל מרק';
const NEXT = 'גשם על חלון ישן';

async function newest(site: Site, recipient: string, about: string): Promise<string> {
  const [row] = await query(
    site,
    `select body from outbox where recipient = $1 and about = $2 order by created_at desc limit 1`,
    [recipient, about],
  );
  return String(row?.body ?? '');
}
const codeOf = async (site: Site, phone: string) =>
  /\d{6}/.exec(await newest(site, `+972${phone.slice(1)}`, 'code'))?.[0] ?? '';
const linkOf = async (site: Site, email: string) =>
  /https?:\/\/\S+\/reset-password\?token=[\w-]{43}/.exec(await newest(site, email, 'password link'))?.[0] ?? '';

const codeField = (page: Page) => page.getByRole('textbox', { name: 'קוד בן 6 ספרות' });
const phoneField = (page: Page) => page.getByRole('main').getByRole('textbox', { name: 'מספר טלפון נייד' });

/** By keyboard alone: Tab until the control has the focus. */
async function tabTo(page: Page, control: ReturnType<Page['getByRole']>): Promise<void> {
  for (let at = 0; at < 60; at++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control).toBeFocused();
}

test(
  'by keyboard: sign-up with a password, out, in by it, forgotten, a link, a new one, in again',
  ANY_WIDTH,
  async ({ page, site }) => {
    test.slow();
    const origin = site.origin('zik');
    const phone = newPhone();
    const email = `noa-${phone}@example.com`;
    const dialog = page.getByRole('dialog');

    await page.goto(`${origin}/signup`);
    await alive(phoneField(page));
    await phoneField(page).focus();
    await page.keyboard.type(phone);
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(await codeOf(site, phone));
    await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toBeFocused();
    await page.keyboard.type('נועה');
    await page.keyboard.press('Tab');
    await page.keyboard.type('לוי');
    await page.keyboard.press('Tab');
    await page.keyboard.type(email);
    await tabTo(page, page.getByRole('checkbox', { name: 'הוספת סיסמה, לכניסה עם דוא״ל' }));
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    await page.keyboard.type('qwertyuiop12');
    await page.keyboard.press('Enter');
    const password = page.getByRole('main').getByLabel('סיסמה', { exact: true });
    await expect(password).toHaveAccessibleDescription(/נפוצה או קלה לניחוש/);
    await expectErrorList(page, [/נפוצה או קלה לניחוש/], password);
    await expectAccessible(page);
    // The phone's ticket has run out meanwhile: it is proved anew, and what was typed is there still.
    await query(site, 'delete from login_tickets');
    await query(site, `update limit_hits set at = at - interval '61 seconds'`);
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await phoneField(page).fill(phone);
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(await codeOf(site, phone));
    // The step's first field takes the focus in its first frame: a key that is pressed before would go there.
    const firstName = page.getByRole('textbox', { name: 'שם פרטי' });
    await expect(firstName).toBeFocused();
    await expect(firstName).toHaveValue('נועה');
    await expect(page.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue(email);
    await page.getByRole('checkbox', { name: 'הוספת סיסמה, לכניסה עם דוא״ל' }).press('Space');
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('נרשמתם בהצלחה');
    await expect(dialog.getByRole('button', { name: 'המשך' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area`);

    await page.context().clearCookies();
    await page.goto(`${origin}/login?to=%2Fpersonal-area%2Ffavorites`);
    const byPassword = page.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' });
    await alive(byPassword);
    await tabTo(page, byPassword);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'דוא״ל' })).toBeFocused();
    await page.keyboard.type(email);
    await page.keyboard.press('Tab');
    await page.keyboard.type('לא הסיסמה שלי');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert').filter({ hasText: 'הדוא״ל או הסיסמה אינם נכונים' })).toBeVisible();
    await expectAccessible(page);
    await password.fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area/favorites`);
    await expect(page.getByText('התחברתם בהצלחה')).toBeVisible();

    await page.context().clearCookies();
    await page.goto(`${origin}/forgot-password`);
    await alive(page.getByRole('button', { name: 'שליחת קישור' }));
    await expectAccessible(page);
    await page.getByRole('textbox', { name: 'דוא״ל' }).fill(email);
    await page.keyboard.press('Enter');
    await expect(dialog).toContainText('בדקו את תיבת הדוא״ל');
    await expect(dialog).toContainText(email);
    await expectAccessible(page);
    await page.keyboard.press('Enter');

    // The address has never been proved: the phone is, first.
    await page.goto(await linkOf(site, email));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('נשאר לאמת את הטלפון');
    await expectAccessible(page);
    await query(site, `update limit_hits set at = at - interval '61 seconds'`);
    await page.getByRole('main').getByRole('link', { name: 'כניסה עם קוד לטלפון' }).press('Enter');
    await alive(phoneField(page));
    await phoneField(page).fill(phone);
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.keyboard.type(await codeOf(site, phone));
    const next = page.getByLabel('סיסמה חדשה');
    await expect(next).toBeFocused();
    await page.keyboard.type('1234567890');
    await page.keyboard.press('Enter');
    await expect(next).toHaveAccessibleDescription(/נפוצה/);
    await expectAccessible(page);
    await next.fill(NEXT);
    await page.getByRole('checkbox', { name: 'הצגת הסיסמה' }).press('Space');
    await expect(next).toHaveAttribute('type', 'text');
    await next.press('Enter');
    await expect(dialog).toContainText('הסיסמה הוחלפה');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area`);

    await page.goto(await linkOf(site, email));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('הקישור אינו תקף יותר');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'שליחת קישור חדש' }).press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('שכחתי את הסיסמה');
  },
);

test('over the purchase: every step of the way in, the details come in, and nothing of the purchase is lost', async ({
  page,
  site,
}, info) => {
  test.slow();
  const phone = newPhone();
  const email = `dana-${phone}@example.com`;
  const [store, slug] = info.project.name === 'phone' ? ['raam', 'raam-masa-450'] : ['ruach', 'ruach-maxi-350'];
  await openPurchase(page, site, store, slug);
  await goToDetails(page);
  const where = page.url();
  await page.getByRole('textbox', { name: 'דוא״ל' }).fill('typed@example.com');
  const opener = page.getByRole('link', { name: 'כניסה ומילוי הפרטים' });
  await alive(opener);
  await opener.press('Enter');

  const dialog = page.getByRole('dialog');
  const inDialog = dialog.getByRole('textbox', { name: 'מספר טלפון נייד' });
  await expect(dialog).toHaveAccessibleName('התחברות');
  await expect(inDialog).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await dialog.getByRole('button', { name: 'המשך כאורחים' }).click();
  await expect(dialog).toBeHidden();
  await opener.press('Enter');

  await dialog.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' }).press('Enter');
  await expect(dialog).toHaveAccessibleName('כניסה עם סיסמה');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'שכחתי את הסיסמה' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'דוא״ל' }).fill(email);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('בדקו את תיבת הדוא״ל');
  await expect(dialog.getByRole('button', { name: 'הבנתי' })).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'כניסה עם קוד לטלפון' }).press('Enter');

  await inDialog.fill('03-1234567');
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('מספר הטלפון אינו תקין');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await inDialog.fill(phone);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toBeFocused();
  await expectAccessible(page);
  await query(site, `update otp_codes set expires_at = now() where phone = $1`, [`+972${phone.slice(1)}`]);
  await page.keyboard.type('123456');
  await expect(dialog).toHaveAccessibleName('פג תוקף הקוד');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await query(site, `update otp_codes set expires_at = now() + interval '5 minutes' where phone = $1`, [
    `+972${phone.slice(1)}`,
  ]);
  await expect(codeField(page)).toBeFocused();
  await page.keyboard.type(await codeOf(site, phone));
  await expect(dialog).toHaveAccessibleName('המספר עדיין לא רשום');
  await expect(dialog.getByRole('button', { name: 'להרשמה' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('textbox', { name: 'שם פרטי' })).toBeFocused();
  await page.keyboard.type('דנה');
  await dialog.getByRole('textbox', { name: 'שם משפחה' }).fill('כהן');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveAccessibleName('נרשמתם בהצלחה');
  await page.keyboard.press('Enter');

  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(page.url()).toBe(where);
  await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('דנה');
  await expect(page.getByRole('textbox', { name: 'טלפון נייד' })).toHaveValue(`${phone.slice(0, 3)}-${phone.slice(3)}`);
  await expect(page.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue('typed@example.com');
  await expect(opener).toBeHidden();
});

test(
  'by Google: out and back with a phone to prove once; the next time straight in; a no is told',
  ANY_WIDTH,
  async ({ page, site, issuer }, info) => {
    const origin = site.origin('raam');
    const phone = newPhone();
    issuer.person.sub = `person of ${info.project.name}`;
    const google = page.getByRole('button', { name: /Google/ });
    // A browser that reads the code out of the message (WebOTP).
    await page.addInitScript(() => {
      Object.assign(window, { OTPCredential: class {} });
      navigator.credentials.get = () =>
        new Promise((resolve) => {
          window.addEventListener('sms', (event) => resolve({ code: (event as CustomEvent).detail } as never));
        });
    });
    await page.goto(`${origin}/login?to=%2Fpersonal-area%2Ffavorites`);
    await alive(google);
    await google.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('אימות הטלפון');
    expect(page.url()).toBe(`${origin}/login`);
    await expectAccessible(page);
    await phoneField(page).fill(phone);
    await page.keyboard.press('Enter');
    await expect(codeField(page)).toBeFocused();
    await page.evaluate(
      (detail) => window.dispatchEvent(new CustomEvent('sms', { detail })),
      await codeOf(site, phone),
    );
    await expect(page.getByRole('textbox', { name: 'שם פרטי' })).toHaveValue('נועה');
    await expect(page.getByRole('textbox', { name: 'דוא״ל' })).toHaveValue('noa@example.com');
    await page.getByRole('button', { name: 'הרשמה', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'המשך' }).press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area/favorites`);

    await page.context().clearCookies();
    await page.goto(`${origin}/login?to=%2Fpersonal-area%2Ffavorites`);
    await alive(google);
    await google.press('Enter');
    await expect(page).toHaveURL(`${origin}/personal-area/favorites`);

    // Who has gone elsewhere before the answer is signed in there.
    await page.context().clearCookies();
    await page.goto(`${origin}/login?to=%2Fpersonal-area%2Ffavorites`);
    await alive(google);
    const answer = await hold(page, '**/login-whit-social');
    await google.press('Enter');
    await expect(page).toHaveURL(`${origin}/login`);
    await alive(google);
    await page
      .getByRole('banner')
      .getByRole('link', { name: /לדף הבית$/ })
      .click();
    await expect(page).toHaveURL(`${origin}/`);
    answer();
    await expect(page.getByText('התחברתם בהצלחה')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expect(page).toHaveURL(`${origin}/`);

    await page.context().clearCookies();
    await page.goto(`${origin}/login#error=access_denied&state=google`);
    await expect(page.getByRole('alert').filter({ hasText: 'הכניסה בוטלה' })).toBeVisible();
    expect(page.url()).toBe(`${origin}/login`);
  },
);

test('who presses ״להרשמה״ while the code is on its way gets to the code', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/login`);
  const answer = await hold(page, '**/check-otp-rate-limit');
  await alive(phoneField(page));
  await phoneField(page).fill(newPhone());
  await page.getByRole('button', { name: 'שליחת קוד' }).click();
  const other = page.getByRole('main').getByRole('link', { name: 'להרשמה' });
  await expect(other).toHaveAttribute('aria-disabled', 'true');
  await other.click({ force: true });
  answer();
  await expect(codeField(page)).toBeFocused();
  await expect(page).toHaveURL(/\/login$/);
});

test('too many tries: the page says how long to wait, and counts down', ANY_WIDTH, async ({ page, site }) => {
  await page.goto(`${site.origin('raam')}/login`);
  const email = `flood-${newPhone()}@example.com`;
  // To the password, and back, and to it again: the focus goes along.
  await page.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' }).click();
  await page.getByRole('button', { name: 'כניסה עם קוד לטלפון' }).click();
  await expect(phoneField(page)).toBeFocused();
  await page.getByRole('button', { name: 'כניסה עם דוא״ל וסיסמה' }).click();
  await page.getByRole('textbox', { name: 'דוא״ל' }).fill(email);
  await page.evaluate(async (address) => {
    const body = JSON.stringify({ email: address, password: 'x' });
    const headers = { 'content-type': 'application/json' };
    for (let at = 0; at < 10; at++) await fetch('/api/customers/login', { method: 'POST', headers, body });
  }, email);
  await page.getByRole('main').getByLabel('סיסמה', { exact: true }).fill(PASSWORD);
  const answer = await hold(page, '**/api/customers/login');
  await page.keyboard.press('Enter');
  // Nobody is in another step when the answer comes.
  await expect(page.getByRole('button', { name: 'כניסה עם קוד לטלפון' })).toBeDisabled();
  await expect(page.getByRole('button', { name: 'שכחתי את הסיסמה' })).toBeDisabled();
  answer();
  await expect(page.getByText('יותר מדי ניסיונות. אפשר לנסות שוב בעוד 15 דקות')).toBeVisible();
  await expectAccessible(page);
});

test(
  'a second device that asks a moment later learns that the sent code is good there, too',
  LONG_ANY_WIDTH,
  async ({ page, site, browser }) => {
    const phone = newPhone();
    const ask = async (device: Page) => {
      await device.goto(`${site.origin('zik')}/login`);
      await alive(phoneField(device));
      await phoneField(device).fill(phone);
      await device.keyboard.press('Enter');
      await expect(codeField(device)).toBeFocused();
    };
    await ask(page);
    await expect(page.getByText(/^שלחנו קוד ל־/)).toBeVisible();
    await expect(page.getByText(/^לא הגיע\? שליחה חוזרת בעוד 0:\d\d$/)).toBeVisible();
    const context = await browser.newContext();
    const other = await context.newPage();
    await ask(other);
    await expect(other.getByText(/^בדקה האחרונה כבר נשלח קוד ל־.*הוא תקף גם כאן/)).toBeVisible();
    await expect(other.getByText(/^אפשר לבקש קוד חדש בעוד 0:\d\d$/)).toBeVisible();
    await codeField(other).fill(await codeOf(site, phone));
    await expect(other.getByRole('dialog')).toBeVisible();
    await expect(other.getByText('הקוד שגוי')).toHaveCount(0);
    await context.close();
  },
);
