import { expectAccessible } from '../support/axe.ts';
import { expect, LONG, test } from '../support/browser.ts';
import { request } from '../support/http.ts';
import { enterOffice, officeUrl } from '../support/office-life.ts';
import { query } from '../support/site-rows.ts';

// An owner connects an ERP and a CRM, and looks whether the installation is well.

test.use({ allowedConsole: [/status of (400|422)/] });

test(
  'a key is made, works, and is revoked; a webhook is set and tried; the health of all is checked',
  LONG,
  async ({ page, site }) => {
    await enterOffice(site, page, '/keys');
    await page.getByRole('button', { name: 'מפתח חדש' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('שם').fill('ERP של הבדיקה');
    await dialog.getByRole('checkbox', { name: 'רעם' }).check();
    await dialog.getByRole('checkbox', { name: 'צפייה בהזמנות' }).check();
    await dialog.getByRole('checkbox', { name: 'זיכויים' }).check();
    await dialog.getByLabel('זיכוי של הזמנה, עד כמה שקלים').fill('250');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'יצירת מפתח' }).click();
    const key = await dialog.getByRole('textbox', { name: 'המפתח' }).inputValue();
    expect(key).toMatch(/^ofk_/);
    // Shown once: neither Escape nor a press beside takes it away without a question.
    for (const away of [() => page.keyboard.press('Escape'), () => page.mouse.click(5, 5)]) {
      await away();
      await expect(dialog.getByRole('alert')).toContainText('לא יוצג שוב');
      await expect(dialog.getByRole('textbox', { name: 'המפתח' })).toHaveValue(key);
      await dialog.getByRole('button', { name: 'להישאר' }).click();
    }
    await expectAccessible(page);
    const host = `office.localhost`;
    const ask = () => request(site.port, { host, path: '/api/v1/orders', headers: { authorization: `Bearer ${key}` } });
    expect((await ask()).status).toBe(200);
    await dialog.getByRole('button', { name: 'סגירה', exact: true }).last().click();
    const panel = page.getByRole('region', { name: 'המפתחות' });
    await expect(panel).toContainText('ERP של הבדיקה');
    await expect(panel).toContainText('פעיל');
    // Reloaded, it is in no page any more.
    await page.reload();
    await expect(panel).toContainText(key.slice(-4));
    expect(await page.content()).not.toContain(key);
    await panel.getByRole('button', { name: /^ביטול.*ERP של הבדיקה/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'ביטול המפתח' }).click();
    await expect(panel.getByText('בוטל', { exact: true })).toBeVisible();
    expect((await ask()).status).toBe(401);

    await page.goto(officeUrl(site, '/settings'));
    await page.getByRole('grid', { name: 'החנויות' }).getByRole('link', { name: 'רעם' }).first().click();
    await page.getByRole('link', { name: 'Webhook' }).click();
    const target = page.getByRole('region', { name: 'לאן ועל מה' });
    await target.getByLabel('כתובת').fill('https://127.0.0.1/hook');
    await target.getByRole('button', { name: 'שמירה' }).click();
    await expect(target.getByRole('alert')).toContainText('רשת פנימית');
    // As an import may still have it: the delivery refuses it all the same, and nothing leaves this machine.
    const inside = `settings = settings || '{"lead_webhook": "https://127.0.0.1/hook"}'`;
    await query(site, `update stores set ${inside} where key = 'raam'`);
    await page.reload();
    await expect(page.getByText('פועל', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'שליחת ניסיון' }).click();
    const log = page.getByRole('region', { name: 'יומן השליחות' });
    await expect(log.getByRole('row').nth(1)).toContainText('ניסיון');
    await expect(async () => {
      await page.reload();
      await expect(log.getByRole('row').nth(1)).toContainText('נכשלה', { timeout: 500 });
    }).toPass();
    await log.getByRole('button', { name: /^שליחה חוזרת.*ניסיון/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'שליחה' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.getByRole('button', { name: 'סוד חדש' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'יצירת סוד' }).click();
    await expect(page.getByRole('textbox', { name: 'סוד החתימה' })).toHaveValue(/^whsec_/);
    await expectAccessible(page);

    await page.goto(officeUrl(site, '/health'));
    await page.getByRole('button', { name: 'בדיקה עכשיו' }).click();
    await expect(page.getByRole('heading', { name: 'מסד הנתונים' })).toBeVisible({ timeout: 35_000 });
    await expectAccessible(page);
  },
);
