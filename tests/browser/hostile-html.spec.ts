import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { connect } from '#db/client.ts';
import { importFolder } from '#server/import/import.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { expect, test } from '../support/browser.ts';
import { HOSTILE_HOST, hostileHtml } from '../support/hostile-html.ts';
import { request } from '../support/http.ts';
import { emptyFolder } from '../support/sample-folder.ts';
import type { Site } from '../support/site.ts';

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

test('no HTML that operators bring runs a script, opens a dialog or asks another site', async ({
  page,
  ownSite,
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
  await load(ownSite, {
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
  await page.exposeFunction('hit', (number: number) => wrong.push(`ran ${number}: ${hostileHtml[number]}`));

  const origin = ownSite.origin('raam');
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
    expect((await request(ownSite.port, { host: 'raam.localhost', path })).text, path).not.toMatch(
      new RegExp(`<script>hit|src="https?://${HOSTILE_HOST}`),
    );
});
