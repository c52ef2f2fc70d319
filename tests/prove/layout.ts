// Every screen of all seven stores and of the office, narrow, wide and with letters of twice the size: no text cut off, nothing out at the side or
// over another, and axe finds nothing.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { storeKeys } from '../../scripts/store-keys.ts';

const root = path.join(import.meta.dirname, '../..');
const cli = path.join(root, 'node_modules/@playwright/test/cli.js');
const child = spawn(
  process.execPath,
  [cli, 'test', 'layout.spec.ts', 'account-screens.spec.ts', 'office-screens.spec.ts'],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LAYOUT_STORES: storeKeys().join(','), LAYOUT_SCREENS: 'all' },
  },
);
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
