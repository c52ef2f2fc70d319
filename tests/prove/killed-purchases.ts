// 50 purchases while the server is killed with -9 in each, in half of them with the database: no acknowledged order is
// lost, none is doubled, stock and payments add up, and the next start is clean. SEED repeats the moments of a run.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buyWhileKilled, seeded } from '../support/killed-purchases.ts';

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000));
const purchases = Number(process.env.PURCHASES ?? 50);
const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-killed-'));
const began = Date.now();
const findings = await buyWhileKilled({ purchases, dataDir, random: seeded(seed), say: console.log });
console.log(
  `${findings.purchases} purchases, ${findings.approved} paid; killed ${findings.kills} times, ${findings.databaseKills} of them with the database; ${Math.round((Date.now() - began) / 1000)} s, seed ${seed}`,
);
for (const problem of findings.problems) console.log(`✗ ${problem}`);
if (findings.problems.length === 0) fs.rmSync(dataDir, { recursive: true, force: true });
else console.log(`The data folder is kept: ${dataDir}`);
process.exit(findings.problems.length > 0 ? 1 : 0);
