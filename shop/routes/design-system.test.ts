import { expect, test } from 'vitest';
import { startApp } from '../../tests/support/app.ts';

test('the design system is there in demo mode, linked from nowhere, and not in live mode', async () => {
  const demo = await startApp();
  try {
    const page = await demo.call({ path: '/design-system' });
    expect(page.status).toBe(200);
    expect(page.text).toContain('noindex');
    for (const path of ['/', '/sitemap', '/sitemap.xml', '/robots.txt'])
      expect((await demo.call({ path })).text).not.toContain('"/design-system"');
  } finally {
    await demo.close();
  }
  const live = await startApp({ env: { MODE: 'live' } });
  try {
    expect((await live.call({ path: '/', host: 'raam.localhost' })).status).toBe(200);
    expect((await live.call({ path: '/design-system', host: 'raam.localhost' })).status).toBe(404);
  } finally {
    await live.close();
  }
});
