import { expectAccessible } from '../support/axe.ts';
import { ANY_WIDTH, alive, expect, listen, test } from '../support/browser.ts';
import { query } from '../support/site-rows.ts';

/** A light store and a dark one. */
const storeOf = (project: string) =>
  project === 'phone' ? { store: 'raam', post: 'a1-licence-guide' } : { store: 'zik', post: 'chain-and-filter-care' };

test('blog, posts and legal pages have nothing that axe finds', async ({ page, site }, info) => {
  test.slow();
  const { store, post } = storeOf(info.project.name);
  // The one with a table, and the longest; the others are made of the same.
  for (const path of ['/blog', `/blog/${post}`, '/page/cookies', '/page/terms']) {
    await page.goto(site.origin(store) + path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
    // Nothing is wider than the screen, tables of a text included.
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0);
  }
});

test(
  'feed, sitemap and manifest are what their formats ask for, as a browser reads them',
  ANY_WIDTH,
  async ({ page, site, allowedConsole }) => {
    // The browser's own view of a file.
    allowedConsole.push(/Applying inline style/);
    await page.goto(`${site.origin('gal')}/page/terms`);
    const read = (path: string) =>
      page.evaluate(async (address) => {
        const found = new DOMParser().parseFromString(await (await fetch(address)).text(), 'application/xml');
        const texts = (selector: string) => [...found.querySelectorAll(selector)].map((one) => one.textContent ?? '');
        const items = [...found.querySelectorAll('channel > item')];
        return {
          broken: found.querySelector('parsererror')?.textContent ?? '',
          root: found.documentElement.tagName,
          version: found.documentElement.getAttribute('version'),
          // The feed's own address is an atom:link, which the selector would take, too.
          channel: ['title', 'link', 'description', 'lastBuildDate'].map(
            (name) => [...found.querySelectorAll(`channel > ${name}`)].filter(({ tagName }) => tagName === name).length,
          ),
          items: items.map((item) => [...item.children].map(({ tagName }) => tagName).join(' ')),
          guids: new Set(texts('item > guid')).size,
          dates: texts('item > pubDate').map(
            (date) => Date.parse(date) > 0 && /^\w{3}, \d\d \w{3} \d{4} .* GMT$/.test(date),
          ),
          locations: texts('loc'),
          changed: texts('lastmod').every((date) => /^\d{4}-\d\d-\d\dT.*Z$/.test(date)),
          within: items.map((item) => {
            const html = item.getElementsByTagNameNS('http://purl.org/rss/1.0/modules/content/', 'encoded')[0]
              ?.textContent;
            return new DOMParser().parseFromString(html ?? '', 'text/html').querySelectorAll('p, h2').length;
          }),
        };
      }, path);
    const feed = await read('/feed.xml');
    expect(feed).toMatchObject({ broken: '', root: 'rss', version: '2.0', channel: [1, 1, 1, 1], guids: 3 });
    expect(feed.items).toEqual(
      Array(3).fill('title link guid pubDate dc:creator category description content:encoded'),
    );
    expect(feed.dates).toEqual([true, true, true]);
    for (const count of feed.within) expect(count).toBeGreaterThan(8);
    const index = await read('/sitemap.xml');
    expect(index).toMatchObject({ broken: '', root: 'sitemapindex', changed: true });
    for (const part of index.locations) {
      const { broken, root, locations, changed } = await read(new URL(part).pathname);
      expect([part, broken, root, changed, locations.length > 0]).toEqual([part, '', 'urlset', true, true]);
    }

    // Installable: a name, a start, and icons of the sizes that are asked for, which are what they say.
    const manifest = await page.evaluate(async () => (await fetch('/manifest.webmanifest')).json());
    expect(manifest).toMatchObject({ lang: 'he', dir: 'rtl', start_url: '/', display: 'standalone', short_name: 'גל' });
    const sizes = await page.evaluate(
      (icons: { src: string }[]) =>
        Promise.all(
          icons.map(async ({ src }) => {
            const image = new Image();
            image.src = src;
            await image.decode();
            return `${image.naturalWidth}x${image.naturalHeight}`;
          }),
        ),
      manifest.icons,
    );
    expect(sizes).toEqual(manifest.icons.map(({ sizes }: { sizes: string }) => sizes));
    expect(sizes).toEqual(['192x192', '512x512']);

    // A menu may lead to such a file, or out of the store.
    await query(
      site,
      `insert into menu_links (store_uid, menu_key, name, entity_type, custom_path, area_number, position)
       select uuid, 'FOOTER', 'בדיקה: ' || type, type, path, 3, 99 from stores,
         (values ('INTERNAL_LINK', 'sitemap.xml'), ('OUTER_LINK', 'https://example.com/')) as link (type, path)
       where key = 'gal'`,
    );
    await query(site, 'notify cache_versions');
    await page.setViewportSize({ width: 1440, height: 900 });
    const file = page.getByRole('link', { name: 'בדיקה: INTERNAL_LINK' });
    await expect(async () => {
      await page.reload();
      await expect(file).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(page.getByRole('link', { name: 'בדיקה: OUTER_LINK (נפתח בלשונית חדשה)' })).toHaveAttribute(
      'target',
      '_blank',
    );
    await alive(file);
    await file.click();
    await expect(page).toHaveURL(`${site.origin('gal')}/sitemap.xml`);
    await expect.poll(() => page.evaluate(() => document.contentType)).toBe('application/xml');
    await query(site, `delete from menu_links where name like 'בדיקה: %'`);
    await query(site, 'notify cache_versions');
  },
);

test(
  'another category of the blog is another page: it takes the focus and is told',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.goto(`${site.origin('raam')}/blog`);
    const category = page.getByRole('navigation', { name: 'נושאים' }).getByRole('link').nth(1);
    await alive(category);
    await category.press('Enter');
    await expect(page).toHaveURL(/category=/);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(await category.innerText());
    await expect(page.locator('#content')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: await page.title() })).toHaveCount(1);
  },
);

test(
  'the blog reads without JavaScript: list, category, post with its pictures, and on',
  ANY_WIDTH,
  async ({ browser, site }, info) => {
    const { store, post } = storeOf(info.project.name);
    const context = await browser.newContext({ javaScriptEnabled: false, viewport: info.project.use.viewport ?? null });
    const page = await context.newPage();
    const complaints = listen(page);
    await page.goto(`${site.origin(store)}/blog`);
    await page.getByRole('navigation', { name: 'נושאים' }).getByRole('link').nth(1).click();
    await expect(page).toHaveURL(/category=/);
    await page.goto(`${site.origin(store)}/blog`);
    await page.locator(`main a[href="/blog/${post}"]`).last().click();
    await expect(page).toHaveURL(`${site.origin(store)}/blog/${post}`);
    const picture = page.locator('.prose img').first();
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
    const beside = page.getByRole('complementary', { name: 'מהקטלוג' });
    await expect(beside.getByRole('link', { name: 'יצירת קשר' })).toBeVisible();
    // Its place was kept before it came.
    await expect(picture).toHaveAttribute('width', /^\d+$/);
    await expect(page.getByRole('region', { name: 'עוד לקריאה' }).getByRole('link').first()).toBeVisible();
    // What only scripts could answer is not offered.
    await expect(page.getByRole('link', { name: 'הגדרות עוגיות' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'שימוש בעוגיות' })).toHaveCount(0);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('a film in a post plays after a press, and asks YouTube for nothing before', ANY_WIDTH, async ({ page, site }) => {
  const wanted: string[] = [];
  await page.route(/^https:/, (route) => {
    wanted.push(route.request().url());
    return route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>film</title>' });
  });
  const film = '<p><a href="https://youtu.be/aqz-KE-bpKQ" rel="nofollow" target="_blank">סיבוב בנמל</a></p>';
  const [post] = await query(
    site,
    `update posts p set body = replace(body, $1, '') || $1 from stores s
     where s.uuid = p.store_uid and s.key = 'ruach' returning p.slug`,
    [film],
  );
  await query(site, 'notify cache_versions');
  await expect(async () => {
    await page.goto(`${site.origin('ruach')}/blog/${post?.slug}`);
    await expect(page.getByRole('figure', { name: 'סיבוב בנמל' }), 'the server has heard of it').toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  const play = page.getByRole('link', { name: 'הפעלת סיבוב בנמל מיוטיוב' });
  await alive(play);
  await expectAccessible(page);
  expect(wanted).toEqual([]);
  await play.click();
  await expect(page.locator('iframe[title="סיבוב בנמל"]')).toHaveAttribute(
    'src',
    /youtube-nocookie\.com\/embed\/aqz-KE-bpKQ/,
  );
  await expect.poll(() => wanted.some((url) => url.startsWith('https://www.youtube-nocookie.com/embed/'))).toBe(true);
});

test(
  'a link to a question stops below the header, whose menu may have a row of its own',
  ANY_WIDTH,
  async ({ page, site }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    for (const store of ['raam', 'noam']) {
      await page.goto(`${site.origin(store)}/page/faq`);
      const question = page.locator('main [id^=question-]').nth(4);
      await page.goto(`${site.origin(store)}/page/faq#${await question.getAttribute('id')}`);
      await expect(question).toBeInViewport({ ratio: 1 });
      const below = await question.evaluate(
        (one) =>
          one.getBoundingClientRect().top - (document.querySelector('header')?.getBoundingClientRect().bottom ?? 0),
      );
      expect(below, store).toBeGreaterThanOrEqual(0);
    }
  },
);
