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
