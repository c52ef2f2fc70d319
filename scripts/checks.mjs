import fs from 'node:fs';
import path from 'node:path';
import { findChromium } from './chromium.mjs';
import { prepare } from './prepare.mjs';
import { collect, projectEnv, ROOT, show } from './run.mjs';

const RESULTS = path.join(ROOT, 'test-results');
/** Of what a run of tests says on stderr, so many letters are repeated where only its exit code tells of a failure. */
const SAID = 4_000;
const bin = (name) => path.join(ROOT, 'node_modules', '.bin', name);

/** Runs every check and test and prints `N passed, N failed` as the last line; any failure makes the exit code 1. */
export async function runAll() {
  const node = await prepare();
  const chromium = await findChromium();
  fs.rmSync(RESULTS, { recursive: true, force: true });
  fs.mkdirSync(RESULTS, { recursive: true });

  const total = { passed: 0, failed: 0, reasons: [] };
  const check = async (title, command, args) => {
    const { code, output } = await collect(command, args);
    console.log(`\n— ${title}\n${output.trim()}`);
    if (code !== 0) fail(total, title);
  };
  const tests = async ({ title, read, args, env }) => {
    console.log(`\n— ${title}`);
    let said = '';
    const hear = (text) => {
      said = (said + text).slice(-SAID);
    };
    const code = await show(node, args, { ...projectEnv(), ...env }, { hear });
    const { passed, failed, skipped, flaky, reasons } = read();
    total.passed += passed;
    total.failed += failed;
    total.reasons.push(...reasons);
    if (flaky.length > 0) console.log(`Passed only at the second try:\n${flaky.join('\n')}`);
    console.log(`${title}: ${passed} passed, ${failed} failed`);
    if (skipped > 0) fail(total, `${title}: ${skipped} skipped, which nothing may be`);
    else if (passed + failed === 0) fail(total, `${title}: nothing was run`);
    else if (code !== 0 && failed === 0) fail(total, `${title} ended with code ${code}; the last it said:\n${said}`);
  };

  const lint = async () => {
    await check('Lint', bin('biome'), ['check', '--error-on-warnings', '.']);
    await check('House rules', node, ['scripts/lint/all.mjs']);
    await check('Unused files, exports and packages', bin('knip'), []);
    await check('Weight of the first load', node, ['scripts/weight.mjs']);
  };
  const types = async () => {
    await check('Types of the routes', bin('react-router'), ['typegen']);
    await check('Types', bin('tsc'), ['--noEmit']);
    await check('Types of the office’s routes', bin('react-router'), ['typegen', 'office']);
    await check('Types of the office', bin('tsc'), ['--noEmit', '-p', 'office']);
  };
  await Promise.all([lint(), types()]); // each keeps one core
  const report = (name) => path.join(RESULTS, `${name}.json`);
  // One after the other: each keeps both cores, and side by side they take longer than their sum.
  await tests({
    title: 'Tests',
    read: () => read(report('vitest')) ?? NOTHING,
    args: ['node_modules/vitest/vitest.mjs', 'run'],
    env: { VITEST_SUMMARY: report('vitest') },
  });
  await tests({
    title: 'Browser tests',
    read: () => ofPlaywright(report('playwright')),
    args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    env: { CHROMIUM_PATH: chromium, PLAYWRIGHT_JSON_OUTPUT_NAME: report('playwright') },
  });

  // Who reads only the end of a long output finds the reasons there.
  if (total.reasons.length > 0) console.log(`\n— What failed\n${total.reasons.join('\n')}`);
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed === 0 ? 0 : 1;
}

function fail(total, reason) {
  total.failed += 1;
  total.reasons.push(reason);
  console.error(`✗ ${reason}`);
}

const read = (file) => (fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined);

const NOTHING = { passed: 0, failed: 0, skipped: 0, flaky: [], reasons: [] };

/** Playwright lists by itself, at its end, what failed and what passed only at the second try. */
function ofPlaywright(file) {
  const stats = read(file)?.stats;
  if (!stats) return NOTHING;
  return { ...NOTHING, passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
}
