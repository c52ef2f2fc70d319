import fs from 'node:fs';

/**
 * Writes for `npm test`, into the file VITEST_SUMMARY, what Vitest's own JSON report leaves out: errors that no test
 * caught (they fail the whole run), what failed around tests (hooks, files), and what passed only at the second try.
 */
export default class Summary {
  onTestRunEnd(modules, uncaught) {
    this.total = { passed: 0, failed: 0, skipped: 0, flaky: [], reasons: [] };
    for (const module of modules) {
      for (const test of module.children.allTests()) this.count(test);
      for (const around of [module, ...module.children.allSuites()]) this.fail(nameOf(around), around.errors());
    }
    for (const error of uncaught) {
      const running = [error.VITEST_TEST_PATH, error.VITEST_TEST_NAME].filter(Boolean).join(': ');
      this.fail(`Caught by no test; what ran: ${running || 'none'}`, [error]);
    }
    if (process.env.VITEST_SUMMARY) fs.writeFileSync(process.env.VITEST_SUMMARY, JSON.stringify(this.total));
  }

  count(test) {
    const { state, errors = [] } = test.result();
    if (state === 'failed') this.fail(nameOf(test), errors);
    else if (state === 'passed') this.total.passed += 1;
    else this.total.skipped += 1;
    if (test.diagnostic()?.flaky) this.total.flaky.push(told(nameOf(test), errors));
  }

  fail(where, errors) {
    if (errors.length === 0) return;
    this.total.failed += 1;
    this.total.reasons.push(told(where, errors));
  }
}

const nameOf = ({ module, fullName, relativeModuleId }) =>
  module ? `${module.relativeModuleId}: ${fullName}` : relativeModuleId;

const told = (where, errors) => [where, ...errors.map(({ stack, message }) => stack ?? message)].join('\n');
