import pg from 'pg';
import { expect, test } from 'vitest';
import { crawl } from '../support/crawl.ts';
import { freshDatabase } from '../support/database.ts';
import { request } from '../support/http.ts';
import { signInAs } from '../support/office.ts';
import { officeAddresses } from '../support/office-addresses.ts';
import { startProcess } from '../support/site.ts';

/**
 * What only React's development build looks for: lists without keys, elements within others that can't hold them,
 * unknown attributes.
 */
test('React finds nothing to warn of in the pages of a store and of the office', { timeout: 120_000 }, async () => {
  const database = await freshDatabase();
  const pool = new pg.Pool({ connectionString: database.url, max: 1 });
  const site = await startProcess({
    NODE_ENV: 'development',
    DATABASE_URL: database.url,
    DATA_DIR: database.dataDir,
    JOBS: 'off',
  });
  let said = '';
  site.process.stderr?.on('data', (text) => (said += text));
  try {
    // Of pages that are alike, two.
    const seen: Record<string, number> = {};
    const isOneOfTwo = (path: string) => {
      const kind = path.split(/[/?]/)[1] ?? '';
      seen[kind] = (seen[kind] ?? 0) + 1;
      return seen[kind] <= 2;
    };
    const pages = await crawl((path) => request(site.port, { host: 'gal.localhost', path }), isOneOfTwo);
    expect(pages.size).toBeGreaterThan(20);
    const cookie = await signInAs(
      { port: site.port, connection: { pool }, call: (call) => request(site.port, call) },
      'owner',
    );
    for (const path of Object.values(officeAddresses).filter((one) => typeof one === 'string')) {
      const { status } = await request(site.port, { host: 'office.localhost', path, headers: { cookie } });
      expect([path, status < 500]).toEqual([path, true]);
    }
  } finally {
    await site.end();
    await pool.end();
    await database.drop();
  }
  expect(said).toBe('');
});
