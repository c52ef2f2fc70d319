// Walks of a shopper with two tabs and a second device in a real browser, chosen by a seed (SEED) among the presses that the states of
// `shopper-walk` offer, with reloads and Back: as many as WALKS says. None is charged twice, told “sold out” of its own goods, or left at a dead end.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.join(import.meta.dirname, '../..');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const child = spawn(process.execPath, [cli, 'test', 'walks.spec.ts'], {
  cwd: root,
  stdio: 'inherit',
  env: { WALKS: '80', WALK_SECONDS: '900', SEED: String(Date.now() % 1_000), ...process.env },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
