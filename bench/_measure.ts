import { fork } from 'node:child_process';
import { once as event } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Connection, connect } from '#db/client.ts';
import { openDatabase } from '#db/embedded.ts';
import { load, once, type Target } from './_load.ts';
import type { Served } from './_site.ts';

type Measured = { ratio: number; cpuMs: number };
export type Bench = {
  dataDir: string;
  /** Loads the target, prints what it costs beside the bare server in the same seconds, and holds it to its aim. */
  measure: (site: Served, what: string, target: Target, aim?: number) => Promise<Measured>;
  fault: (text: string) => void;
};

const WARM_UP = 30;

/**
 * A data folder and a bare `node:http` server for the time of `work`; ends with exit code 1 where an aim was missed.
 */
export async function bench(work: (bench: Bench) => Promise<void>): Promise<void> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'storefront-bench-'));
  const bare = fork(path.join(import.meta.dirname, '_bare.ts'));
  const [port] = (await event(bare, 'message')) as [number];
  const faults: string[] = [];

  async function measure(site: Served, what: string, target: Target, aim?: number): Promise<Measured> {
    for (let warm = 0; warm < WARM_UP; warm++) await once(target);
    const bareRate = async () => (await load({ port, host: 'localhost', path: '/' }, 1)).perSecond;
    const bareBefore = await bareRate();
    const before = await site.cpuMs();
    const { requests, perSecond, medianMs, p99Ms } = await load(target);
    const cpuMs = ((await site.cpuMs()) - before) / requests;
    const ratio = perSecond / ((bareBefore + (await bareRate())) / 2);
    const figures = [
      `${perSecond.toFixed(0).padStart(7)}/s`,
      `${ratio.toFixed(4)} ÷ bare${aim ? ` (aim ${aim})` : ''}`,
      `CPU ${cpuMs.toFixed(2)} ms`,
      `median ${medianMs.toFixed(1)} ms`,
      `p99 ${p99Ms.toFixed(1)} ms`,
    ];
    console.log(what.padEnd(48) + figures.join('  '));
    if (aim && ratio < aim) faults.push(`${what}: ${ratio.toFixed(4)} is below the aim of ${aim}`);
    return { ratio, cpuMs };
  }

  const reference = await load({ port, host: 'localhost', path: '/' });
  console.log(`${'bare node:http, 2 kB'.padEnd(48)}${reference.perSecond.toFixed(0).padStart(7)}/s`);
  try {
    await work({ dataDir, measure, fault: (text) => faults.push(text) });
  } finally {
    bare.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
  for (const fault of faults) console.log(`✗ ${fault}`);
  process.exitCode = faults.length > 0 ? 1 : 0;
}

/** Writes into the database of a site that is running, or was. */
export async function fillDatabase<T>(dataDir: string, fill: (pool: Connection['pool']) => Promise<T>): Promise<T> {
  const log = { info: () => {}, warn: console.warn, error: console.error };
  const database = await openDatabase({ dataDir, log, shared: true });
  const { pool, close } = connect(database.url);
  try {
    return await fill(pool);
  } finally {
    await close();
    await database.close();
  }
}
