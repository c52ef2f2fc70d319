import { type ChildProcess, spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from './_load.ts';

export type Served = {
  port: number;
  startedMs: number;
  /** Of the process alone, without the database. `peak`: the most that it has had so far. */
  memoryMb: () => Promise<{ now: number; peak: number }>;
  /** What the process has used so far, in all its threads; milliseconds. */
  cpuMs: () => Promise<number>;
  stop: () => Promise<void>;
};

const root = path.join(import.meta.dirname, '..');
/** Of Linux's clock in /proc. */
const MS_A_TICK = 10;

/** `server/start.ts` on a data folder of its own, with the embedded database as durable as it always is. */
export async function serve(dataDir: string, settings: Record<string, string> = {}): Promise<Served> {
  const port = await freePort();
  const began = performance.now();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(port),
    LOG_LEVEL: 'warn',
    DEMO_ACTIVITY: 'off',
    // On two cores the pictures of a first start halve what is measured beside them.
    FIRST_PICTURES: 'off',
    NODE_ENV: 'production',
    ...settings,
  };
  const child = spawn(process.execPath, ['server/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const read = (file: string) => readFile(`/proc/${child.pid}/${file}`, 'utf8').catch(() => '');
  while (!(await answers(port, child))) await wait(20);
  return {
    port,
    startedMs: performance.now() - began,
    async memoryMb() {
      const status = await read('status');
      const of = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0) / 1024;
      return { now: of('VmRSS'), peak: of('VmHWM') };
    },
    async cpuMs() {
      const fields = (await read('stat')).replace(/^.*\) /, '').split(' ');
      return MS_A_TICK * (Number(fields[11]) + Number(fields[12]));
    },
    async stop() {
      child.kill('SIGTERM');
      await event(child, 'exit');
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await event(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

async function answers(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
  return once({ port, host: `raam.localhost:${port}`, path: '/' }).then(
    () => true,
    () => false,
  );
}
