import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Whole-app proofs first: they are short files that take long, and begun last they would keep one worker alone at the
 * end.
 */
class ProofsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isProof = ({ moduleId }: TestSpecification) => moduleId.includes('/tests/api/');
    const sorted = await super.sort(files);
    return [...sorted.filter(isProof), ...sorted.filter((file) => !isProof(file))];
  }
}

export default defineConfig({
  test: {
    include: ['{contract,db,domain,server,cli,shop,office,ui,scripts}/**/*.test.{ts,mjs}', 'tests/api/**/*.test.ts'],
    globalSetup: 'tests/support/global-setup.ts',
    // Pages are rendered as they are served: React's checks of its own cost as much again, and `react-warnings.test.ts`
    // has them made once.
    env: { NODE_ENV: 'production' },
    setupFiles: 'tests/support/setup.ts',
    allowOnly: false,
    // A shared machine starves a process now and then: one more try there, which the report tells of.
    retry: process.env.CI ? 1 : 0,
    maxWorkers: 2,
    sequence: { sequencer: ProofsFirst },
    // Files share what they import: loading it for each of them costs nearly half of the time. What a file replaces it
    // puts back.
    isolate: false,
    expect: { poll: { timeout: 10_000 } }, // a busy machine is slow, not wrong
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // The database server ends last, and may have much to write.
    teardownTimeout: 60_000,
    reporters: ['default', './scripts/summary.mjs'],
    // Node runs the files as the server does, instead of Vite: one graph of modules, together with the built pages.
    experimental: { viteModuleRunner: false },
  },
});
