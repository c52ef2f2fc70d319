// Every browser test of the shop that depends on the width of the window, on a wide one.
import { browserTests } from './_playwright.ts';

await browserTests(['--project=desktop'], { BROWSER_TESTS: 'all' });
