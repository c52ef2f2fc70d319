import pg from 'pg';
import { expect, test } from '../support/browser.ts';
import { HOSTILE_HOST } from '../support/hostile-html.ts';

/** What it takes to leave a text, an attribute, a script's JSON and a title; each would call `hit`, or ask another site. */
const HOSTILE = `</script><script>hit(1)</script><img src=x onerror=hit(2)>"'><svg onload=hit(3)></title><script>hit(4)</script>\${hit(5)}{{hit(6)}}<a href=javascript:hit(7)>x</a><img src=//${HOSTILE_HOST}/1>\u2028`;
/** Plain texts; what is rich text goes through the importer's sanitiser (`hostile-html.spec.ts`). */
const PLAIN = [
  'name',
  'title',
  'subtitle',
  'seo_title',
  'group_name',
  'value_name',
  'question',
  'author',
  'address',
  'lender',
];

test('names and words of the catalogue, the branches, the menus, a customer and a lead stay text, wherever they are shown', async ({
  page,
  ownSite,
}) => {
  test.slow();
  const pool = new pg.Pool({ connectionString: ownSite.databaseUrl, max: 2 });
  const { rows } = await pool.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where table_schema = 'public' and t.table_type = 'BASE TABLE' and c.data_type = 'text' and c.column_name = any($1)`,
    [PLAIN],
  );
  let changed = 0;
  for (const { table_name, column_name } of rows) {
    const done = await pool.query(`update ${table_name} set ${column_name} = ${column_name} || ' ' || $1`, [HOSTILE]);
    changed += done.rowCount ?? 0;
  }
  expect(changed).toBeGreaterThan(1_000);
  await pool.query('notify cache_versions');

  const wrong: string[] = [];
  page.on('dialog', (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (new URL(request.url()).hostname === HOSTILE_HOST) wrong.push(`asked for ${request.url()}`);
  });
  await page.exposeFunction('hit', (number: number) => wrong.push(`ran ${number}`));

  const origin = ownSite.origin('raam');
  const title = page.getByRole('heading', { level: 1 });
  const sound = async (where: string) => {
    expect(wrong, where).toEqual([]);
    expect(await page.locator('img[src="x"], svg[onload], a[href^="javascript"], [onerror]').count(), where).toBe(0);
  };
  for (const path of [
    '/',
    '/category/motorbikes',
    '/product/raam-barak-500',
    '/blog/choose-first-bike',
    '/distributors',
    '/booking',
    '/spare-parts',
    '/category?search=%3Cimg%20src%3Dx%20onerror%3Dhit(8)%3E',
  ]) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    await sound(path);
    if (path.startsWith('/product/')) await expect(title).toContainText('<script>hit(1)</script>');
  }
  await expect(page.getByText('onerror=hit(8)').first()).toBeVisible();

  // What a visitor writes comes back to them on the page that says what is wrong with it.
  await page.goto(`${origin}/contact`);
  await page.getByLabel('שם', { exact: false }).first().fill(HOSTILE.slice(0, 60));
  await page.locator('main form button[type="submit"]').first().click();
  await expect(page.locator('main [aria-invalid="true"], main [role="group"]').first()).toBeVisible();
  await sound('a refused form');
  await pool.end();
});
