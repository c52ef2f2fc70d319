// Every screen of all seven stores and of the office, narrow, wide and with letters of twice the size: no text cut off,
// nothing out at the side or over another, and axe finds nothing.
import { browserTests } from './_playwright.ts';

const SCREENS = ['layout', 'account-screens', 'office-screens'].map((name) => `${name}.spec.ts`);
await browserTests(SCREENS, { BROWSER_TESTS: 'all' });
