import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import pg from 'pg';
import sharp from 'sharp';
import { connect } from '#db/client.ts';
import { importFolder } from '#server/import/import.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { expect, LONG, test } from '../support/browser.ts';
import { HOSTILE_HOST, hostileHtml } from '../support/hostile-html.ts';
import { request } from '../support/http.ts';
import { emptyFolder } from '../support/sample-folder.ts';
import { type Site, startSite } from '../support/site.ts';

const head = `<!--
title: כתבה עוינת <script>hit(-1)</script>
description: "><img src=x onerror=hit(-2)>
category: guides
author: <svg onload=hit(-3)>
published: 2026-11-01
picture: pictures/hostile/black-hero.png
picture_alt: " onerror="hit(-4)
tags: javascript:hit(-5)|</script><script>hit(-6)</script>
products: raam-barak-500
-->
`;

/** As an operator does: the importer, with its sanitiser, into the store that is open. */
async function load(site: Site, files: Record<string, string | Uint8Array>): Promise<void> {
  const folder = await emptyFolder(files);
  const data = await mkdtemp(join(tmpdir(), 'media-'));
  const connection = connect(site.databaseUrl, { max: 2 });
  try {
    const storage = localStorage(data);
    const { errors } = await importFolder({ pool: connection.pool, folder: folder.path, storage });
    expect(errors).toEqual([]);
  } finally {
    await connection.close();
    await folder.remove();
    await rm(data, { recursive: true });
  }
}

/** Every row of it bears such words in the end. */
let site: Site;
test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(() => site.stop());

/** Whatever of the words does something is named in this list. */
async function trapped(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  page.on('dialog', (dialog) => {
    wrong.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!new URL(request.url()).hostname.endsWith('localhost') && !request.url().startsWith('data:'))
      wrong.push(`asked for ${request.url()}`);
  });
  page.on('popup', (popup) => wrong.push(`opened ${popup.url()}`));
  await page.exposeFunction('hit', (number: number) => wrong.push(`ran ${number}`));
  return wrong;
}

test('no HTML that operators bring runs a script, opens a dialog or asks another site', async ({
  page,
  allowedConsole,
}) => {
  test.slow();
  expect(hostileHtml.length).toBeGreaterThanOrEqual(100);
  // Its picture is not in the media folder of this site.
  allowedConsole.push(/404/);
  const picture = await sharp({ create: { width: 16, height: 12, channels: 3, background: 'black' } })
    .png()
    .toBuffer();
  const body = hostileHtml.map((vector, number) => `<p>לפני ${number}</p>\n${vector}\n`).join('');
  await load(site, {
    'stores/raam/posts/hostile.html': `${head}${body}<p>סוף הכתבה</p>`,
    // What is open in one swallows the next, so that each also stands for itself.
    ...Object.fromEntries(
      ['raam-barak-300', 'raam-barak-800'].map((slug, at) => [
        `catalogue/descriptions/${slug}.html`,
        hostileHtml.filter((_, number) => number % 2 === at).join('\n'),
      ]),
    ),
    'pictures/hostile/black-hero.png': picture,
  });

  const wrong = await trapped(page);
  const origin = site.origin('raam');
  for (const path of ['/blog/hostile', '/product/raam-barak-300', '/product/raam-barak-800', '/blog']) {
    await page.goto(origin + path);
    await page.waitForLoadState('networkidle');
    const text = page.locator('.prose, [data-prose]').first();
    if (path !== '/blog') await expect(text).toContainText('טקסט');
    // Whatever waits for a press, a focus or a pointer gets it.
    await page.evaluate(() => {
      for (const element of document.querySelectorAll<HTMLElement>('main *')) {
        for (const type of ['pointerover', 'mouseenter', 'focusin', 'toggle', 'animationstart'])
          element.dispatchEvent(new Event(type, { bubbles: true }));
        element.focus?.();
      }
      for (const element of document.querySelectorAll<HTMLElement>('.prose *')) {
        // A link that leads away in earnest is not to be followed.
        if (!(element instanceof HTMLAnchorElement) || /^javascript|^data|^vbscript/i.test(element.href))
          element.click();
      }
    });
    expect(wrong, path).toEqual([]);
    // By what stands in the page, too: no element or attribute that was not meant to be there.
    const left = await page.evaluate(() => {
      const found: string[] = [];
      for (const element of document.querySelectorAll('.prose *')) {
        if (
          !/^(P|H2|H3|UL|OL|LI|STRONG|EM|BDI|A|BR|BLOCKQUOTE|TABLE|THEAD|TBODY|TR|TH|TD|IMG|FIGURE|FIGCAPTION)$/.test(
            element.tagName,
          )
        )
          found.push(element.tagName);
        for (const { name, value } of element.attributes)
          if (/^on|^style$|^id$|^name$/i.test(name) || /script:|data:|evil/i.test(value))
            found.push(`${name}=${value}`);
      }
      return found;
    });
    expect(left, path).toEqual([]);
  }
  await expect(page.getByRole('link', { name: /כתבה עוינת <script>/ }).first()).toBeVisible();
  for (const path of ['/feed.xml', '/sitemap.xml'])
    expect((await request(site.port, { host: 'raam.localhost', path })).text, path).not.toMatch(
      new RegExp(`<script>hit|src="https?://${HOSTILE_HOST}`),
    );
});

/**
 * What it takes to leave a text, an attribute, a script's JSON and a title; each would call `hit`, or ask another site.
 */
const HOSTILE = `</script><script>hit(1)</script><img src=x onerror=hit(2)>"'><svg onload=hit(3)></title><script>hit(4)</script>\${hit(5)}{{hit(6)}}<a href=javascript:hit(7)>x</a><img src=//${HOSTILE_HOST}/1>\u2028`;
/** Plain texts; what is rich text goes through the importer's sanitiser (above). */
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

test(
  'names and words of the catalogue, the branches, the menus, a customer and a lead stay text, wherever they are shown',
  LONG,
  async ({ page }) => {
    test.slow();
    const pool = new pg.Pool({ connectionString: site.databaseUrl, max: 2 });
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

    const wrong = await trapped(page);
    const origin = site.origin('raam');
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
      if (path.startsWith('/product'))
        await expect(page.getByRole('heading', { level: 1 })).toContainText('<script>hit(1)</script>');
    }
    await expect(page.getByText('onerror=hit(8)').first()).toBeVisible();

    // What a visitor writes comes back to them on the page that says what is wrong with it.
    await page.goto(`${origin}/contact`);
    await page.getByLabel('שם', { exact: false }).first().fill(HOSTILE.slice(0, 60));
    await page.locator('main form button[type="submit"]').first().click();
    await expect(page.locator('main [aria-invalid="true"], main [role="group"]').first()).toBeVisible();
    await sound('a refused form');
    await pool.end();
  },
);
