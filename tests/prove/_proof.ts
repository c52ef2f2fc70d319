// What the proofs with a database and processes of their own have in common.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { loadDemo } from '#server/demo.ts';
import { localStorage } from '#server/providers/storage/local.ts';
import { ROOT } from '../support/template.ts';

export const problems: string[] = [];
/** What is to be ended after the proof, the last first. */
export const closing: (() => unknown)[] = [];

export function must(truth: boolean, what: string): void {
  console.log(`  ${truth ? '✓' : '✗'} ${what}`);
  if (!truth) problems.push(what);
}

/** A folder that root's PostgreSQL and nginx can enter. It goes at the end. */
export function proofFolder(name: string): { folder: string; home: (name: string) => string } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `storefront-${name}-`));
  fs.chmodSync(folder, 0o755);
  closing.push(() => fs.rmSync(folder, { recursive: true, force: true }));
  const home = (part: string) => {
    fs.mkdirSync(path.join(folder, part));
    return path.join(folder, part);
  };
  return { folder, home };
}

/** The demo's stores, in an empty database and data folder. */
export async function fillWithDemo(url: string, dataDir: string): Promise<void> {
  await migrate(url);
  const connection = connect(url, { max: 4 });
  const storage = localStorage(path.join(dataDir, 'media'));
  await loadDemo({ connection, storage, folder: path.join(ROOT, 'demo'), say: console.log });
  await connection.close();
}

/** Runs the proof, ends what it has started, and ends the process: by 1 when anything was not as it must be. */
export async function runProof(prove: () => Promise<void>): Promise<never> {
  try {
    await prove();
  } catch (error) {
    problems.push((error as Error).stack ?? String(error));
  } finally {
    for (const close of closing.reverse()) await close();
  }
  for (const problem of problems) console.log(`✗ ${problem}`);
  process.exit(problems.length > 0 ? 1 : 0);
}
