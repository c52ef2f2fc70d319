// Runs a program of ours once everything is installed and built: node scripts/prepared.mjs scripts/shots.ts --widths
// 390
import { requireNode, stopWith } from './node-version.mjs';

requireNode();
const [program, ...args] = process.argv.slice(2);
Promise.all([import('./prepare.mjs'), import('./run.mjs')])
  .then(async ([{ prepare }, { show }]) => {
    process.exitCode = await show(await prepare(), [program, ...args]);
  })
  .catch(stopWith);
