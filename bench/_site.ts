import { type ChildProcess, spawn } from 'node:child_process';
import { once as event } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from './_load.ts';

export type Served = {
  port: number;
  startedMs: number;
  memoryMb: () => Promise<number>;
  /** What the process has computed so far. */
  cpuMs: () => Promise<number>;
  stop: () => Promise<void>;
};

const root = path.join(import.meta.dirname, '..');

/** `server/start.ts` on a data folder of its own, with the embedded database as durable as it always is. */
export async function serve(dataDir: string, port: number): Promise<Served> {
  const began = performance.now();
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn', NODE_ENV: 'production' };
  const child = spawn(process.execPath, ['server/start.ts'], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  while (!(await answers(port, child))) await wait(20);
  return {
    port,
    startedMs: performance.now() - began,
    memoryMb: async () => Number(/^VmRSS:\s+(\d+)/m.exec(await readProc(child, 'status'))?.[1] ?? 0) / 1024,
    async cpuMs() {
      const fields = (await readProc(child, 'stat')).split(') ')[1]?.split(' ') ?? [];
      return (Number(fields[11]) + Number(fields[12])) * MS_A_TICK;
    },
    async stop() {
      child.kill('SIGTERM');
      await event(child, 'exit');
    },
  };
}

async function answers(port: number, child: ChildProcess): Promise<boolean> {
  if (child.exitCode !== null) throw new Error(`The server ended with code ${child.exitCode}.`);
  return once({ port, host: `raam.localhost:${port}`, path: '/' }).then(
    () => true,
    () => false,
  );
}

/** Linux counts in hundredths of a second. */
const MS_A_TICK = 10;

const readProc = (child: ChildProcess, file: 'status' | 'stat'): Promise<string> =>
  readFile(`/proc/${child.pid}/${file}`, 'utf8').catch(() => '');
