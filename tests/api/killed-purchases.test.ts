import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buyWhileKilled, seeded } from '../support/killed-purchases.ts';

/** The short form of `npm run prove -- killed-purchases`, which does the same fifty times. */
test('purchases outlive kill -9 of the server, and of the database with it', { timeout: 300_000 }, async () => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'storefront-killed-'));
  const seed = Date.now() % 1_000_000;
  const findings = await buyWhileKilled({ purchases: 2, dataDir, random: seeded(seed), say: () => {} });
  expect({ seed, problems: findings.problems, purchases: findings.purchases }).toEqual({
    seed,
    problems: [],
    purchases: 2,
  });
  fs.rmSync(dataDir, { recursive: true, force: true });
});
