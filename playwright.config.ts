import { defineConfig } from '@playwright/test';
import { CHROMIUM_FLAGS, findChromium } from './scripts/chromium.mjs';

const executablePath = (process.env.CHROMIUM_PATH ??= await findChromium());

const DESK = { width: 1440, height: 900 };
/** Movement costs a fifth of a test's time: what is tried on a desk has it, and what is about it asks for it. */
const STILL = { contextOptions: { reducedMotion: 'reduce' } } as const;

/**
 * `npm run prove -- desk`: everything that depends on the width is tried on a desk, too, and not only what is about
 * one.
 */
const ALL = process.env.BROWSER_TESTS === 'all';

/** `npm run prove -- long`: what `npm test` has no time for (`LONG`), too. */
const WITH_LONG = ALL || process.env.BROWSER_TESTS === 'long';
const leaveOut = (...tags: RegExp[]) => ({ grepInvert: [...tags, ...(WITH_LONG ? [] : [/@long/])] });

export default defineConfig({
  testDir: 'tests/browser',
  outputDir: 'test-results/browser',
  globalSetup: './tests/support/global-setup.ts',
  // The application within a test's process (`office-drafts.spec.ts`) is built, and needs no compiler.
  build: { external: ['**/build/**', '**/build-office/**'] },
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  // A shared machine starves a browser now and then: one more try there, and the list tells which were flaky.
  retries: process.env.CI ? 1 : 0,
  timeout: 60_000,
  expect: { timeout: 10_000 }, // a busy machine is slow, not wrong
  reporter: [['list']],
  use: {
    locale: 'he-IL',
    timezoneId: 'Asia/Jerusalem',
    actionTimeout: 15_000,
    // Writing one costs a quarter of the time; where nothing is tried again, `--trace on` asks for it.
    trace: 'on-first-retry',
    launchOptions: { executablePath, args: [...CHROMIUM_FLAGS, '--host-resolver-rules=MAP *.localhost 127.0.0.1'] },
  },
  projects: [
    {
      name: 'phone',
      // Staff sit at desks; what they do on a phone is tried in windows of its width.
      testIgnore: 'office-*.spec.ts',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...STILL },
      ...leaveOut(),
    },
    {
      name: 'desktop',
      // With movement, as most have it.
      use: { viewport: DESK },
      grep: ALL ? /./ : /@wide/,
      // What chooses its widths itself, or has nothing to do with them: whole files, and single tests by `ANY_WIDTH`.
      testIgnore: [
        'office-*',
        'account-screens',
        'account',
        'analytics',
        'announcements',
        'double-press',
        'early-presses',
        'hostile',
        'layout',
        'left-account',
        'missing-chunks',
        'pay-link',
        'personal-area',
        'states',
        'walks',
      ].map((name) => `${name}.spec.ts`),
      ...leaveOut(/@any-width/),
    },
    { name: 'office', testMatch: 'office-*.spec.ts', use: { viewport: DESK, ...STILL }, ...leaveOut() },
  ],
});
