// Every button of every screen, pressed twice at once by pointer or Enter: nothing is sent twice, and a page is left.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const child = spawn(process.execPath, [cli, 'test', 'double-press.spec.ts', '--project=phone'], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, DOUBLE_PRESS_SCREENS: 'all' },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
