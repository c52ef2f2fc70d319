// What `npm test` tries on some screens and stores, tried on all: browser tests marked `REPEAT`, each on its own width, and the crawl of every store.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../support/template.ts';
import { browserTests } from './_playwright.ts';

const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const crawl = spawn(process.execPath, [vitest, 'run', 'tests/api/crawl.test.ts'], {
  cwd: ROOT,
  stdio: 'inherit',
  env: { ...process.env, CRAWL: 'all' },
});
const [code] = (await once(crawl, 'exit')) as [number | null];
await browserTests(['--grep=@repeat'], { BROWSER_TESTS: 'repeats' });
if (code !== 0) process.exitCode = 1;
