// What `npm test` has no time for: browser tests marked `LONG`, each on its own width; the crawl of every store, whole;
// exports of all stores as workbooks, and of tables as long as they get.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../support/template.ts';
import { browserTests } from './_playwright.ts';

const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const FILES = [
  'tests/api/crawl.test.ts',
  'server/export/export.test.ts',
  'server/export/cells.test.ts',
  'server/import/pictures/demo.test.ts',
];
const files = spawn(process.execPath, [vitest, 'run', ...FILES], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, LONG_TESTS: 'all' },
});
const [code] = (await once(files, 'exit')) as [number | null];
await browserTests(['--grep=@long'], { BROWSER_TESTS: 'long' });
if (code !== 0) process.exitCode = 1;
