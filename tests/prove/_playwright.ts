import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '../support/template.ts';

/** Runs browser tests with these settings in their environment; the proof's exit code is theirs. */
export async function browserTests(args: string[], env: Record<string, string>): Promise<void> {
  const cli = path.join(ROOT, 'node_modules/@playwright/test/cli.js');
  const child = spawn(process.execPath, [cli, 'test', ...args], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...env, ...process.env },
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  process.exitCode = code ?? 1;
}
