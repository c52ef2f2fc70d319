import { afterAll, beforeAll, expect, test } from 'vitest';
import { importFolder } from '#server/import/import.ts';
import { startApp, type TestApp } from '../../tests/support/app.ts';
import { emptyFolder } from '../../tests/support/sample-folder.ts';

let site: TestApp;
beforeAll(async () => {
  site = await startApp();
});
afterAll(() => site.close());

test('questions are told to search engines as people read them', async () => {
  const folder = await emptyFolder({
    'stores/raam/pages/questions.html': `<!-- title: שאלות -->
<h3>מה עם M&amp;S &lt;עד 50&gt; &quot;ABS&quot;, &amp;lt; ועוד?</h3><p>בדקו &amp; קראו.</p>`,
  });
  const { errors } = await importFolder({
    pool: site.connection.pool,
    folder: folder.path,
    storage: site.deps.storage,
  }).finally(() => folder.remove());
  expect(errors).toEqual([]);
  const { text } = await site.call({ path: '/page/questions' });
  const data = [...text.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(([, json = '']) =>
    JSON.parse(json),
  );
  expect(data.find((one) => one['@type'] === 'FAQPage')?.mainEntity).toMatchObject([
    { name: 'מה עם M&S <עד 50> "ABS", &lt; ועוד?', acceptedAnswer: { text: '<p>בדקו &amp; קראו.</p>' } },
  ]);
});

test('a legal page has neither the banner for details nor its button, also with Hebrew letters in its address', async () => {
  const { pool } = site.connection;
  const slug = 'תקנון';
  const added = await pool.query(
    `with page as (insert into content_pages (store_uid, slug, title, body) select uuid, $1, $1, '<p>א</p>' from stores where key = 'raam' returning store_uid, slug)
     insert into menu_links (store_uid, menu_key, name, entity_type, slug, position) select store_uid, 'SUB_FOOTER', slug, 'CONTENT_PAGE', slug, 99 from page`,
    [slug],
  );
  expect(added.rowCount).toBe(1);
  const banners = async (page: string) => {
    const { status, text } = await site.call({ path: `/page/${encodeURIComponent(page)}` });
    return [status, text.includes('id="lead-banner"'), text.includes('leave-details')];
  };
  await expect.poll(() => banners(slug)).toEqual([200, false, false]);
  expect(await banners('terms')).toEqual([200, false, false]);
  expect(await banners('about')).toEqual([200, true, true]);
});
