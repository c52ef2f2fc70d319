import { type ChildProcess, spawn } from 'node:child_process';
import { once as event } from 'node:events';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { once } from './_load.ts';

export type Served = { port: number; startedMs: number; memoryMb: () => Promise<number>; stop: () => Promise<void> };

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
    memoryMb: async () => Number(/^VmRSS:\s+(\d+)/m.exec(await readStatus(child))?.[1] ?? 0) / 1024,
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

async function readStatus(child: ChildProcess): Promise<string> {
  const { readFile } = await import('node:fs/promises');
  return readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
}
