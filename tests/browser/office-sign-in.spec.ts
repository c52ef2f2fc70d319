// How staff come in, with a real authenticator of the browser's: invitation, passkey, codes, recovery, and what they
// change.
import type { CDPSession, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expect, LONG, test } from '../support/browser.ts';
import type { Site } from '../support/site.ts';

// The lists' table component writes a style of its own, which the page's policy stops.
test.use({ allowedConsole: [/inline style/] });

const PASSWORD = 'סוס כחול אוכל מרק';
const url = (site: Site, path: string) => `http://office.localhost:${site.port}${path}`;

/** Answers by itself, like a fingerprint that is always right. */
async function authenticator(page: Page): Promise<{ client: CDPSession; id: string }> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  const { authenticatorId: id } = await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { client, id };
}

/** A press on the demo's owner leads to the page that was asked for. */
async function staffAsOwner(page: Page, site: Site): Promise<void> {
  await page.goto(url(site, `/sign-in?${new URLSearchParams({ back: '/staff' })}`));
  await page.getByRole('button', { name: /נועה ברק/ }).click();
  await page.waitForURL(url(site, '/staff'));
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /החשבון שלי/ }).click();
  await page.getByRole('button', { name: 'יציאה' }).click();
  await expect(page.getByRole('heading', { name: 'כניסה למשרד' })).toBeVisible();
}

/** The owner, on the page of the staff, invites somebody. @returns the link */
async function invite(page: Page, name: string, email: string, role = 'מכירות'): Promise<string> {
  await page.getByRole('button', { name: 'הזמנה לצוות' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('שם', { exact: true }).fill(name);
  await dialog.getByLabel('דוא״ל').fill(email);
  await dialog.getByLabel('תפקיד').selectOption({ label: role });
  await dialog.getByRole('button', { name: 'יצירת קישור' }).click();
  const link = await dialog.getByLabel('קישור חד־פעמי').inputValue();
  await dialog.getByRole('button', { name: 'סגירה' }).last().click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toContainText('ממתין להצטרפות');
  return link;
}

const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * 30_000 });

test('an invitation is joined by a passkey, which then signs in alone, unless it doesn’t verify its holder', async ({
  page,
  site,
}) => {
  const { client, id } = await authenticator(page);
  await staffAsOwner(page, site);
  const link = await invite(page, 'גליה שחר', 'galia@example.com');
  await signOut(page);
  await page.goto(link);
  await page.getByRole('button', { name: 'יצירת מפתח כניסה' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('גליה שחר');
  await signOut(page);
  await page.getByRole('button', { name: 'כניסה עם מפתח' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('גליה שחר');
  await signOut(page);
  await client.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
  await page.getByRole('button', { name: 'כניסה עם מפתח' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'לא התקבל אישור' })).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'הקישור אינו תקף' })).toBeVisible();
});

test.describe('password and codes', () => {
  test.use({ allowedConsole: [/status of (401|422)|inline style/] });
  test('join, sign in with a code and with a recovery code, add and remove a passkey', LONG, async ({ page, site }) => {
    await authenticator(page);
    await staffAsOwner(page, site);
    const link = await invite(page, 'אלון דר', 'alon@example.com');
    await signOut(page);
    await page.goto(link);
    await page.getByText('אין אפשרות לסרוק?').click();
    const secret = (await page.getByText('הקלידו באפליקציה').locator('code').innerText()).replaceAll(' ', '');
    await page.getByLabel('סיסמה חדשה').fill(PASSWORD);
    await page.getByLabel('הקוד שמוצג באפליקציה').fill('000000');
    await page.getByRole('button', { name: 'הצטרפות' }).click();
    await expect(page.getByText('הקוד שגוי')).toBeVisible();
    await page.getByLabel('הקוד שמוצג באפליקציה').fill(codeOf(secret, 0));
    await page.getByRole('button', { name: 'הצטרפות' }).click();
    const codes = page.getByRole('list', { name: 'קודי שחזור' }).getByRole('listitem');
    await expect(codes).toHaveCount(10);
    const recovery = await codes.first().innerText();
    await page.getByRole('link', { name: 'שמרתי, למשרד' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText('אלון דר');

    await signOut(page);
    const begin = async () => {
      await page.getByLabel('דוא״ל').fill('alon@example.com');
      await page.getByLabel('סיסמה').fill(PASSWORD);
      await page.getByRole('button', { name: 'המשך' }).click();
      await expect(page.getByLabel('קוד כניסה')).toBeFocused();
    };
    // A password manager types the code while the page is still being read anew.
    const reading = Promise.withResolvers<void>();
    await page.route('**/*.data*', async (route) => {
      if (route.request().method() === 'GET') await reading.promise;
      await route.continue();
    });
    await begin();
    await page.getByLabel('קוד כניסה').fill('000000');
    const wrong = page.waitForRequest((request) => request.method() === 'POST');
    await page.keyboard.press('Enter');
    await wrong;
    reading.resolve();
    await expect(page.getByRole('alert').filter({ hasText: 'הקוד שגוי' })).toBeVisible();
    await page.getByLabel('קוד כניסה').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('אלון דר');
    await signOut(page);
    await begin();
    await page.getByLabel('קוד כניסה').fill(recovery);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1 })).toContainText('אלון דר');

    await page.getByRole('button', { name: /החשבון שלי/ }).click();
    await page.getByRole('link', { name: 'כניסה, סיסמה ומכשירים' }).click();
    await expect(page.getByRole('heading', { name: 'החשבון שלי' })).toBeVisible();
    await page.getByRole('button', { name: 'הוספת מפתח' }).click();
    await page.getByRole('dialog').getByLabel('שם המפתח').fill('המחשב במשרד');
    await page.getByRole('dialog').getByRole('button', { name: 'יצירת המפתח' }).click();
    const keys = page.getByRole('region', { name: 'מפתחות כניסה' });
    await expect(keys).toContainText('המחשב במשרד');
    await keys.getByRole('button', { name: 'הסרה' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'הסרה' }).click();
    await expect(keys).toContainText('אין עדיין');
  });

  test('a session that ends under an open form: signed in over it, and nothing typed is lost', async ({
    page,
    site,
    browser,
  }) => {
    await staffAsOwner(page, site);
    // Somebody who has a password, and is owner too.
    const link = await invite(page, 'רון לביא', 'second-owner@example.com', 'בעלים');
    await page.getByRole('button', { name: 'הזמנה לצוות' }).click();
    const dialog = page.getByRole('dialog').filter({ hasText: 'יצירת קישור' });
    await dialog.getByLabel('שם', { exact: true }).fill('טליה רז');
    await dialog.getByLabel('דוא״ל').fill('talia@example.com');
    await dialog.getByLabel('תפקיד').selectOption({ label: 'מכירות' });
    const other = await (await browser.newContext()).newPage();
    await other.goto(link);
    await other.getByText('אין אפשרות לסרוק?').click();
    const secret = (await other.getByText('הקלידו באפליקציה').locator('code').innerText()).replaceAll(' ', '');
    await other.getByLabel('סיסמה חדשה').fill(PASSWORD);
    await other.getByLabel('הקוד שמוצג באפליקציה').fill(codeOf(secret, 0));
    await other.getByRole('button', { name: 'הצטרפות' }).click();
    await expect(other.getByRole('heading', { name: 'שמרו את קודי השחזור' })).toBeVisible();
    await other.context().close();

    await page.context().clearCookies({ name: '__Host-office' });
    await dialog.getByRole('button', { name: 'יצירת קישור' }).click();
    const again = page.getByRole('dialog', { name: 'החיבור הסתיים, נכנסים שוב' });
    await again.getByLabel('דוא״ל').fill('second-owner@example.com');
    await again.getByLabel('סיסמה').fill(PASSWORD);
    await again.getByRole('button', { name: 'המשך' }).click();
    await again.getByLabel('קוד כניסה').fill(codeOf(secret, 1));
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    await expect(dialog.getByLabel('שם', { exact: true })).toHaveValue('טליה רז');
    await dialog.getByRole('button', { name: 'יצירת קישור' }).click();
    await expect(page.getByLabel('קישור חד־פעמי')).toHaveValue(/\/join\?ticket=/);
  });
});
